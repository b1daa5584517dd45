/** Where a link or a citation may point to in a document: `<a id>` elements, and headings as GitHub names them. */

const ID = /<a id="([^"]+)"><\/a>/g;
const HEADING = /^#{1,6} (.+)$/gm;

/** Every explicit anchor, in the order of the text. */
export function explicitAnchors(text: string): readonly string[] {
  return [...text.matchAll(ID)].map(([, id = '']) => id);
}

export function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(HEADING)].map(([, title = '']) => slugOf(title));
  return new Set([...explicitAnchors(text), ...headings]);
}

/** Of several headings with one title only the first can be named. */
function slugOf(title: string): string {
  return title
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

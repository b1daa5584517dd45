/** Which texts of a page come from no catalogue: in accented English those that stand outside of brackets. */
import type { Page } from 'playwright-core';

/** What is written alike in each language: names, numbers, days as `Intl` writes them, and signs. */
const WRITTEN_ALIKE = [
  /\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}\b/g,
  /\b\d+ (?:sec|min|hr|hrs|secs|mins|days?)\b(?: ago)?/g,
  /\bin \d+ \w+\b/g,
  /\b[\w-]+\.example\b/g,
  /\bCC-?[\w.-]+/g,
  /\bAdduce\b/g,
  /\bBLAKE3\b/g,
  /\b(?:HTML|JSON|CBOR|PDF|SVG|GraphML|CSV|RIS|Markdown)\b/g,
  // The corpus, its documents and its questions.
  /\bsky\b/gi,
  /\bMiB\b/g,
  /\bHow many moons does \w+ have\?|\b\w+ has \d+ known moons\.|\bWho painted the zeppelin\?/g,
] as const;

/** Attributes that are shown, or read to somebody. */
const READ = ['aria-label', 'aria-valuetext', 'title', 'placeholder'];

/** Texts that stay: of documents and readers (`dir`, `lang`), of programs (`code`), of fields. */
const OTHERS =
  '[dir="auto"], #page [lang], code, bdi, textarea, script, style, noscript, .language, .corpus select, kbd, .entry, .keys dt';

export async function textsInNoCatalogue(page: Page): Promise<string[]> {
  const texts = await page.evaluate(
    ({ read, others }) => {
      const found: string[] = [];
      for (const element of document.body.querySelectorAll('*')) {
        if (element.closest(others) !== null) continue;
        for (const name of read) found.push(element.getAttribute(name) ?? '');
      }
      const body = document.body.cloneNode(true) as HTMLElement;
      for (const other of body.querySelectorAll(others)) other.remove();
      // A message goes through the elements that are within it.
      const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
      const parts: string[] = [];
      while (walker.nextNode()) parts.push(walker.currentNode.textContent ?? '');
      found.push(document.title, parts.join('\n'));
      return found;
    },
    { read: READ, others: OTHERS },
  );
  return texts.flatMap((text) => outsideOf(text));
}

/** What is left of a text when what stands in brackets, from the innermost on, is taken out. */
function outsideOf(text: string): string[] {
  let left = text;
  for (let before = ''; before !== left; ) {
    before = left;
    left = left.replaceAll(/⟦[^⟦⟧]*⟧/g, '\n');
  }
  for (const alike of WRITTEN_ALIKE) left = left.replaceAll(alike, ' ');
  return left.split('\n').filter((line) => /\p{L}{2,}/u.test(line));
}

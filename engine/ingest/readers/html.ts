import { Readability } from '@mozilla/readability';
import { languageOfText } from '../../text/detect-language.ts';
import { decodeText } from './decode-text.ts';
import { type HtmlDocument, type HtmlElement, parsePage } from './html-dom.ts';
import { pageMetadata } from './html-metadata.ts';
import { withoutTemplates, writeElement } from './html-text.ts';
import { type BuiltText, LayoutBuilder } from './layout-builder.ts';
import { type Parsed, type ReadResult, refusal } from './read-document.ts';

const MEDIA_TYPE = 'text/html';
/** Largest page in characters; the parser holds about a hundred bytes for each. */
const MAX_HTML_CHARS = 8 * 1024 * 1024;
/** Pages whose nodes lie deeper in sum are not scored for their main part: scoring looks at their ancestors. */
const MAX_SCORED_DEPTH = 400_000;

/** Reads a page's main part: `main`, else its one `article`, else the part that reads like one, else its body. */
export function readHtml(name: string, bytes: Uint8Array): ReadResult {
  const decoded = decodeText(bytes);
  if (!decoded.ok) return refusal(name, null, decoded);
  if (decoded.value.length > MAX_HTML_CHARS) {
    const detail = `the page is longer than ${MAX_HTML_CHARS} characters`;
    return refusal(name, null, { reason: 'too_large', detail });
  }
  const html = withoutTemplates(decoded.value);
  const page = parsePage(html);
  if (!page.ok) return refusal(name, null, page);
  const metadata = pageMetadata(page.value.document, name);
  const title = metadata.title ?? name;
  const body = pageText(page.value.document, html, title);
  if (!body.ok) return refusal(name, null, body);
  const lang = metadata.lang ?? languageOfText(body.value.text);
  return { ok: true, document: { ...metadata, lang, title, ...body.value, mediaType: MEDIA_TYPE, bytes } };
}

function pageText(document: HtmlDocument, html: string, title: string) {
  const marked = markedMainPart(document);
  if (marked !== null) return elementText(marked, title);
  const likely = likelyMainPart(html);
  const text = likely === null ? null : elementText(likely, title);
  return text?.ok === true ? text : elementText(document, title);
}

function markedMainPart(document: HtmlDocument): HtmlElement | null {
  const main = document.querySelector('main, [role="main"]');
  if (main !== null) return main;
  const articles = [...document.querySelectorAll('article')];
  return articles.length === 1 ? (articles[0] ?? null) : null;
}

/** Scoring rewrites the document that it is given, so it gets one of its own. */
function likelyMainPart(html: string): HtmlElement | null {
  const page = parsePage(html);
  if (!page.ok || page.value.totalDepth > MAX_SCORED_DEPTH) return null;
  const { document } = page.value;
  // A fragment without an `html` element is no document to the scorer, and it has no page around its text.
  if (document.documentElement?.localName !== 'html') return null;
  // Readability's own type asks for the browser library's Document, which this project does not load.
  const article = new Readability<unknown>(document as never, { serializer: (node) => node }).parse();
  return (article?.content ?? null) as HtmlElement | null;
}

function elementText(root: HtmlElement, title: string): Parsed<BuiltText> {
  const builder = new LayoutBuilder();
  writeElement(builder, root);
  if (builder.overflowed) return { ok: false, reason: 'too_large', detail: 'the plain text is too large' };
  const value = builder.finish(title);
  if (value.text === '') return { ok: false, reason: 'empty', detail: 'the page has no text' };
  return { ok: true, value };
}

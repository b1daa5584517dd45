import { parseHTML } from 'linkedom';
import { MAX_DEPTH, MAX_NODES, type Parsed } from './read-document.ts';

/** The part of the DOM that the HTML reader uses; the project's types hold no browser library. */
export interface HtmlNode {
  readonly nodeType: number;
  readonly firstChild: HtmlNode | null;
  readonly nextSibling: HtmlNode | null;
  readonly textContent: string | null;
}

export interface HtmlElement extends HtmlNode {
  /** Lower case. */
  readonly localName: string;
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): Iterable<HtmlElement>;
  querySelector(selector: string): HtmlElement | null;
}

export interface HtmlDocument extends HtmlElement {
  readonly documentElement: HtmlElement | null;
}

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

/** Whether a node is an element; tells the compiler so. */
export function isElement(node: HtmlNode): node is HtmlElement {
  return node.nodeType === ELEMENT_NODE;
}

export function isText(node: HtmlNode): boolean {
  return node.nodeType === TEXT_NODE;
}

/** A parsed page and how much work its shape makes. */
export interface HtmlPage {
  readonly document: HtmlDocument;
  /** Sum of the depths of all nodes: what a pass costs that looks at each node's ancestors. */
  readonly totalDepth: number;
}

/** Parses a page, scripts never run. A page with too many or too deeply nested nodes is refused. */
export function parsePage(html: string): Parsed<HtmlPage> {
  // linkedom's types claim a browser's window wherever a dependency brings those types along.
  const { document } = parseHTML(html) as unknown as { readonly document: HtmlDocument };
  return measurePage(document);
}

/** Walks with its own stack: a recursive walk would overflow on the very pages that are refused here. */
function measurePage(document: HtmlDocument): Parsed<HtmlPage> {
  const stack: { node: HtmlNode; depth: number }[] = [{ node: document, depth: 0 }];
  let totalDepth = 0;
  for (let count = 0; ; count += 1) {
    const top = stack.pop();
    if (top === undefined) return { ok: true, value: { document, totalDepth } };
    if (count >= MAX_NODES) return tooComplex(`the page has more than ${MAX_NODES} nodes`);
    if (top.depth > MAX_DEPTH) return tooComplex(`the page nests deeper than ${MAX_DEPTH} elements`);
    totalDepth += top.depth;
    for (let child = top.node.firstChild; child !== null; child = child.nextSibling) {
      stack.push({ node: child, depth: top.depth + 1 });
    }
  }
}

function tooComplex(detail: string): Parsed<never> {
  return { ok: false, reason: 'too_complex', detail };
}

/** What a reader of the page sees or hears stands in a catalogue, and what stands there is said. */
import { glob } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ENGLISH_AREAS } from './areas.ts';
import { parsed, type SyntaxNode, textOf, walk } from './syntax.ts';

const WEB = join(import.meta.dirname, '../../../../bff/web');

/** Texts that look like prose, and are the same in each language or nobody's to read. */
const ALLOWED: readonly string[] = [
  // Names.
  'Adduce',
  'English',
  'Deutsch',
  'Español',
  'GraphML',
  'Markdown',
  'BLAKE3',
  'NAME+ID+BASE64',
  ', BLAKE3',
  'BroadcastChannel',
  'https://',
  '/verify.mjs',
  // Keys of a keyboard.
  'Enter',
  // Faults of the program, which no reader meets.
  'index.html has no #page',
  'no place is provided here',
  'no place of the explorer is provided here',
  'no place of the library is provided here',
  'no verdicts are provided here',
  'the server answered {}',
  'cancelled',
  // What is in a page.
  'input:not([type="checkbox"]), textarea, select, dialog',
  '.ask-line input',
  // What browsers and formats call things.
  'Error',
  'FileSkipped',
  'Notification',
  '12px system-ui, sans-serif',
  'T23:59:59.999Z',
];

/** Attributes that are read to somebody, or shown. */
const READ = new Set([
  'aria-label',
  'aria-valuetext',
  'aria-description',
  'title',
  'placeholder',
  'alt',
  'label',
]);
/** Attributes that hold names of the program. */
const NAMES = new Set(['className', 'rel', 'viewBox', 'accept', 'd']);

interface FoundText {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

async function* sources(): AsyncGenerator<string> {
  for await (const file of glob('**/*.{ts,tsx}', { cwd: WEB })) {
    if (!/^(?:dist|catalogues\/(?:en|de|es))\/|\.config\.ts$|\.d\.ts$/.test(file)) yield join(WEB, file);
  }
}

async function literalTexts(path: string): Promise<FoundText[]> {
  const { tree, text: source } = await parsed(path);
  const found: FoundText[] = [];
  for (const { node, above } of walk(tree)) {
    const text = readText(node, above);
    if (text === null || ALLOWED.includes(text.trim())) continue;
    const line = source.slice(0, node.start).split('\n').length;
    found.push({ file: relative(WEB, path), line, text });
  }
  return found;
}

/** The text of a node that a reader may meet; null for any other. */
function readText(node: SyntaxNode, above: readonly SyntaxNode[]): string | null {
  if (node.type === 'JSXText') return hasLetters(String(node.value)) ? String(node.value) : null;
  const text = textOf(node);
  if (text === null || !hasLetters(text) || isNameOf(node, above)) return null;
  const attribute = above.findLast(({ type }) => type === 'JSXAttribute' || type === 'JSXElement');
  const name = attribute?.type === 'JSXAttribute' ? (attribute.name as SyntaxNode).name : null;
  if (typeof name === 'string' && NAMES.has(name)) return null;
  const isShown = (typeof name === 'string' && READ.has(name)) || isChild(above);
  const isSaid = isArgument(node, above) || isCompared(above);
  return (isShown && !isSaid) || isProse(text) ? text : null;
}

function hasLetters(text: string): boolean {
  return /\p{L}/u.test(text);
}

/** A capital letter and small ones, or two words; markup and media queries are neither. */
function isProse(text: string): boolean {
  if (/^<|^\(prefers-/.test(text)) return false;
  return /^\P{L}*\p{Lu}\p{Ll}/u.test(text) || /\p{L}{2,}[,.:;]? \p{L}{2,}/u.test(text);
}

/** Of a module, a type, or a member. */
function isNameOf(node: SyntaxNode, above: readonly SyntaxNode[]): boolean {
  const parent = above.at(-1);
  if (parent === undefined) return false;
  if (/^(?:Import|Export)/.test(parent.type)) return true;
  if (above.some(({ type }) => type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(type)))
    return true;
  return parent.type === 'Property' && parent.key === node;
}

/** Of an element, also where a condition chooses between texts. */
function isChild(above: readonly SyntaxNode[]): boolean {
  const at = above.findLastIndex(({ type }) => type === 'JSXExpressionContainer');
  const between = above.slice(at + 1).map(({ type }) => type);
  const parent = above[at - 1];
  return (
    at > 0 &&
    (parent?.type === 'JSXElement' || parent?.type === 'JSXFragment') &&
    between.every((type) => /^(?:ConditionalExpression|LogicalExpression|TemplateLiteral)$/.test(type))
  );
}

/** Of a call, such as the key of a message. */
function isArgument(node: SyntaxNode, above: readonly SyntaxNode[]): boolean {
  const call = above.findLast(({ type }) => type === 'CallExpression' || type === 'JSXExpressionContainer');
  return call?.type === 'CallExpression' && call.callee !== node;
}

function isCompared(above: readonly SyntaxNode[]): boolean {
  return above.at(-1)?.type === 'BinaryExpression';
}

describe('the page', () => {
  it('has no text outside of its catalogues', async () => {
    const found: FoundText[] = [];
    for await (const path of sources()) found.push(...(await literalTexts(path)));
    expect(found.map(({ file, line, text }) => `${file}:${line} ${text.trim()}`)).toEqual([]);
  });

  it.each([
    ['<p>Nothing here</p>', 'Nothing here'],
    ['<p>{isOn ? "on" : null}</p>', 'on'],
    ['<p aria-label="files" />', 'files'],
    ['<input placeholder={isOn ? "none" : other} />', 'none'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a source that has a template
    ['<p aria-label={`Source ${number}`} />', 'Source {}'],
    ['<Tab title="Receipt" />', 'Receipt'],
    ['words(isOn ? "It is here" : "")', 'It is here'],
    ['const LOST = "The server is lost."', 'The server is lost.'],
    ['throw new Error("The file is too large")', 'The file is too large'],
  ])('would be refused for %s', async (source, text) => {
    expect(await textsOf(source)).toEqual([text]);
  });

  it.each([
    '<p className="facts muted">{sayShell("close")}</p>',
    '<p data-open={state === "open"}>{sayShell(isOn ? "ask" : "asking")}</p>',
    '<p aria-label={sayAnswer(isOn ? "source" : "other", { number })} />',
    '<input type="search" dir="auto" />',
    'import { x } from "./Some thing.ts"',
  ])('would not be refused for %s', async (source) => {
    expect(await textsOf(source)).toEqual([]);
  });
});

async function textsOf(source: string): Promise<string[]> {
  const { tree } = await parsed('made.tsx', source);
  return [...walk(tree)].flatMap(({ node, above }) => readText(node, above) ?? []);
}

describe('each message of the catalogues', () => {
  const said = new Map<string, Set<string>>();

  beforeAll(async () => {
    for await (const path of sources()) {
      const { tree, text } = await parsed(path);
      const areas = [...text.matchAll(/catalogues\/(\w+)\.ts'/g)].map(([, area = '']) => area);
      const texts = [...walk(tree)].flatMap(({ node }) => textOf(node) ?? []);
      for (const area of areas) said.set(area, new Set([...(said.get(area) ?? []), ...texts]));
    }
  });

  it.each(Object.keys(ENGLISH_AREAS))('of %s is said somewhere', (area) => {
    const words = ENGLISH_AREAS[area as keyof typeof ENGLISH_AREAS];
    const texts = said.get(area) ?? new Set<string>();
    const isSaid = (key: string) => texts.has(key) || texts.has(`${key.split('.')[0]}.{}`);
    expect(Object.keys(words).filter((key) => !isSaid(key))).toEqual([]);
  });
});

/** Features of the place of a sentence: its block, and what stands above it. They are read in every language. */
import type { BlockKind } from '../document/layout.ts';
import { type ClaimFeature, share, yes } from './feature.ts';
import { isConstant } from './shape-features.ts';

const KINDS: readonly (readonly [BlockKind, string])[] = [
  ['item', 'an item of a list'],
  ['row', 'a row of a table'],
];
const STOPS = /[.!?]$/;
/** A heading that is a name: `server.port`, `render(options)`; not a version. */
const NAME = /^\p{L}[^\s(]*(?:\(.*\))?$/u;

export const CONTEXT_FEATURES: readonly ClaimFeature[] = [
  ...KINDS.map(
    ([kind, meaning]): ClaimFeature => ({
      name: `kind-${kind}`,
      meaning,
      of: (sentence) => yes(sentence.kind === kind),
    }),
  ),
  {
    name: 'row-under-header',
    meaning: 'a row with as many cells as its head row, which names them',
    of: ({ text, context: { header } }) =>
      yes(header?.some((cell) => cell !== '') === true && text.split(' | ').length === header.length),
  },
  {
    name: 'empty-cells',
    meaning: 'share of the cells of a row that say nothing',
    of: ({ text, kind }) =>
      kind === 'row' ? share(` ${text} `.split(' | '), (cell) => !/[\p{L}\p{N}]/u.test(cell)) : 0,
  },
  {
    name: 'constant-under-name',
    meaning: 'such a label and value under a heading of one word: what the heading names has this value',
    of: ({ text, context: { headings } }) => yes(isConstant(text) && NAME.test(headings.at(-1) ?? '')),
  },
  {
    name: 'completes-lead-in',
    meaning: 'an item that completes a sentence which ends open',
    of: ({ kind, context: { leadIn } }) => yes(kind === 'item' && /[:：]$/.test(leadIn ?? '')),
  },
  {
    name: 'names-title',
    meaning: 'share of the longer words of the title that it repeats',
    of: ({ text, context: { title } }) => {
      const words = title.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
      const said = new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu));
      return share(words, (word) => said.has(word.toLowerCase()));
    },
  },
  {
    name: 'after-statement',
    meaning: 'the sentence before it ends as one',
    of: ({ context: { before } }) => yes(STOPS.test(before ?? '')),
  },
];

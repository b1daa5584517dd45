/** Features of the place of a sentence: its block, and what stands above it. They are read in every language. */
import { type ClaimFeature, feature, share } from './feature.ts';
import { isConstant } from './shape-features.ts';

const STOPS = /[.!?]$/;
/** A heading that is a name: `server.port`, `render(options)`; not a version. */
const NAME = /^\p{L}[^\s(]*(?:\(.*\))?$/u;

export const CONTEXT_FEATURES: readonly ClaimFeature[] = [
  feature('kind-item', 'an item of a list', ({ kind }) => kind === 'item'),
  feature('kind-row', 'a row of a table', ({ kind }) => kind === 'row'),
  feature(
    'row-under-header',
    'a row with as many cells as its head row, which names them',
    ({ text, context: { header } }) =>
      header?.some((cell) => cell !== '') === true && text.split(' | ').length === header.length,
  ),
  feature('empty-cells', 'share of the cells of a row that say nothing', ({ text, kind }) =>
    kind === 'row' ? share(` ${text} `.split(' | '), (cell) => !/[\p{L}\p{N}]/u.test(cell)) : 0,
  ),
  feature(
    'constant-under-name',
    'such a label and value under a heading of one word: what the heading names has this value',
    ({ text, context: { headings } }) => isConstant(text) && NAME.test(headings.at(-1) ?? ''),
  ),
  feature(
    'completes-lead-in',
    'an item that completes a sentence which ends open',
    ({ kind, context: { leadIn } }) => kind === 'item' && /[:：]$/.test(leadIn ?? ''),
  ),
  feature(
    'names-title',
    'share of the longer words of the title that it repeats',
    ({ text, context: { title } }) => {
      const words = title.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
      const said = new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu));
      return share(words, (word) => said.has(word.toLowerCase()));
    },
  ),
  feature('after-statement', 'the sentence before it ends as one', ({ context: { before } }) =>
    STOPS.test(before ?? ''),
  ),
];

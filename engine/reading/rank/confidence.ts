/** How sure an answer is: a table of features of the sentences that were chosen and of those that were not. */
import { type LogisticWeights, probabilityOf } from '../logistic.ts';
import type { Difference, DifferenceKind } from '../relate/alignment.ts';
import { ranksDiffer } from '../relate/features.ts';
import { saidKeys } from '../words/said-words.ts';
import { type Asked, wordCountOf } from './asked.ts';
import { askedPair } from './asked-pair.ts';
import { labelOf } from './candidate.ts';
import { documentOf } from './compose.ts';
import { FEATURES } from './features.ts';
import type { RankedView } from './ranking.ts';
import type { SaidWord } from './said.ts';
import { answerIn, verdictOf } from './verdict.ts';
import { type CandidateView, coveredBy } from './view.ts';

/** What the confidence is a function of. */
export interface Composed {
  readonly ranking: readonly RankedView[];
  /** Of the ranking; not empty. */
  readonly chosen: readonly RankedView[];
}

export interface Signal {
  readonly name: string;
  readonly means: string;
  readonly of: (state: Composed) => number;
}

/**
 * Rows that say which of several sentences holds, or what it could answer with, but not that it is asked for: they count as
 * far as the first has the question's words.
 */
const AS_FAR_AS_ASKED: Readonly<Record<string, (view: CandidateView) => number>> = {
  kind: ({ said }) => said.withContext,
  older_twin: coveredWithContext,
  replaces: coveredWithContext,
};

export const SIGNALS: readonly Signal[] = [
  { name: 'share', means: 'the chosen ones have most of the share', of: ({ chosen }) => shareOf(chosen) },
  { name: 'several', means: 'several sentences were chosen', of: ({ chosen }) => (chosen.length - 1) / 2 },
  {
    name: 'margin',
    means: 'there is a second sentence, and it is far behind',
    of: ({ ranking: [first, second] }) =>
      first && second ? Math.min(MAX_MARGIN, first.score - second.score) / MAX_MARGIN : 0,
  },
  {
    name: 'document_share',
    means: 'the sentences of its document have most of the share',
    of: (state) => shareOf(state.ranking.filter((one) => documentOf(one) === documentOf(leadOf(state)))),
  },
  {
    name: 'covered_with_context',
    means: "a chosen one holds the question's words with its context",
    of: best(coveredWithContext),
  },
  {
    name: 'covered_with_before',
    means: 'the same with the sentence before',
    of: best((view) => coveredBy(view, view.read.own, view.read.context, view.read.title, view.read.before)),
  },
  {
    name: 'said_with_context',
    means: "a chosen one says the question's words, in these or others, whatever their rarity",
    of: best(({ said }) => said.withContext),
  },
  {
    name: 'said_in_brief',
    means: 'the same of the first, in a short document',
    of: (state) => leadOf(state).view.said.withContext * brevityOf(leadOf(state)),
  },
  { name: 'brief', means: 'the document of the first is short', of: (state) => brevityOf(leadOf(state)) },
  { name: 'replaced', means: 'a chosen one is replaced', of: best(({ stated }) => Number(stated.replaced)) },
  ...ofTheFirst(['heading_asked', 'figure_for_keywords', 'item']),
  ...FEATURES.flatMap(({ name, means, of }): Signal[] => {
    const asked = AS_FAR_AS_ASKED[name];
    if (asked === undefined) return [];
    return [
      { name, means: `the first ${means}, as far as asked`, of: first((view) => of(view) * asked(view)) },
    ];
  }),
  {
    name: 'said_otherwise',
    means: 'words of the question are said in other words only, by the first or above it',
    of: first(({ said }) => shareWhere(said.words, ({ grade }) => grade > 0 && grade < 1)),
  },
  {
    name: 'common_missing',
    means: 'the first lacks words that many others say',
    of: first(({ said }) => shareWhere(said.words, ({ grade, spread }) => grade === 0 && spread > COMMON)),
  },
  {
    name: 'rare_missing',
    means: 'the first lacks words that few say',
    of: first(({ said }) => rarityWhere(said.words, ({ grade }) => grade === 0)),
  },
  {
    name: 'unsaid',
    means: 'something is asked for by name, and no candidate says rare words of the question',
    of: first(({ said, pool }) => {
      return ASKS_THING.test(pool.asked.form) ? rarityWhere(said.words, ({ spread }) => spread === 0) : 0;
    }),
  },
  {
    name: 'nouns_missing',
    means: "the first lacks the question's nouns",
    of: first(({ said: { words } }) => {
      const nouns = words.filter(({ noun }) => noun);
      return shareWhere(nouns, ({ grade }) => grade === 0);
    }),
  },
  {
    name: 'last_missing',
    means: "the first lacks the question's last word",
    of: first(({ said }) => Number(said.words.at(-1)?.grade === 0)),
  },
  {
    name: 'other_names',
    means: 'the first has names that the question does not have',
    of: first(({ values, pool: { asked } }) => {
      const text = asked.text.toLowerCase();
      return Math.min(1, values.names.filter((name) => !text.includes(name)).length / MANY_NAMES);
    }),
  },
  {
    name: 'other_label',
    means: 'the first stands behind a label, or in a row, that the question does not name',
    of: first(otherLabel),
  },
  {
    name: 'denied',
    means: 'the question, a sentence, denies what the first says, or the other way round',
    of: differs('denial', (_, { form }) => Number(form !== 'open')),
  },
  {
    name: 'opposite',
    means: 'the first has the opposite of a word of the question in its place',
    of: differs('opposite', ({ near }) => near),
  },
  {
    name: 'other_name',
    means: 'the first has another name in the place of one of the question',
    of: differs('name', ({ near }) => near),
  },
  {
    name: 'other_rank',
    means: 'the question asks for another rank than the first states',
    of: first((view) => Number(ranksDiffer(askedPair(view)))),
  },
  { name: 'keywords', means: 'the question is no sentence', of: asks(/^open$/) },
  { name: 'asks_figure', means: 'it asks for an amount or a time', of: asks(/^(?:count|measure|date)$/) },
  {
    name: 'similar',
    means: 'the first is near to the question in meaning',
    of: first(({ similarity }) => Math.max(0, similarity ?? 0)),
  },
];

/** Of a question for yes or no: whether the verdict is right. */
export const SIGNALS_OF_YES_NO: readonly Signal[] = [
  ...SIGNALS.filter(({ name }) =>
    ['margin', 'covered_with_context', 'rare_missing', 'nouns_missing', 'denied', 'opposite'].includes(name),
  ),
  { name: 'says_no', means: 'it is no', of: (state) => Number(verdictOf(leadOf(state)) === 'no') },
  {
    name: 'answers',
    means: 'the first says yes or no itself',
    of: first(({ read }) => Number(answerIn(read.candidate.text) !== null)),
  },
];

/** Of a question with one content word at most: most sentences that were found have it, and so most signals say nothing. */
export const SIGNALS_OF_ONE_WORD: readonly Signal[] = [
  ...SIGNALS.filter(({ name }) => ['share', 'document_share', 'item', 'keywords'].includes(name)),
  ...ofTheFirst(['opens', 'adjacent', 'position', 'row', 'defines', 'labelled', 'length']),
  { name: 'asks_name', means: 'the question asks who or where', of: asks(/^name$/) },
];

/** Differences of scores beyond it say no more. */
const MAX_MARGIN = 3;
/** Sums of rarities beyond it say no more. */
const MAX_RARITY = 10;
const MANY_NAMES = 3;
/** Sentences of a document of half the brevity. */
const BRIEF = 6;
/** A word is common where more than this share of the candidates says it. */
const COMMON = 0.25;
/** Almost every sentence has a name: that its kind is right says least here. */
const ASKS_THING = /^(?:entity|name)$/;

/** The signals by which the confidence of an answer to this question goes. */
export function signalsFor(asked: Asked): readonly Signal[] {
  if (asked.form === 'yes-no') return SIGNALS_OF_YES_NO;
  return wordCountOf(asked) > 1 ? SIGNALS : SIGNALS_OF_ONE_WORD;
}

/** The probability that the answer is right, 0 to 1. @param model that was learned from questions like this */
export function confidenceOf(model: LogisticWeights, state: Composed): number {
  return probabilityOf(model, signalsFor(leadOf(state).view.pool.asked), state);
}

function leadOf({ chosen, ranking }: Composed): RankedView {
  const lead = chosen[0] ?? ranking[0];
  if (lead === undefined) throw new RangeError('nothing was chosen');
  return lead;
}

/** Rows of the table of features that say of the first sentence how sure its answer is. */
function ofTheFirst(names: readonly string[]): Signal[] {
  return FEATURES.filter(({ name }) => names.includes(name)).map(({ name, means, of }) => {
    return { name, means: `the first ${means}`, of: first(of) };
  });
}

function shareOf(views: readonly RankedView[]): number {
  return views.reduce((sum, { share }) => sum + share, 0);
}

function brevityOf({ view }: RankedView): number {
  return 1 / (1 + view.read.candidate.sentences / BRIEF);
}

function shareWhere(words: readonly SaidWord[], is: (word: SaidWord) => boolean): number {
  return words.filter(is).length / Math.max(1, words.length);
}

/** The sum of the rarities, 1 from {@link MAX_RARITY} on. */
function rarityWhere(words: readonly SaidWord[], is: (word: SaidWord) => boolean): number {
  const rarity = words.reduce((sum, word) => sum + (is(word) ? word.rarity : 0), 0);
  return Math.min(1, rarity / MAX_RARITY);
}

function coveredWithContext(view: CandidateView): number {
  return coveredBy(view, view.read.own, view.read.context, view.read.title);
}

/** The share of the label's words that the question does not have; 0 without a label. */
function otherLabel({ read, pool }: CandidateView): number {
  const label = [...saidKeys(labelOf(read.candidate), read.candidate.lang)];
  const asked = new Set(pool.asked.words.flat());
  return label.filter((key) => !asked.has(key)).length / Math.max(1, label.length);
}

function differs(
  kind: DifferenceKind,
  of: (difference: Difference, asked: Asked) => number,
): (state: Composed) => number {
  return first((view) => {
    const difference = askedPair(view).differences.get(kind);
    return difference === undefined ? 0 : of(difference, view.pool.asked);
  });
}

function asks(form: RegExp): (state: Composed) => number {
  return first(({ pool }) => Number(form.test(pool.asked.form)));
}

function first(of: (view: CandidateView) => number): (state: Composed) => number {
  return (state) => of(leadOf(state).view);
}

function best(of: (view: CandidateView) => number): (state: Composed) => number {
  return ({ chosen }) => chosen.reduce((most, { view }) => Math.max(most, of(view)), 0);
}

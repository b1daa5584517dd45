/** How sure an answer is: two tables of features, of an answer from ranked sentences and of one by the rules. */
import type { Ranked } from '../../backbone/candidate.ts';
import { documentOf } from './compose.ts';
import { FEATURES } from './features.ts';
import type { RankedView, Weights } from './ranking.ts';
import { coveredBy, type View } from './view.ts';

/** A logistic model by the names of its features. */
export interface Confidence {
  readonly bias: number;
  readonly weights: Weights;
}

/** What the confidence in composed sentences is a function of. */
export interface Composed {
  readonly ranking: readonly RankedView[];
  /** Of the ranking; not empty. */
  readonly chosen: readonly RankedView[];
  /** By the rules, which read short facts well: what they are silent on, short documents hardly say. */
  readonly ranked: readonly Ranked[];
}

/** What the confidence in an answer by the rules is a function of. */
export interface ByRules {
  readonly ranking: readonly RankedView[];
  readonly ranked: readonly Ranked[];
  /** The leading sentence as the table ranks it; null where it is not near. */
  readonly lead: RankedView | null;
}

interface Signal<State> {
  readonly name: string;
  readonly means: string;
  readonly of: (state: State) => number;
}

export const COMPOSED_SIGNALS: readonly Signal<Composed>[] = [
  {
    name: 'share',
    means: 'the chosen sentences have most of the share',
    of: ({ chosen }) => shareOf(chosen),
  },
  {
    name: 'log_share',
    means: 'the same, on a scale that separates small shares',
    of: ({ chosen }) => Math.log(shareOf(chosen) + TINY) / 5,
  },
  {
    name: 'margin',
    means: 'the second sentence is far behind',
    of: ({ ranking: [first, second] }) =>
      Math.min(MAX_MARGIN, (first?.score ?? 0) - (second?.score ?? Number.NEGATIVE_INFINITY)) / MAX_MARGIN,
  },
  {
    name: 'document_share',
    means: 'the sentences of its document have most of the share',
    of: (state) => shareOf(state.ranking.filter((one) => documentOf(one) === documentOf(leadOf(state)))),
  },
  {
    name: 'section_share',
    means: 'the sentences of its section have most of the share',
    of: (state) => shareOf(state.ranking.filter((one) => sectionOf(one) === sectionOf(leadOf(state)))),
  },
  {
    name: 'score',
    means: 'the score of the first is high, whatever the others have',
    of: (state) => leadOf(state).score / 10,
  },
  { name: 'covered', means: "a chosen one holds the question's words", of: best((view) => own(view)) },
  { name: 'covered_with_context', means: 'the same with its context', of: best(withContext) },
  {
    name: 'covered_with_before',
    means: 'the same with the sentence before',
    of: best((view) => coveredBy(view, view.read.own, view.read.context, view.read.title, view.read.before)),
  },
  {
    name: 'words_covered',
    means: 'the first holds many words of the question, not only a large part',
    of: (state) => own(leadOf(state).view) * Math.min(1, askedOf(state).terms.length / 8),
  },
  {
    name: 'mark_missing',
    means: 'the first lacks names, numbers or codes of the question, with its context',
    of: (state) => featureOf('mark_missing', leadOf(state).view),
  },
  {
    name: 'mark_missing_in_brief',
    means: 'the same, in a short document',
    of: (state) => featureOf('mark_missing', leadOf(state).view) * brevityOf(leadOf(state)),
  },
  {
    name: 'kind',
    means: 'the first holds a value of the asked kind',
    of: (state) => featureOf('kind', leadOf(state).view),
  },
  {
    name: 'rules_silent',
    means: 'the rules find no answer',
    of: ({ ranked }) => Number(ranked.length === 0),
  },
  {
    name: 'rules_silent_in_brief',
    means: 'the same, in a short document',
    of: (state) => (state.ranked.length === 0 ? brevityOf(leadOf(state)) : 0),
  },
  {
    name: 'rules_agree',
    means: 'the sentence that leads by the rules was chosen',
    of: (state) => Number(agrees(state)),
  },
  {
    name: 'rules_disagree_in_brief',
    means: 'the rules lead with another sentence, and the document is short',
    of: (state) => (state.ranked.length === 0 || agrees(state) ? 0 : brevityOf(leadOf(state))),
  },
  {
    name: 'figure',
    means: 'the first holds a number',
    of: (state) => Number(leadOf(state).view.values.hasDigit),
  },
  {
    name: 'section_found',
    means: 'its section was found first',
    of: (state) => leadOf(state).view.read.candidate.sectionRetrieval,
  },
  { name: 'brief', means: 'its document is short', of: (state) => brevityOf(leadOf(state)) },
  {
    name: 'keywords',
    means: 'the question is no sentence',
    of: (state) => Number(askedOf(state).form === 'open'),
  },
  {
    name: 'asks_name',
    means: 'the question asks who, where or which',
    of: (state) => Number(askedOf(state).form === 'entity'),
  },
  {
    name: 'asks_figure',
    means: 'the question asks for an amount or a time',
    of: (state) => Number(/^(?:count|measure|date)$/.test(askedOf(state).form)),
  },
  {
    name: 'similar',
    means: 'the first is near to the question in meaning',
    of: (state) => Math.max(0, leadOf(state).view.similarity ?? 0),
  },
];

export const RULES_SIGNALS: readonly Signal<ByRules>[] = [
  { name: 'score', means: 'the score by the rules', of: ({ ranked: [first] }) => first?.score ?? 0 },
  { name: 'share', means: 'its share in the table', of: ({ lead }) => lead?.share ?? 0 },
  {
    name: 'log_share',
    means: 'the same, on a scale that separates small shares',
    of: ({ lead }) => Math.log((lead?.share ?? 0) + TINY) / 5,
  },
  {
    name: 'first',
    means: 'the table ranks it first too',
    of: ({ lead, ranking }) => Number(lead !== null && lead === ranking[0]),
  },
  { name: 'brief', means: 'its document is short', of: ({ lead }) => (lead === null ? 0 : brevityOf(lead)) },
  {
    name: 'score_in_brief',
    means: 'the score by the rules, in a short document',
    of: ({ lead, ranked: [first] }) => (lead === null ? 0 : brevityOf(lead)) * (first?.score ?? 0),
  },
  {
    name: 'share_in_brief',
    means: 'its share in the table, in a short document',
    of: ({ lead }) => (lead === null ? 0 : brevityOf(lead)) * (lead?.share ?? 0),
  },
  { name: 'covered', means: "it holds the question's words", of: ({ lead }) => (lead ? own(lead.view) : 0) },
  {
    name: 'covered_with_context',
    means: 'the same with its context',
    of: ({ lead }) => (lead ? withContext(lead.view) : 0),
  },
  {
    name: 'section_found',
    means: 'its section was found first',
    of: ({ lead }) => lead?.view.read.candidate.sectionRetrieval ?? 0,
  },
  {
    name: 'mark_missing',
    means: 'it lacks names, numbers or codes of the question, with its context',
    of: ({ lead }) => (lead === null ? 1 : featureOf('mark_missing', lead.view)),
  },
  { name: 'others', means: 'other sentences answer too', of: ({ ranked }) => Math.min(8, ranked.length) / 8 },
  {
    name: 'verdict',
    means: 'it says yes or no',
    of: ({ ranked: [first] }) => Number(first?.polarity != null),
  },
  {
    name: 'asks_verdict',
    means: 'the question asks for yes or no',
    of: ({ ranking: [first] }) => Number(first?.view.pool.asked.form === 'yes-no'),
  },
  {
    name: 'keywords',
    means: 'the question is no sentence',
    of: ({ ranking: [first] }) => Number(first?.view.pool.asked.form === 'open'),
  },
];

const TINY = 1e-6;
/** Differences of scores beyond it say no more. */
const MAX_MARGIN = 3;
/** Sentences of a document of half the brevity. */
const BRIEF = 6;

/** The probability that the answer is right, 0 to 1. */
export function confidenceOf<State>(
  signals: readonly Signal<State>[],
  { bias, weights }: Confidence,
  state: State,
): number {
  const score = signals.reduce((sum, { name, of }) => sum + (weights[name] ?? 0) * of(state), bias);
  return 1 / (1 + Math.exp(-score));
}

/** The signals' values, in their order. */
export function signalsOf<State>(signals: readonly Signal<State>[], state: State): number[] {
  return signals.map(({ of }) => of(state));
}

function agrees({ chosen, ranked: [first] }: Composed): boolean {
  return chosen.some(({ view }) => view.read.candidate.id === first?.candidate.id);
}

function featureOf(name: string, view: View): number {
  return FEATURES.find((feature) => feature.name === name)?.of(view) ?? 0;
}

function leadOf({ chosen, ranking }: Composed): RankedView {
  const lead = chosen[0] ?? ranking[0];
  if (lead === undefined) throw new RangeError('nothing was chosen');
  return lead;
}

function askedOf(state: Composed) {
  return leadOf(state).view.pool.asked;
}

function shareOf(views: readonly RankedView[]): number {
  return views.reduce((sum, { share }) => sum + share, 0);
}

function sectionOf({ view }: RankedView): string {
  return view.read.candidate.section;
}

function brevityOf({ view }: RankedView): number {
  return 1 / (1 + view.read.candidate.sentences / BRIEF);
}

function own(view: View): number {
  return coveredBy(view, view.read.own);
}

function withContext(view: View): number {
  return coveredBy(view, view.read.own, view.read.context, view.read.title);
}

function best(of: (view: View) => number): (state: Composed) => number {
  return ({ chosen }) => chosen.reduce((most, { view }) => Math.max(most, of(view)), 0);
}

/** How sure an answer is: a table of features of the sentences that were chosen and of those that were not. */
import { documentOf } from './compose.ts';
import { FEATURES } from './features.ts';
import type { RankedView, Weights } from './ranking.ts';
import { coveredBy, type View } from './view.ts';

/** A logistic model by the names of its features. */
export interface Confidence {
  readonly bias: number;
  readonly weights: Weights;
}

/** What the confidence is a function of. */
export interface Composed {
  readonly ranking: readonly RankedView[];
  /** Of the ranking; not empty. */
  readonly chosen: readonly RankedView[];
}

interface Signal {
  readonly name: string;
  readonly means: string;
  readonly of: (state: Composed) => number;
}

export const SIGNALS: readonly Signal[] = [
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
    name: 'said',
    means: "a chosen one says the question's words, in these or others",
    of: best(({ said }) => said.own),
  },
  {
    name: 'said_with_context',
    means: 'the same with its context, whatever their rarity',
    of: best(({ said }) => said.withContext),
  },
  {
    name: 'said_in_brief',
    means: 'the same, in a short document',
    of: (state) => leadOf(state).view.said.withContext * brevityOf(leadOf(state)),
  },
  {
    name: 'said_anywhere',
    means: 'some candidate says most of the words',
    of: ({ ranking }) => ranking.reduce((most, { view }) => Math.max(most, view.said.withContext), 0),
  },
  {
    name: 'kind_stated',
    means: 'a chosen one states a value of the asked kind in a form that is understood',
    of: best(({ stated }) => Number(stated.ofKind)),
  },
  {
    name: 'replaced',
    means: 'a chosen one has been replaced',
    of: best(({ stated }) => Number(stated.replaced)),
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
    name: 'kind_lacking',
    means: 'the first holds nothing that could be of the asked kind',
    of: (state) => Number(featureOf('kind', leadOf(state).view) === 0),
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
    of: (state) => Number(/^(?:name|entity)$/.test(askedOf(state).form)),
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

const TINY = 1e-6;
/** Differences of scores beyond it say no more. */
const MAX_MARGIN = 3;
/** Sentences of a document of half the brevity. */
const BRIEF = 6;

/** The probability that the answer is right, 0 to 1. */
export function confidenceOf({ bias, weights }: Confidence, state: Composed): number {
  const score = SIGNALS.reduce((sum, { name, of }) => sum + (weights[name] ?? 0) * of(state), bias);
  return 1 / (1 + Math.exp(-score));
}

/** The signals' values, in their order. */
export function signalsOf(state: Composed): number[] {
  return SIGNALS.map(({ of }) => of(state));
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

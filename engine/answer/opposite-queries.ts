/**
 * Queries for a text that disagrees: the same subject and attribute with another value, with a negation, with the
 * opposite predicate, with words of succession. Pure, the same queries for the same statement on every machine.
 */
import { queryTerms, terms } from '../../graph/terms.ts';
import { opposites as listedOpposites } from '../reading/words/lexicon.ts';

export type OppositeKind = 'other_value' | 'negation' | 'antonym' | 'succession';

/** A full-text query, analysed by `graph/terms.ts`. */
export interface OppositeQuery {
  readonly kind: OppositeKind;
  readonly terms: readonly string[];
}

/** A statement of an answer and the question that it answers. */
export interface AnsweredStatement {
  readonly question: string;
  readonly text: string;
  /** The value that another text would state differently. */
  readonly value: string;
  /** BCP 47. */
  readonly lang: string;
}

/** Most words of the subject and the attribute; the question's come first. */
const MAX_TOPIC = 16;
/** Most opposites that are looked for at once. */
const MAX_OPPOSITES = 12;

const NEGATION = 'no longer not never neither without cannot denied';
const SUCCESSION =
  'replaced successor succeeded superseded moved renamed former formerly previously since now appointed';

/** At most four queries, each once; none where the statement has no words but its value. */
export function oppositeQueries(stated: AnsweredStatement): OppositeQuery[] {
  const topic = topicOf(stated);
  if (topic.length === 0) return [];
  const opposites = topic.flatMap((term) => oppositesOf().get(term) ?? []);
  const queries: OppositeQuery[] = [
    { kind: 'other_value', terms: topic },
    { kind: 'negation', terms: joined(topic, terms(NEGATION, 'en')) },
    { kind: 'succession', terms: joined(topic, terms(SUCCESSION, 'en')) },
  ];
  if (opposites.length === 0) return queries;
  const without = topic.filter((term) => !oppositesOf().has(term));
  return [...queries, { kind: 'antonym', terms: joined(without, opposites.slice(0, MAX_OPPOSITES)) }];
}

/** The words of question and statement, without those of the value. */
function topicOf({ question, text, value, lang }: AnsweredStatement): string[] {
  const said = new Set(terms(value, lang));
  const words = joined(queryTerms(question, lang), queryTerms(text, lang));
  return words.filter((term) => !said.has(term)).slice(0, MAX_TOPIC);
}

function joined(some: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...some, ...more])];
}

let opposites: ReadonlyMap<string, readonly string[]> | undefined;

/** The single words with the opposite meaning of a word, by their terms. */
function oppositesOf(): ReadonlyMap<string, readonly string[]> {
  opposites ??= readOpposites();
  return opposites;
}

function readOpposites(): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const row of listedOpposites) {
    const [left = [], right = []] = row.map((side) => side.flatMap(singleTerm));
    for (const term of left) found.set(term, joined(found.get(term) ?? [], right));
    for (const term of right) found.set(term, joined(found.get(term) ?? [], left));
  }
  return found;
}

/** An expression of several words has no meaning word by word. */
function singleTerm(entry: string): string[] {
  const found = terms(entry, 'en');
  return found.length === 1 ? found : [];
}

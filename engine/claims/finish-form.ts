/** Completes a draft: scope, role, polarity and modality from the clause and from wording around it. */
import type { ClaimForm, ClaimModality, ClaimRole } from '../../graph/claim.ts';
import { queryTerms } from '../../graph/terms.ts';
import { findCues } from '../text/cues.ts';
import type { Token } from '../text/token.ts';
import { type Clause, hasOpenPronoun } from './clauses.ts';
import type { ClauseView, Draft } from './draft.ts';
import { REPORT_VERBS } from './lexicon.ts';
import { readScope } from './scope.ts';

/** A condition anywhere in the sentence may govern the clause. */
const CONDITION = /^(?:if|unless)$/i;

/** A sentence that is read: all its tokens, and its clauses in their order. */
export interface ReadClauses {
  readonly tokens: readonly Token[];
  readonly clauses: readonly Clause[];
}

/** The finished form. Object members are in the order of the shared type. */
export function finishForm(view: ClauseView, draft: Draft, { tokens, clauses }: ReadClauses): ClaimForm {
  const beside = statedBeside(view, { tokens, clauses });
  const { scope, closed } = readScope(view, draft);
  const { key, surface, how } = draft.subject;
  return {
    subject: { key, surface, how },
    attribute: draft.attribute,
    value: draft.value,
    scope,
    role: roleOf(view, draft, closed),
    polarity: view.clause.verb.negated ? 'negated' : 'affirmed',
    modality: modalityOf(view, tokens),
    ...(beside.length > 0 && { beside }),
    ...(clauses[0] === view.clause && hasOpenPronoun(clauses) && { open: true }),
  };
}

/** What the sentence states beside a clause, as terms: "…, and Ana Bell runs a museum". */
function statedBeside({ sentence, clause }: ClauseView, said: ReadClauses): string[] {
  const tokens = coordinateWith(clause, said).flatMap(({ fronted, subject, verbTokens, rest, tail }) => [
    ...[...fronted, ...subject, ...verbTokens, ...rest, ...tail],
  ]);
  const words = tokens.map(({ start, end }) => sentence.slice(start, end)).join(' ');
  return words === '' ? [] : queryTerms(words, 'en').toSorted();
}

/**
 * The other main clauses that "and" or "but" joins to this one; a reason or a relative clause belongs to this one.
 */
function coordinateWith(clause: Clause, { tokens, clauses }: ReadClauses): Clause[] {
  const main = clauses.filter(({ kind }) => kind === 'main');
  const chains: Clause[][] = [];
  for (const one of main) {
    if (isJoined(one, tokens)) chains.at(-1)?.push(one);
    else chains.push([one]);
  }
  const own = chains.find((chain) => chain.includes(clause)) ?? [];
  return own.filter((one) => one !== clause);
}

function isJoined({ fronted, subject, verbTokens }: Clause, tokens: readonly Token[]): boolean {
  const [first] = [...fronted, ...subject, ...verbTokens].toSorted((a, b) => a.start - b.start);
  return tokens[tokens.findIndex(({ start }) => start === first?.start) - 1]?.pos === 'CCONJ';
}

/** A past tense without the start of something new describes a former state; so does a closed period. */
function roleOf(view: ClauseView, draft: Draft, closed: boolean): ClaimRole {
  const { tense, former } = view.clause.verb;
  if (closed || former) return 'old';
  if (draft.starts || draft.value.kind === 'date') return 'current';
  if (tense === 'pluperfect' || tense === 'past') return 'old';
  const once = /^(?:once|formerly|previously|originally|initially)$/;
  const words = [...view.clause.fronted, ...view.clause.verbTokens, ...view.clause.rest.slice(0, 2)];
  return words.some((token) => once.test(token.norm)) ? 'old' : 'current';
}

/** The clause's own modality, else what the sentence around it says: a report, a condition. */
function modalityOf(view: ClauseView, tokens: readonly Token[]): ClaimModality {
  const { clause, sentence } = view;
  if (clause.verb.modality !== 'asserted') return clause.verb.modality;
  if (clause.reported || isReported(clause.fronted, clause.tail)) return 'reported';
  if (findCues(sentence).some((cue) => CONDITION.test(sentence.slice(cue.start, cue.end))))
    return 'hypothetical';
  const near = [...clause.fronted, ...clause.verbTokens, ...clause.rest];
  if (near.some((token) => /^(?:reportedly|allegedly|supposedly|purportedly)$/.test(token.norm)))
    return 'reported';
  if (near.some((token) => /^(?:perhaps|possibly|probably|maybe)$/.test(token.norm))) return 'hypothetical';
  return endsInReport(tokens) ? 'reported' : 'asserted';
}

function isReported(fronted: readonly Token[], tail: readonly Token[]): boolean {
  const cites = (part: readonly Token[]) =>
    part.some((token, i) => token.norm === 'according' && part[i + 1]?.norm === 'to');
  return cites(fronted) || cites(tail);
}

/** "…, a trial found.", "…, the mayor said." */
function endsInReport(tokens: readonly Token[]): boolean {
  const comma = tokens.findLastIndex((token) => token.text === ',');
  const tail = comma < 0 ? [] : tokens.slice(comma + 1);
  if (tail.length > 8 || /^(?:SCONJ|CCONJ|ADP)$/.test(tail[0]?.pos ?? '')) return false;
  return tail.some(
    ({ pos, lemma, norm }) => pos === 'VERB' && REPORT_VERBS.has(lemma) && !norm.endsWith('ing'),
  );
}

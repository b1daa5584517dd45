/** The verb group of a clause: main lemma, tense, voice, negation and modality. */
import type { ClaimModality } from '../../graph/claim.ts';
import type { Token } from '../text/token.ts';

export type Tense = 'present' | 'past' | 'perfect' | 'pluperfect' | 'none';

/** A verb group at tokens `[from, to)`. */
export interface VerbGroup {
  readonly from: number;
  readonly to: number;
  readonly lemma: string;
  readonly tense: Tense;
  readonly passive: boolean;
  readonly negated: boolean;
  readonly modality: ClaimModality;
  /** "used to be", "no longer": the statement is about the past. */
  readonly former: boolean;
}

const BE = /^(?:be|am|is|are|was|were|been|being|['’]s|['’]re)$/;
const PLAN =
  /^(?:plan|intend|aim|hope|propose|expect|schedule|due|set|slate|project|go|forecast|vow|pledge|promise|want|seek|try)$/;
const FUTURE = /^(?:will|shall|wo|['’]ll)$/;
const MODAL = /^(?:would|could|may|might|should|can|must|['’]d)$/;
const INSIDE = /^(?:not|n['’]t|to|never|no|longer|ever|about|likely|due|more)$/;
const MAX_GROUP = 12;

/** The first verb group at or after `at`; null when the clause has none. */
export function findVerbGroup(tokens: readonly Token[], at: number): VerbGroup | null {
  const from = tokens.findIndex((_, i) => i >= at && startsGroup(tokens, i));
  return from < 0 ? null : readGroup(tokens, from);
}

/** Whether a finite verb stands at `at`: an auxiliary, or a verb that is neither an -ing form nor an infinitive. */
export function startsGroup(tokens: readonly Token[], at: number): boolean {
  const [token, before] = [tokens[at], tokens[at - 1]];
  if (token === undefined) return false;
  if (token.pos === 'AUX') return !/^(?:be|been|being)$/.test(token.norm);
  if (/^['’](?:s|re|ve|ll|d)$/.test(token.norm)) return before?.pos === 'PRON';
  if (token.pos !== 'VERB' || token.norm.endsWith('ing') || before?.norm === 'to') return false;
  return !isReducedRelative(tokens, at);
}

/** "books published in 2010": a participle directly after a noun with another verb to come. */
function isReducedRelative(tokens: readonly Token[], at: number): boolean {
  const [token, before, after] = [tokens[at], tokens[at - 1], tokens[at + 1]];
  if (token === undefined || before === undefined || !/(?:ed|en|wn)$/.test(token.norm)) return false;
  if (before.pos === 'DET' || before.pos === 'ADJ' || before.pos === 'ADP') return true;
  const agent = after?.pos === 'ADP' && /^(?:by|at)$/.test(after.norm);
  return agent && tokens.slice(at + 1).some((later) => later.pos === 'AUX' || later.pos === 'VERB');
}

function readGroup(tokens: readonly Token[], from: number): VerbGroup {
  let to = from + 1;
  let main = from;
  while (to < tokens.length && to - from < MAX_GROUP) {
    if (!continuesGroup(tokens, to)) break;
    if (isVerbal(tokens[to])) main = to;
    to++;
  }
  while (to > main + 1 && tokens[to - 1]?.pos !== 'VERB' && !isNegation(tokens, to - 1)) to--;
  return describe(tokens, from, to, main);
}

function isVerbal(token: Token | undefined): boolean {
  return token?.pos === 'VERB' || token?.pos === 'AUX';
}

export function isNegation(tokens: readonly Token[], at: number): boolean {
  const norm = tokens[at]?.norm ?? '';
  return /^(?:not|n['’]t|never)$/.test(norm) || (norm === 'longer' && tokens[at - 1]?.norm === 'no');
}

function continuesGroup(tokens: readonly Token[], at: number): boolean {
  const [token, before] = [tokens[at], tokens[at - 1]];
  if (token === undefined || before === undefined) return false;
  if (token.pos === 'AUX') return true;
  if (token.norm === 'to' && before.pos === 'ADV' && !/^(?:likely|due|about)$/.test(before.norm))
    return false;
  if (token.norm === 'to') return isVerbal(tokens[at + 1]) && tokens[at + 1]?.norm.endsWith('ing') !== true;
  if (INSIDE.test(token.norm) || token.pos === 'ADV') return true;
  if (token.pos !== 'VERB') return false;
  return before.pos !== 'VERB' || before.norm === 'to';
}

function describe(tokens: readonly Token[], from: number, to: number, main: number): VerbGroup {
  const group = tokens.slice(from, to);
  const verb = tokens[main];
  const earlier = tokens.slice(from, main);
  const lemma = BE.test(verb?.norm ?? '') ? 'be' : (verb?.lemma ?? '');
  const passive =
    verb?.pos === 'VERB' && earlier.some((token) => BE.test(token.norm)) && !verb.norm.endsWith('ing');
  return {
    from,
    to,
    lemma,
    tense: tenseOf(tokens[from], earlier, verb),
    passive: passive && earlier.at(-1)?.norm !== 'to',
    negated: group.some((_, i) => isNegation(tokens, from + i)),
    modality: passive && PLAN.test(lemma) ? 'planned' : modalityOf(earlier),
    former: earlier.some((token, i) => token.norm === 'used' && earlier[i + 1]?.norm === 'to'),
  };
}

function tenseOf(first: Token | undefined, earlier: readonly Token[], verb: Token | undefined): Tense {
  if (first === undefined) return 'none';
  const more = earlier.length > 0 && first.pos === 'AUX';
  if (/^(?:has|have|['’]ve)$/.test(first.norm)) return more ? 'perfect' : 'present';
  if (first.norm === 'had') return more ? 'pluperfect' : 'past';
  if (/^(?:was|were|did)$/.test(first.norm)) return 'past';
  if (first.pos === 'AUX') return 'present';
  return isPastForm(verb ?? first) ? 'past' : 'present';
}

function isPastForm({ norm, lemma }: Token): boolean {
  return norm !== lemma && !/(?:ing|s)$/.test(norm);
}

function modalityOf(earlier: readonly Token[]): ClaimModality {
  if (earlier.some((token) => MODAL.test(token.norm))) return 'hypothetical';
  if (earlier.some((token) => FUTURE.test(token.norm))) return 'planned';
  const infinitive = earlier.some((token) => token.norm === 'to');
  if (infinitive && earlier.some((token) => PLAN.test(token.lemma))) return 'planned';
  const destined = infinitive && earlier.some((token) => BE.test(token.norm));
  return destined ? 'planned' : 'asserted';
}

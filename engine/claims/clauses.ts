/** Clauses of a sentence, cut by marks and connectives. Where the cut is unclear there is no clause, hence no form. */
import { isPronoun } from '../text/coreference.ts';
import type { Token } from '../text/token.ts';
import { REPORT_VERBS } from './lexicon.ts';
import { findVerbGroup, startsGroup, type VerbGroup } from './verb-group.ts';

/** One clause with a finite verb. Token arrays are parts of the sentence's tokens. */
export interface Clause {
  /** Adjuncts before the subject: "In Burundi", "Since 7 October 2024". */
  readonly fronted: readonly Token[];
  /** Empty for an elided subject; then `sharesSubject`. */
  readonly subject: readonly Token[];
  readonly verb: VerbGroup;
  readonly verbTokens: readonly Token[];
  readonly rest: readonly Token[];
  /** Adjuncts after a comma: "succeeding Theresa May". */
  readonly tail: readonly Token[];
  readonly kind: 'main' | 'relative' | 'apposition';
  readonly reported: boolean;
  readonly sharesSubject: boolean;
}

const RELATIVE = /^(?:which|who|whose|where|whom)$/;
const SUBORDINATOR =
  /^(?:after|before|because|although|though|when|if|unless|once|until|since|as|so|whether|despite|than)$/;
/** A main clause behind one of these holds under a condition only. */
const CONDITION = /^(?:when|if|unless|until|whether|once|than)$/;
const CONNECTIVE = /^(?:and|but|while|whereas|or|yet|so|however)$/;
/** A sentence with more segments than this is a list or a table. */
const MAX_SEGMENTS = 40;
/** "announced this week that": words between the verb of saying and what was said. */
const MAX_BEFORE_THAT = 5;

/** The clauses of a sentence in order. */
export function clausesOf(tokens: readonly Token[]): readonly Clause[] {
  const known = read.get(tokens);
  if (known !== undefined) return known;
  const clauses = readClauses(tokens);
  read.set(tokens, clauses);
  return clauses;
}

/** The tokens of a sentence are cached, and its clauses with them: it is read by itself, and before the next one. */
const read = new WeakMap<readonly Token[], readonly Clause[]>();

function readClauses(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = [];
  const plain = withoutMarker(withoutBrackets(tokens));
  for (const part of splitAt(plain, (token) => /^[;:—–]$/.test(token.text))) {
    const segments = splitAt(part, (token) => token.text === ',').filter((segment) => segment.length > 0);
    if (segments.length <= MAX_SEGMENTS) readSegments(segments, clauses);
  }
  return clauses;
}

/** "- The capital …", "3) The capital …": the marker of a list item. */
function withoutMarker(tokens: readonly Token[]): readonly Token[] {
  const [first, second] = tokens;
  if (/^[-+–]$/.test(first?.text ?? '')) return tokens.slice(1);
  return first?.pos === 'NUM' && second?.text === ')' ? tokens.slice(2) : tokens;
}

function withoutBrackets(tokens: readonly Token[]): Token[] {
  let depth = 0;
  return tokens.filter((token) => {
    if (/^[([]$/.test(token.text)) depth++;
    const inside = depth > 0;
    if (/^[)\]]$/.test(token.text) && depth > 0) depth--;
    return !inside && !/^[.!?"“”*_`•]$/.test(token.text);
  });
}

function splitAt(tokens: readonly Token[], isCut: (token: Token) => boolean): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (isCut(token)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

interface Pending {
  fronted: Token[];
  subject: readonly Token[] | null;
  appositions: (readonly Token[])[];
  broken: boolean;
}

const fresh = (): Pending => ({ fronted: [], subject: null, appositions: [], broken: false });

function readSegments(segments: readonly (readonly Token[])[], clauses: Clause[]): void {
  let pending = fresh();
  for (const segment of segments) {
    const verb = findVerbGroup(segment, 0);
    const first = segment[0]?.norm ?? '';
    if (verb === null) holdSegment(segment, pending, clauses);
    else if (RELATIVE.test(first)) addRelative(segment, pending, clauses);
    else if (SUBORDINATOR.test(first) && !isDatedAdjunct(segment, verb))
      pending.broken ||= CONDITION.test(first);
    else if (segment[0]?.pos === 'ADP' && segment.some((token) => RELATIVE.test(token.norm)))
      pending.broken = true;
    else if (!pending.broken) {
      addMain(segment, pending, clauses);
      pending = fresh();
    }
  }
}

/** "Since 7 October 2024 a stamp has cost …": an adjunct of time with a main clause behind it, not a subclause. */
function isDatedAdjunct(segment: readonly Token[], verb: VerbGroup): boolean {
  const { ahead } = splitFronted(segment);
  if (ahead.length > 0 && ahead.length < verb.from) return true;
  const head = segment.slice(1, verb.from);
  const lastNumber = head.findLastIndex((token) => /^\d/.test(token.text));
  return lastNumber >= 0 && lastNumber < head.length - 1;
}

function holdSegment(segment: readonly Token[], pending: Pending, clauses: Clause[]): void {
  const first = segment[0];
  if (first === undefined) return;
  const adjunct =
    first.pos === 'ADP' || first.pos === 'SCONJ' || first.pos === 'ADV' || first.norm.endsWith('ing');
  const last = clauses.at(-1);
  if (adjunct && pending.subject === null && last === undefined) pending.fronted.push(...segment);
  else if (last !== undefined && pending.subject === null) {
    clauses[clauses.length - 1] = { ...last, tail: [...last.tail, ...segment] };
  } else if (pending.subject === null) pending.subject = segment;
  else if (first.pos === 'DET' || isOffice(segment)) pending.appositions.push(segment);
  else if (!adjunct) pending.broken = true;
}

/** "Ivan Petrov, president of Tarsia since 2020, …" */
function isOffice(segment: readonly Token[]): boolean {
  return segment[0]?.pos === 'NOUN' && segment.some((token) => token.norm === 'of');
}

function addRelative(segment: readonly Token[], pending: Pending, clauses: Clause[]): void {
  const last = clauses.at(-1);
  const antecedent = pending.subject ?? (last === undefined ? null : trailingPhrase(last.rest));
  const verb = findVerbGroup(segment, 1);
  if (antecedent === null || verb?.from !== 1 || !/^(?:which|who)$/.test(segment[0]?.norm ?? '')) return;
  const relative = buildClause([], antecedent, segment, verb, 'relative');
  if (last === undefined || pending.subject !== null) clauses.push(relative);
  else clauses.splice(clauses.length - 1, 0, relative);
}

/** The noun phrase at the end of a clause that a following "which" takes up. */
function trailingPhrase(rest: readonly Token[]): readonly Token[] | null {
  const from = rest.findLastIndex((token) => token.pos === 'DET' || token.pos === 'ADP');
  const phrase = from < 0 ? rest : rest.slice(rest[from]?.pos === 'DET' ? from : from + 1);
  return phrase.some((token) => token.pos === 'PROPN') ? phrase : null;
}

function addMain(segment: readonly Token[], pending: Pending, clauses: Clause[]): void {
  for (const [i, piece] of coordinated(segment).entries()) {
    const clause = readMain(piece, i === 0 ? pending : fresh(), clauses.at(-1));
    if (clause === null) continue;
    for (const apposition of i === 0 ? pending.appositions : []) {
      clauses.push(appositionClause(clause, apposition));
    }
    clauses.push(clause);
  }
}

function appositionClause(clause: Clause, apposition: readonly Token[]): Clause {
  const is = { lemma: 'be', tense: 'present', passive: false, negated: false } as const;
  const verb: VerbGroup = { ...clause.verb, ...is };
  return { ...clause, verb, verbTokens: [], rest: apposition, tail: [], fronted: [], kind: 'apposition' };
}

function readMain(piece: readonly Token[], pending: Pending, before: Clause | undefined): Clause | null {
  const said = afterReport(piece);
  const tokens = said ?? piece;
  const start = CONNECTIVE.test(tokens[0]?.norm ?? '') ? 1 : 0;
  const verb = findVerbGroup(tokens, start);
  if (verb === null) return null;
  const { words, negated } = withoutNegation(tokens.slice(start, verb.from));
  const { ahead, own } = splitFronted(stripAdverbs(words));
  const subject = own.length > 0 ? own : (pending.subject ?? []);
  if (own.length > 0 && pending.subject !== null) return null;
  const group = negated ? { ...verb, negated } : verb;
  const clause = buildClause([...pending.fronted, ...ahead], subject, tokens, group, 'main');
  const sharesSubject = subject.length === 0 && before !== undefined;
  return { ...clause, reported: said !== null, sharesSubject };
}

/** "The library no longer opens": the negation stands before the verb, not in the subject. */
function withoutNegation(words: readonly Token[]): { words: readonly Token[]; negated: boolean } {
  const [before, last] = [words.at(-2), words.at(-1)];
  if (before?.norm === 'no' && last?.norm === 'longer') return { words: words.slice(0, -2), negated: true };
  if (last?.norm === 'never') return { words: words.slice(0, -1), negated: true };
  return { words, negated: false };
}

/** "In the United Kingdom a stamp": a place or time in front without a comma. */
function splitFronted(tokens: readonly Token[]): { ahead: readonly Token[]; own: readonly Token[] } {
  const first = tokens[0];
  if (first === undefined || !/^(?:ADP|SCONJ)$/.test(first.pos)) return { ahead: [], own: tokens };
  const cut = tokens.findIndex((token, i) => i > 1 && opensSubject(token, tokens[i - 1]));
  return cut < 0 ? { ahead: [], own: tokens } : { ahead: tokens.slice(0, cut), own: tokens.slice(cut) };
}

/** A determiner that no preposition governs, or a name straight after a common noun ("At present Kazakhstan"). */
function opensSubject(token: Token, before: Token | undefined): boolean {
  if (token.pos === 'DET') return before?.pos !== 'ADP' && before?.pos !== 'SCONJ';
  return token.pos === 'PROPN' && (before?.pos === 'NOUN' || before?.norm === 'present');
}

function buildClause(
  fronted: readonly Token[],
  subject: readonly Token[],
  tokens: readonly Token[],
  verb: VerbGroup,
  kind: Clause['kind'],
): Clause {
  return {
    fronted,
    subject,
    verb,
    verbTokens: tokens.slice(verb.from, verb.to),
    rest: beforeSubclause(tokens.slice(verb.to)),
    tail: [],
    kind,
    reported: false,
    sharesSubject: false,
  };
}

/** "A visitor claimed that …": what follows "that" is the reported statement. */
function afterReport(tokens: readonly Token[]): readonly Token[] | null {
  const verb = findVerbGroup(tokens, 0);
  if (verb === null || !REPORT_VERBS.has(verb.lemma)) return null;
  const that = tokens.findIndex((token, i) => i >= verb.to && token.norm === 'that');
  const from = that >= 0 && that - verb.to <= MAX_BEFORE_THAT ? that + 1 : verb.to;
  return findVerbGroup(tokens, from) === null ? null : tokens.slice(from);
}

/** Cuts at a subordinator, or at a relative pronoun, that has a finite verb behind it. */
function beforeSubclause(rest: readonly Token[]): readonly Token[] {
  const cut = rest.findIndex(
    (token, i) =>
      (SUBORDINATOR.test(token.norm) || RELATIVE.test(token.norm) || (token.norm === 'that' && i > 0)) &&
      findVerbGroup(rest, i + 1) !== null,
  );
  return cut < 0 ? rest : rest.slice(0, cut);
}

/** "A costs 5 and B costs 7": pieces around a connective when both have a finite verb. */
function coordinated(segment: readonly Token[]): (readonly Token[])[] {
  const pieces: (readonly Token[])[] = [];
  let from = 0;
  for (let at = 1; at < segment.length; at++) {
    if (!CONNECTIVE.test(segment[at]?.norm ?? '') || pieces.length >= MAX_SEGMENTS) continue;
    const own = findVerbGroup(segment.slice(from, at), 0) !== null;
    if (!own || !hasOwnVerb(segment, at + 1)) continue;
    pieces.push(segment.slice(from, at));
    from = at;
  }
  return [...pieces, segment.slice(from)];
}

function hasOwnVerb(segment: readonly Token[], at: number): boolean {
  const next = segment.findIndex((token, i) => i > at && CONNECTIVE.test(token.norm));
  const end = next < 0 ? segment.length : next;
  return segment.some((_, i) => i >= at && i < end && startsGroup(segment, i));
}

function stripAdverbs(tokens: readonly Token[]): readonly Token[] {
  const isKept = ({ pos }: Token) => pos !== 'ADV';
  const from = tokens.findIndex(isKept);
  return from < 0 ? [] : tokens.slice(from, tokens.findLastIndex(isKept) + 1);
}

const POSSESSIVE = /^(?:its|their|his|her)$/;

/**
 * Whether the first clause has an object that is a pronoun: "a path around it". The clause's own subject is something
 * else, and nothing stands before it that the sentence could mean.
 */
export function hasOpenPronoun([first]: readonly Clause[]): boolean {
  return first !== undefined && [first.fronted, first.rest, first.tail].some(hasObjectPronoun);
}

function hasObjectPronoun(tokens: readonly Token[]): boolean {
  return tokens.some(({ norm }, at) => {
    if (!isPronoun(norm) || POSSESSIVE.test(norm)) return false;
    return at === 0 || tokens[at - 1]?.pos === 'ADP';
  });
}

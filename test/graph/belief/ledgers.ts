/** Ledgers for the fold's tests: a terse way to write one, and random ones. */
import fc from 'fast-check';
import type { ClaimAddr, EventId } from '../../../graph/address.ts';
import type { FoldContext } from '../../../graph/belief/result.ts';
import type { EvidenceItem, EvidenceKind, LedgerEntryBody } from '../../../graph/evidence.ts';

export const CLAIM: ClaimAddr = 'wx://moons/claim/c1old';
export const NEWER: ClaimAddr = 'wx://moons/claim/c1new';
export const OTHER: ClaimAddr = 'wx://moons/claim/c1other';

/** Nothing is known beside the ledger. */
export const BARE: FoldContext = { observed: {}, successors: {} };

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2020, 0, 1);
/** After every effective time, so that `at` may grow entry by entry. */
const FIRST_AT = Date.UTC(2040, 0, 1);

/** Noon of the nth day after 2020-01-01. */
export function day(n: number): string {
  return new Date(FIRST_DAY + n * DAY_MS + DAY_MS / 2).toISOString();
}

/** 64 hex digits that name the nth artefact. */
export function hash(n: number): string {
  return n.toString(16).padStart(64, '0');
}

export interface Voice {
  readonly actor: string;
  readonly on?: number;
  readonly standing?: number;
  readonly evidence?: readonly Partial<EvidenceItem>[];
  readonly successor?: ClaimAddr | null;
  readonly authority?: LedgerEntryBody['authority'];
  readonly effective_at?: string;
}

/** Numbers the voices of one ledger. An item without hash is an artefact of its own, on its actor's domain. */
export function ledgerOf(...voices: readonly (Voice & { readonly kind: EvidenceKind })[]): LedgerEntryBody[] {
  return voices.map((voice, seq) => ({
    event_id: `e1${String(seq).padStart(4, '0')}`,
    claim: CLAIM,
    seq,
    at: new Date(FIRST_AT + seq).toISOString(),
    effective_at: voice.effective_at ?? day(voice.on ?? 0),
    kind: voice.kind,
    actor: voice.actor,
    actor_root: voice.actor,
    standing: voice.standing ?? 700,
    token_id: null,
    evidence: (voice.evidence ?? [{}]).map((item, index) => ({
      ref: `https://${voice.actor}.example/${seq}`,
      hash: hash(1_000_000 + seq * 100 + index),
      kind: 'source' as const,
      check: 'match' as const,
      domain: `${voice.actor}.example`,
      ...item,
    })),
    attestations: [],
    stake: null,
    successor: voice.successor ?? null,
    authority: voice.authority ?? null,
    policy: 'fold/1',
    prev: null,
  }));
}

export const corroborate = (actor: string, rest: Omit<Voice, 'actor'> = {}) =>
  ({ kind: 'corroborate', actor, ...rest }) as const;
export const dispute = (actor: string, rest: Omit<Voice, 'actor'> = {}) =>
  ({ kind: 'dispute', actor, ...rest }) as const;
export const propose = (actor: string, rest: Omit<Voice, 'actor'> = {}) =>
  ({ kind: 'supersede-propose', actor, successor: NEWER, ...rest }) as const;

/** A successor that is undisputed and was last supported on the nth day. */
export function newerSince(n: number): FoldContext {
  return { observed: {}, successors: { [NEWER]: { newest_support: day(n), disputed: false } } };
}

const RANDOM_DAYS = 3000;

const item: fc.Arbitrary<EvidenceItem> = fc.record(
  {
    ref: fc.constant('https://example.org/'),
    hash: fc.integer({ min: 0, max: 9 }).map(hash),
    kind: fc.constantFrom('source', 'source', 'receipt', 'reproduction'),
    check: fc.constantFrom('match', 'match', 'unknown'),
    domain: fc.integer({ min: 0, max: 5 }).map((n) => `d${n}.example`),
    observed_at: fc.integer({ min: 0, max: RANDOM_DAYS }).map(day),
  },
  { requiredKeys: ['ref', 'hash', 'kind', 'check', 'domain'] },
);

const voice = fc.record({
  kind: fc.constantFrom<EvidenceKind[]>(
    'corroborate',
    'corroborate',
    'dispute',
    'dispute',
    'supersede-propose',
  ),
  actor: fc.integer({ min: 0, max: 7 }).map((n) => `actor${n}`),
  on: fc.oneof(fc.integer({ min: 0, max: RANDOM_DAYS }), fc.integer({ min: 1000, max: 1005 })),
  standing: fc.constantFrom(100, 250, 499, 500, 700, 700, 700, 1000),
  evidence: fc.array(item, { minLength: 1, maxLength: 4 }),
  successor: fc.constantFrom(NEWER, NEWER, OTHER, CLAIM, null),
  authority: fc.constantFrom(null, null, null, null, null, 'capability' as const),
});

/** Ledgers in which few actors, artefacts and domains meet often, change sides and come out of order. */
export const anyVoices = fc.array(voice, { maxLength: 24 });
export const anyVoice = voice;
export const anyLedger = anyVoices.map((voices) => ledgerOf(...voices));

const observed = fc.dictionary(
  fc.integer({ min: 0, max: 9 }).map(hash),
  fc.integer({ min: 0, max: RANDOM_DAYS }).map(day),
);

const standing = fc.record({
  newest_support: fc.option(fc.integer({ min: 0, max: RANDOM_DAYS }).map(day)),
  disputed: fc.constantFrom(false, false, false, true),
});

export const anyContext: fc.Arbitrary<FoldContext> = fc.record({
  observed,
  successors: fc.dictionary(fc.constantFrom<string[]>(NEWER, OTHER, CLAIM), standing),
});

/** A day of reading: mostly after everything, sometimes in the middle. */
export const anyAsOf = fc
  .oneof(fc.integer({ min: RANDOM_DAYS, max: 2 * RANDOM_DAYS }), fc.integer({ min: 0, max: RANDOM_DAYS }))
  .map(day);

/** Event id at a position of {@link ledgerOf}. */
export function eventAt(seq: number): EventId {
  return `e1${String(seq).padStart(4, '0')}`;
}

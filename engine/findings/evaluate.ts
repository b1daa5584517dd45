/** The verdict on an answer from what is known now: pure, the table of docs/spec/decisions.md#5-findings. */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import type { FoldResult } from '../../graph/belief/result.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import { clusterOf } from '../../graph/cluster.ts';
import type { AnswerAssembled, FindingCode, FindingReason, FindingsState } from '../../graph/log/entry.ts';

/** A claim that contradicts one of the answer's. */
export interface RivalBelief {
  readonly addr: ClaimAddr;
  readonly cluster: string;
  readonly fold: FoldResult | null;
  /** Whether only a stance judge holds the two to contradict each other: then it warns at most. */
  readonly judged: boolean;
}

/** Everything an evaluation looks at, as of one (S, T). */
export interface FindingFacts {
  readonly folds: ReadonlyMap<ClaimAddr, FoldResult | null>;
  readonly rivals: ReadonlyMap<ClaimAddr, readonly RivalBelief[]>;
  /** Artefacts of the evidence set. */
  readonly artefacts: ReadonlyMap<ArtefactId, ArtefactState>;
  /** Withdrawn artefacts of the set that a live mirror takes the place of, per claim that it states. */
  readonly replaced: ReadonlyMap<ClaimAddr, ReadonlySet<ArtefactId>>;
  /** Artefacts and answers whose stored bytes no longer match the log. */
  readonly damaged: ReadonlySet<string>;
  /** Artefacts of the set whose document has changed its licence since. */
  readonly relicensed: ReadonlySet<ArtefactId>;
  /** T: what took effect later does not count. */
  readonly until: string;
}

export interface Verdict {
  readonly state: FindingsState;
  /** Worst first, then by code, claim and artefact. */
  readonly reasons: readonly FindingReason[];
}

const STATE_OF: Readonly<Record<FindingCode, FindingsState>> = {
  contradiction_authoritative: 'FAIL',
  superseded_contradicting: 'FAIL',
  coverage_lost: 'FAIL',
  hash_mismatch: 'FAIL',
  contested: 'WARN',
  superseded_refining: 'WARN',
  artefact_withdrawn: 'WARN',
  diversity_lost: 'WARN',
  snapshot_stale: 'WARN',
  licence_changed: 'WARN',
  belief_stale: 'WARN',
  newer_rival: 'WARN',
  not_evaluated: 'UNKNOWN',
  store_unavailable: 'UNKNOWN',
  no_support: 'UNKNOWN',
};

const SEVERITY: Readonly<Record<FindingsState, number>> = { PASS: 0, UNKNOWN: 1, WARN: 2, FAIL: 3 };

/** F1: how settled, and on how many domains, a contradiction must be to be authoritative. */
const AUTHORITATIVE_CONFIDENCE = 0.66;
const AUTHORITATIVE_DOMAINS = 2;

/** What of an answer its verdict depends on; one that is not stored has no id. */
type Judged = Pick<AnswerAssembled, 'claims' | 'artefacts' | 'cover'> &
  Partial<Pick<AnswerAssembled, 'answer_id'>>;

/** The worst over the claims and the evidence set; `UNKNOWN` with `no_support` for an empty answer. */
export function evaluate(answer: Judged, facts: FindingFacts): Verdict {
  if (answer.claims.length === 0) return verdictOf([{ code: 'no_support', claim: null }]);
  return verdictOf([
    ...answer.claims.flatMap((claim) => ofClaim(claim, facts)),
    ...ofCover(answer, facts),
    ...answer.artefacts.flatMap((id) => ofLicence(id, facts)),
    ...ofBytes(answer, facts),
  ]);
}

/** The state that reasons amount to; no reason at all is PASS. */
export function verdictOf(reasons: readonly FindingReason[]): Verdict {
  const ordered = reasons.toSorted((a, b) => severity(b) - severity(a) || byCodeUnit(keyOf(a), keyOf(b)));
  const worst = ordered[0];
  return { state: worst === undefined ? 'PASS' : STATE_OF[worst.code], reasons: ordered };
}

function ofClaim(claim: ClaimAddr, facts: FindingFacts): FindingReason[] {
  const fold = facts.folds.get(claim) ?? null;
  const opposed = facts.rivals.get(claim) ?? [];
  // An opinion on two texts is no contradiction that an authority or a quorum could settle.
  const rivals = opposed.filter(({ judged }) => !judged);
  if (fold === null) return [{ code: 'not_evaluated', claim }];
  const own = ofState(claim, fold, rivals);
  if (rivals.some((rival) => isAuthoritative(rival, fold))) {
    return [...own, { code: 'contradiction_authoritative', claim }];
  }
  // Where the claim itself has been superseded, the newer value is the verdict's reason already.
  if (fold.state === 'superseded' || !opposed.some((rival) => isNewer(rival, fold))) return own;
  return [...own, { code: 'newer_rival', claim }];
}

function ofState(claim: ClaimAddr, fold: FoldResult, rivals: readonly RivalBelief[]): FindingReason[] {
  switch (fold.state) {
    case 'superseded':
      return [
        { code: contradicts(fold, rivals) ? 'superseded_contradicting' : 'superseded_refining', claim },
      ];
    case 'disputed':
      return [{ code: 'contradiction_authoritative', claim, ...byDispute(fold) }];
    case 'contested':
      return [{ code: 'contested', claim, ...byDispute(fold) }];
    case 'stale':
      return [{ code: 'belief_stale', claim }];
    case 'settled':
      return [];
  }
}

/** The newest dispute that stands is the ledger entry that did it. */
function byDispute({ belief: { contest_ref: event } }: FoldResult): Pick<FindingReason, 'event'> {
  return event === undefined ? {} : { event };
}

/** Every wording of the successor's cluster is one value: any of them among the rivals makes it a contradiction. */
function contradicts(fold: FoldResult, rivals: readonly RivalBelief[]): boolean {
  const successor = fold.acceptedSuccessor;
  if (successor === null) return false;
  const cluster = clusterOf(successor);
  return rivals.some((rival) => rival.addr === successor || rival.cluster === cluster);
}

function isAuthoritative(rival: RivalBelief, own: FoldResult): boolean {
  const fold = rival.fold;
  return (
    fold !== null &&
    fold.state === 'settled' &&
    fold.confidence >= AUTHORITATIVE_CONFIDENCE &&
    fold.supportDomains >= AUTHORITATIVE_DOMAINS &&
    fold.confidence >= own.confidence &&
    dayOf(fold.newestSupport) >= dayOf(own.newestSupport)
  );
}

/** An unsuperseded rival whose newest support is of a later day, or of the same one. */
function isNewer({ fold }: RivalBelief, own: FoldResult): boolean {
  if (fold === null || fold.newestSupport === null) return false;
  if (fold.state === 'superseded' || fold.state === 'disputed') return false;
  return dayOf(fold.newestSupport) >= dayOf(own.newestSupport);
}

function ofCover(answer: Judged, { artefacts, replaced, until }: FindingFacts): FindingReason[] {
  const gone = new Set(answer.artefacts.filter((id) => isWithdrawn(artefacts.get(id), until)));
  if (gone.size === 0) return [];
  const stands = (claim: ClaimAddr, id: ArtefactId) => !gone.has(id) || replaced.get(claim)?.has(id) === true;
  const lost = answer.cover.filter(({ claim, artefacts: ids }) => !ids.some((id) => stands(claim, id)));
  if (lost.length > 0) return lost.map(({ claim }) => ({ code: 'coverage_lost', claim }));
  const withdrawn = [...gone].map(
    (artefact): FindingReason => ({ code: 'artefact_withdrawn', claim: null, artefact }),
  );
  const before = publishersOf(answer.artefacts, artefacts);
  const after = publishersOf(
    answer.artefacts.filter((id) => answer.claims.some((claim) => stands(claim, id))),
    artefacts,
  );
  return after < before ? [...withdrawn, { code: 'diversity_lost', claim: null }] : withdrawn;
}

function isWithdrawn(state: ArtefactState | undefined, until: string): boolean {
  const withdrawn = state?.withdrawn ?? null;
  return withdrawn !== null && withdrawn.effective_at <= until;
}

function publishersOf(ids: readonly ArtefactId[], artefacts: ReadonlyMap<ArtefactId, ArtefactState>): number {
  return new Set(ids.flatMap((id) => artefacts.get(id)?.record.publisher ?? [])).size;
}

function ofLicence(artefact: ArtefactId, { relicensed }: FindingFacts): FindingReason[] {
  return relicensed.has(artefact) ? [{ code: 'licence_changed', claim: null, artefact }] : [];
}

function ofBytes({ answer_id, artefacts }: Judged, { damaged }: FindingFacts): FindingReason[] {
  const found = artefacts.filter((id) => damaged.has(id));
  return [
    ...(answer_id !== undefined && damaged.has(answer_id)
      ? [{ code: 'hash_mismatch' as const, claim: null }]
      : []),
    ...found.map((artefact): FindingReason => ({ code: 'hash_mismatch', claim: null, artefact })),
  ];
}

function severity({ code }: FindingReason): number {
  return SEVERITY[STATE_OF[code]];
}

function keyOf({ code, claim, artefact }: FindingReason): string {
  return `${code}\u0000${claim ?? ''}\u0000${artefact ?? ''}`;
}

function dayOf(instant: string | null): string {
  return instant === null ? '' : instant.slice(0, 10);
}

/**
 * What entries add to tallies. Pure: a claim counts for the publisher that stated it first, so that each entry adds to a few
 * tallies whatever was stated before, and however entries are grouped.
 */
import type { ArtefactId, ClaimAddr } from './address.ts';
import type { ArtefactRecord, ArtefactState } from './artefact.ts';
import type { ClaimRecord } from './claim.ts';
import { claimEntities } from './claim-facets.ts';
import { assertedClaim } from './entry-records.ts';
import type { EvidenceKind } from './evidence.ts';
import type { ArtefactObserved, ClaimAsserted, EvidenceAppended, LogEntry } from './log/entry.ts';
import { oppositionKey, type TallyChange, type TallyCount, type TallyName } from './store/tallies.ts';

export interface TallyBase {
  readonly artefacts: ReadonlyMap<ArtefactId, ArtefactState>;
  /** Those that the entries assert, contradict or have evidence on, as far as they are there. */
  readonly claims: ReadonlyMap<ClaimAddr, ClaimRecord>;
}

/** Claims that an entry says something of, beside the one that it asserts. */
export function claimsSpokenOf(body: ClaimAsserted | EvidenceAppended): readonly ClaimAddr[] {
  return body.type === 'claim.asserted' ? contradictedBy(body) : [body.entry.claim];
}

function contradictedBy({ contradicts, opinions = [] }: ClaimAsserted): readonly ClaimAddr[] {
  const judged = opinions.filter(({ stance }) => stance === 'CONTRADICT').map(({ claim }) => claim);
  return [...new Set([...contradicts, ...judged])];
}

const COUNTED_AS: Readonly<Record<EvidenceKind, 'corroborations' | 'disputes' | 'proposals'>> = {
  corroborate: 'corroborations',
  dispute: 'disputes',
  'supersede-propose': 'proposals',
};

interface Added extends Omit<TallyChange, 'counts'> {
  readonly counts: Partial<Record<TallyCount, number>>;
}
type Place = Pick<LogEntry, 'seq' | 'effective_at'>;

export class TallyEntries {
  readonly #base: TallyBase;
  readonly #publishers = new Map<ArtefactId, string>();
  readonly #claims = new Map<ClaimAddr, ClaimRecord>();
  readonly #added = new Map<string, Added>();

  constructor(base: TallyBase) {
    this.#base = base;
  }

  artefactObserved(entry: LogEntry<ArtefactObserved>): void {
    const { artefact_id, corpus, publisher }: ArtefactRecord = entry.body.artefact;
    this.#publishers.set(artefact_id, publisher);
    this.#add(entry, { kind: 'publisher', corpus, key: publisher }, 'artefacts');
  }

  /** @param isFirst whether nothing stated it before */
  claimAsserted(entry: LogEntry<ClaimAsserted>, isFirst: boolean): void {
    const { body } = entry;
    const { corpus } = body.core;
    if (isFirst) {
      const claim = assertedClaim(entry);
      this.#claims.set(body.addr, claim);
      for (const key of entitiesOf(claim)) this.#add(entry, { kind: 'entity', corpus, key }, 'claims');
    }
    const publisher = this.#publisherOf(body.artefact);
    if (publisher === null) return;
    this.#add(entry, { kind: 'publisher', corpus, key: publisher }, 'statements');
    for (const rival of contradictedBy(body)) {
      const other = this.#firstPublisherOf(rival);
      if (other === null || other === publisher) continue;
      this.#add(entry, { kind: 'publisher', corpus, key: publisher }, 'contradicts');
      this.#add(entry, { kind: 'publisher', corpus, key: other }, 'contradicted');
      const pair = oppositionKey(publisher, other);
      this.#add(entry, { kind: 'opposition', corpus, key: pair }, 'contradictions');
    }
  }

  evidenceAppended(entry: LogEntry<EvidenceAppended>): void {
    const { claim, kind, actor_root: actor, evidence } = entry.body.entry;
    const record = this.#claimOf(claim);
    // A ledger is of a claim that the log asserted before.
    if (record === null) return;
    const { corpus } = record.core;
    const count = COUNTED_AS[kind];
    this.#add(entry, { kind: 'actor', corpus, key: actor }, 'events');
    this.#add(entry, { kind: 'actor', corpus, key: actor }, count);
    if (count !== 'proposals') {
      for (const key of entitiesOf(record)) this.#add(entry, { kind: 'entity', corpus, key }, count);
    }
    if (count !== 'disputes') return;
    const disputed = this.#firstPublisherOf(claim);
    if (disputed === null) return;
    this.#add(entry, { kind: 'publisher', corpus, key: disputed }, 'disputed');
    for (const domain of new Set(evidence.map((item) => item.domain))) {
      if (domain === disputed) continue;
      this.#add(entry, { kind: 'opposition', corpus, key: oppositionKey(domain, disputed) }, 'disputes');
    }
  }

  finish(): TallyChange[] {
    return [...this.#added.values()];
  }

  #add({ seq, effective_at }: Place, name: TallyName, count: TallyCount): void {
    const id = `${name.kind} ${name.corpus} ${name.key}`;
    const before = this.#added.get(id) ?? { ...name, seq, since: effective_at, counts: {} };
    before.counts[count] = (before.counts[count] ?? 0) + 1;
    const since = effective_at < before.since ? effective_at : before.since;
    this.#added.set(id, { ...before, since });
  }

  #claimOf(addr: ClaimAddr): ClaimRecord | null {
    return this.#claims.get(addr) ?? this.#base.claims.get(addr) ?? null;
  }

  #firstPublisherOf(addr: ClaimAddr): string | null {
    const claim = this.#claimOf(addr);
    return claim === null ? null : this.#publisherOf(claim.artefact);
  }

  #publisherOf(artefact: ArtefactId): string | null {
    return this.#publishers.get(artefact) ?? this.#base.artefacts.get(artefact)?.record.publisher ?? null;
  }
}

/** The subject, and the value where it is an entity; each once. */
function entitiesOf({ core }: ClaimRecord): ReadonlySet<string> {
  const { subject, object } = claimEntities(core);
  return new Set([subject, object].filter((key) => key !== null));
}

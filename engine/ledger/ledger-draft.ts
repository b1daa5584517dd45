/**
 * Drafts ledger entries: chains each new entry to its claim's ledger under the log's lock, so that several entries of
 * one plan agree with each other before anything is stored (docs/spec/decisions.md#3-order).
 */
import type { ClaimAddr } from '../../graph/address.ts';
import { FOLD_POLICY } from '../../graph/belief/policy.ts';
import { eventId } from '../../graph/content-address.ts';
import type { EventCore, EvidenceItem, EvidenceKind, LedgerEntryBody } from '../../graph/evidence.ts';
import { entryHash } from '../../graph/ledger-entry.ts';
import type { ActorOnClaim } from '../../graph/store/records.ts';
import type { TransactionReader } from '../../graph/store/store.ts';
import { addMilliseconds } from '../../graph/time.ts';

/** An event before it has its place in a ledger. */
export interface NewEvent {
  readonly claim: ClaimAddr;
  readonly kind: EvidenceKind;
  readonly actor: string;
  readonly actorRoot: string;
  readonly standing: number;
  readonly tokenId: string | null;
  readonly evidence: readonly EvidenceItem[];
  readonly attestations: readonly string[];
  readonly stake: number | null;
  readonly successor: ClaimAddr | null;
  readonly authority: LedgerEntryBody['authority'];
  /** Null: the time of the append. */
  readonly effectiveAt: string | null;
}

interface Head {
  readonly seq: number;
  readonly at: string;
  readonly hash: string;
}

export class LedgerDraft {
  readonly #reader: TransactionReader;
  readonly #now: string;
  readonly #heads = new Map<ClaimAddr, Head | null>();
  readonly #latest = new Map<string, LedgerEntryBody | null>();
  readonly entries: LedgerEntryBody[] = [];

  constructor(reader: TransactionReader, now: string) {
    this.#reader = reader;
    this.#now = now;
  }

  /** Reads what `add` will need, in two batch reads that are sent together. */
  async prepare(pairs: readonly ActorOnClaim[]): Promise<void> {
    const claims = [...new Set(pairs.map(({ claim }) => claim))].filter((claim) => !this.#heads.has(claim));
    const missing = pairs.filter((pair) => !this.#latest.has(keyOf(pair)));
    const [heads, latest] = await Promise.all([
      this.#reader.records('ledgerHeads', claims),
      this.#reader.records('latestByActor', missing),
    ]);
    for (const [index, claim] of claims.entries()) {
      const head = heads[index] ?? null;
      this.#heads.set(claim, head && { seq: head.seq, at: head.at, hash: head.entry_hash });
    }
    for (const [index, pair] of missing.entries()) this.#latest.set(keyOf(pair), latest[index] ?? null);
  }

  /** The actor's newest event on the claim, those of this draft included. */
  latestBy(pair: ActorOnClaim): LedgerEntryBody | null {
    return this.#latest.get(keyOf(pair)) ?? null;
  }

  /** Adds an event, or gives the actor's latest one when its core is the same again. */
  add(event: NewEvent): { readonly body: LedgerEntryBody; readonly repeated: boolean } {
    const latest = this.latestBy(event);
    if (latest !== null && sameCore(latest, event)) return { body: latest, repeated: true };
    const body = this.#chain(event, latest);
    this.entries.push(body);
    this.#latest.set(keyOf(event), body);
    this.#heads.set(event.claim, { seq: body.seq, at: body.at, hash: entryHash(body) });
    return { body, repeated: false };
  }

  #chain(event: NewEvent, latest: LedgerEntryBody | null): LedgerEntryBody {
    const head = this.#heads.get(event.claim) ?? null;
    const at = head === null || head.at < this.#now ? this.#now : addMilliseconds(head.at, 1);
    const { claim, kind, actor, actorRoot, standing, tokenId, evidence, attestations, stake, successor } =
      event;
    return {
      event_id: eventId(coreOf(event, latest)),
      claim,
      seq: head === null ? 0 : head.seq + 1,
      at,
      effective_at: event.effectiveAt === null || event.effectiveAt > at ? at : event.effectiveAt,
      kind,
      actor,
      actor_root: actorRoot,
      standing,
      token_id: tokenId,
      evidence,
      attestations,
      stake: stake === null ? null : { amount: stake, charged: false },
      successor,
      authority: event.authority,
      policy: FOLD_POLICY.id,
      prev: head?.hash ?? null,
    };
  }
}

function coreOf(event: NewEvent, latest: LedgerEntryBody | null): EventCore {
  return {
    v: 1,
    claim: event.claim,
    kind: event.kind,
    actor_root: event.actorRoot,
    previous: latest?.event_id ?? null,
    evidence: event.evidence.map(({ ref, hash, kind }) => ({ ref, hash, kind })),
    attestations: event.attestations,
    stake: event.stake,
  };
}

function sameCore(latest: LedgerEntryBody, event: NewEvent): boolean {
  return (
    latest.kind === event.kind &&
    (latest.stake?.amount ?? null) === event.stake &&
    latest.attestations.length === event.attestations.length &&
    latest.attestations.every((attestation, index) => attestation === event.attestations[index]) &&
    latest.evidence.length === event.evidence.length &&
    latest.evidence.every((item, index) => sameItem(item, event.evidence[index]))
  );
}

function sameItem(a: EvidenceItem, b: EvidenceItem | undefined): boolean {
  return b !== undefined && a.ref === b.ref && a.hash === b.hash && a.kind === b.kind;
}

function keyOf({ claim, actorRoot }: ActorOnClaim): string {
  return `${claim}\u0000${actorRoot}`;
}

/** Evidence of the made corpus: what each claim adds to ledgers. */
import type { ArtefactId, ClaimAddr } from '../graph/address.ts';
import { FOLD_POLICY } from '../graph/belief/policy.ts';
import { eventId } from '../graph/content-address.ts';
import { blake3Hex } from '../graph/digest.ts';
import type { EvidenceKind, LedgerEntryBody } from '../graph/evidence.ts';
import { entryHash } from '../graph/ledger-entry.ts';
import { addMilliseconds } from '../graph/time.ts';
import { CLAIMS_OF_DOCUMENT, DAY_MS, ledgerOf, madeArtefact, madeClaim } from './made-claims.ts';

/** How many actors dispute a claim, by its number modulo a hundred; the rest nobody does. */
const DISPUTERS: readonly number[] = [4, 4, 4, 2, 2, 1, 1, 1];

/** A claim is replaced by one so far behind it, of a later day. */
const REPLACED_BEHIND = 600;
/** Claims of a chain of successors. */
const CHAIN = 10;

/** What a document adds to ledgers by stating claim `n`: its own word, the disputes of some a week later, and that an older claim is replaced. */
export function madeEvents(n: number, count: number, now: string): LedgerEntryBody[] {
  const replaced = n - REPLACED_BEHIND;
  return [
    ...statingEvents(n, count, now),
    ...(replaced >= 0 && isReplaced(replaced) ? [replacingEvent(replaced, count, now)] : []),
  ];
}

/** One of forty, but for the last ones of chains. */
function isReplaced(n: number): boolean {
  return n % 40 === 5 && Math.floor(n / REPLACED_BEHIND) % CHAIN < CHAIN - 1;
}

function replacingEvent(n: number, count: number, now: string): LedgerEntryBody {
  const { publisher, artefact_id, hash, url, observed_at } = madeArtefact(
    Math.floor((n + REPLACED_BEHIND) / CLAIMS_OF_DOCUMENT),
    count,
  );
  const event = {
    claim: madeClaim(n).addr,
    kind: 'supersede-propose' as const,
    actor: `publisher:${publisher}`,
    artefact: artefact_id,
    ...{ hash, ref: url, at: observed_at },
    successor: madeClaim(n + REPLACED_BEHIND).addr,
  };
  return chained(statingEvents(n, count, now).at(-1) ?? null, event, now);
}

function statingEvents(n: number, count: number, now: string): LedgerEntryBody[] {
  const subject = ledgerOf(n);
  const before = subject === n ? null : (statingEvents(subject, count, now).at(-1) ?? null);
  const artefact = madeArtefact(Math.floor(n / CLAIMS_OF_DOCUMENT), count);
  const claim = madeClaim(subject).addr;
  const { publisher, artefact_id: id, hash, url, observed_at } = artefact;
  const entries = [
    chained(
      before,
      {
        claim,
        kind: 'corroborate',
        actor: `publisher:${publisher}`,
        artefact: id,
        hash,
        ref: url,
        at: observed_at,
        successor: null,
      },
      now,
    ),
  ];
  const later = addMilliseconds(observed_at, 7 * DAY_MS);
  const disputers = DISPUTERS[n % 100] ?? 0;
  for (let k = 0; k < disputers; k += 1) {
    const actor = `reader-${n % 11}-${k}`;
    const event = {
      claim,
      kind: 'dispute' as const,
      actor,
      artefact: null,
      hash: blake3Hex(Buffer.from(`${n} ${k}`)),
      ref: `https://${actor}.example/${n}`,
      at: later,
      successor: null,
    };
    entries.push(chained(entries.at(-1) ?? null, event, now));
  }
  return entries;
}

interface MadeEvent {
  readonly claim: ClaimAddr;
  readonly kind: EvidenceKind;
  readonly actor: string;
  readonly artefact: ArtefactId | null;
  readonly hash: string;
  readonly ref: string;
  readonly at: string;
  readonly successor: ClaimAddr | null;
}

function chained(before: LedgerEntryBody | null, event: MadeEvent, now: string): LedgerEntryBody {
  const { claim, kind, actor, artefact, hash, ref, successor } = event;
  const item = { ref, hash, kind: 'source' as const };
  const frozen = {
    ...item,
    ...(artefact === null ? { check: 'unknown' as const } : { check: 'match' as const, artefact }),
    domain: new URL(ref).hostname,
    ...(artefact !== null && { observed_at: event.at }),
  };
  const pointed = successor === null ? [] : [{ ref: successor, hash, kind: 'source' as const }];
  const pointer = { check: 'unknown' as const, domain: frozen.domain };
  return {
    event_id: eventId({
      v: 1,
      claim,
      kind,
      actor_root: actor,
      previous: null,
      evidence: [item, ...pointed],
      attestations: [],
      stake: null,
    }),
    claim,
    seq: before === null ? 0 : before.seq + 1,
    at: before === null ? now : addMilliseconds(before.at, 1),
    effective_at: event.at < now ? event.at : now,
    kind,
    actor,
    actor_root: actor,
    standing: 700,
    token_id: null,
    evidence: [frozen, ...pointed.map((one) => ({ ...one, ...pointer }))],
    attestations: [],
    stake: null,
    successor,
    authority: successor === null ? null : 'capability',
    policy: FOLD_POLICY.id,
    prev: before === null ? null : entryHash(before),
  };
}

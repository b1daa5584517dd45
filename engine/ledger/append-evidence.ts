/**
 * Appending an evidence event to a claim's ledger (docs/spec/contract.md#ap-evidence-append;
 * docs/spec/decisions.md#3, #6-order).
 */
import type { EventId } from '../../graph/address.ts';
import { canonicalClaim } from '../../graph/cluster.ts';
import type { LedgerEntry, LedgerEntryBody } from '../../graph/evidence.ts';
import { ledgerEntry } from '../../graph/ledger-entry.ts';
import type { Command, Plan } from '../../graph/log/command.ts';
import type { LogWriter } from '../../graph/log/writer.ts';
import type { StoredEntry } from '../../graph/store/log.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { TransactionReader } from '../../graph/store/store.ts';
import { earlierResult, keepKey, keptKey } from '../idempotency.ts';
import { done, type Outcome, refused } from '../refusal.ts';
import { checkEvidence } from './check-evidence.ts';
import type { EvidenceRequest } from './evidence-request.ts';
import { LedgerDraft } from './ledger-draft.ts';

export interface AppendedEvidence {
  readonly entry: LedgerEntry;
  /** The same event was there already: no event was written. */
  readonly repeated: boolean;
}

/** Resolves when the event is on disk. Refusals write nothing. */
export function appendEvidence(
  writer: LogWriter,
  request: EvidenceRequest,
): Promise<Outcome<AppendedEvidence>> {
  return writer.append(evidenceCommand(request), { drafted: true });
}

/** For a dry run, which only asks what the event would change. */
export function evidenceCommand(request: EvidenceRequest): Command<Outcome<AppendedEvidence>> {
  return (state, now) => planEvidence(state, now, request);
}

async function planEvidence(
  state: TransactionReader,
  now: string,
  request: EvidenceRequest,
): Promise<Plan<Outcome<AppendedEvidence>>> {
  const [known] = await state.records('claims', [request.claim]);
  if (!known) return nothing(refused('missing:claim', 'no claim has this address'));
  const claim = canonicalClaim(known);
  const earlier = await earlierResult(state, 'evidence', request);
  if (!earlier.ok) return nothing(earlier);
  const stored = earlier.value === null ? null : await storedEvent(state, earlier.value);
  if (stored !== null) return nothing(done({ entry: stored, repeated: true }));
  const checked = await checkEvidence(state, request, claim);
  if (!checked.ok) return nothing(checked);
  const { writer } = request;
  const draft = new LedgerDraft(state, now);
  await draft.prepare([{ claim, actorRoot: writer.actorRoot }]);
  const { body, repeated } = draft.add({
    claim,
    kind: request.kind,
    actor: writer.actor,
    actorRoot: writer.actorRoot,
    standing: writer.standing,
    tokenId: writer.tokenId,
    evidence: checked.value.items,
    attestations: request.attestations,
    stake: request.stake,
    successor: checked.value.successor,
    authority: request.kind === 'supersede-propose' && writer.maySupersede ? 'capability' : null,
    effectiveAt: null,
  });
  if (!repeated) return write(request, body);
  const entry = await storedEvent(state, body.event_id);
  if (entry === null) throw new RangeError(`event ${body.event_id} is in the ledger but cannot be read`);
  return { entries: keepKey(request, entry.event_id), result: () => done({ entry, repeated }) };
}

function nothing(outcome: Outcome<AppendedEvidence>): Plan<Outcome<AppendedEvidence>> {
  return { entries: [], result: () => outcome };
}

/** Null too for the id of anything else. */
async function storedEvent(state: RecordReader, id: string): Promise<LedgerEntry | null> {
  // An id that is no event's finds none.
  const [entry] = await state.records('events', [id as EventId]);
  return entry ?? null;
}

function write(request: EvidenceRequest, body: LedgerEntryBody): Plan<Outcome<AppendedEvidence>> {
  return {
    entries: [
      {
        corpus: request.corpus,
        tenant: null,
        effectiveAt: body.effective_at,
        body: { type: 'evidence.appended', entry: body, idempotency: keptKey(request) },
      },
    ],
    result: ([stored]) => done({ entry: ledgerEntryOf(body, stored), repeated: false }),
  };
}

function ledgerEntryOf(body: LedgerEntryBody, stored: StoredEntry | undefined): LedgerEntry {
  if (stored === undefined) throw new RangeError('an append gave no entry');
  return ledgerEntry(body, stored.entry.seq, stored.root);
}

/** Reading a claim's ledger with everything that recomputes its belief (contract: GET …/ledger; decisions §3). */
import type { ClaimAddr, EventId } from '../../graph/address.ts';
import type { LedgerEntry } from '../../graph/evidence.ts';
import type { GraphReader } from '../../graph/store.ts';
import { type ClaimBelief, readBeliefs } from '../belief/read-beliefs.ts';
import { done, type Outcome, refused } from '../refusal.ts';
import type { CorpusView } from '../view.ts';

export interface LedgerRequest {
  readonly claim: ClaimAddr;
  readonly view: CorpusView;
  /** Only entries behind this event; null starts at the oldest. */
  readonly after: EventId | null;
}

export interface LedgerPage {
  /** Entries in canonical order (oldest first, ties by event id), from `after` on. The caller trims the newest end. */
  readonly entries: readonly LedgerEntry[];
  /** The belief over the whole ledger in the view, with its context. */
  readonly belief: ClaimBelief;
  /** T: what the belief was folded at. */
  readonly asOf: string;
}

/** `missing:claim` when there is no such claim; an unknown `after` is `invalid:query`. */
export async function readLedger(reader: GraphReader, request: LedgerRequest): Promise<Outcome<LedgerPage>> {
  const [claim] = await reader.claims([request.claim]);
  if (!claim) return refused('missing:claim', 'no claim has this address');
  const { view } = request.view;
  const belief = (await readBeliefs(reader, [request.claim], view)).get(request.claim);
  if (belief === undefined) throw new RangeError('a belief that was asked for is missing');
  const from =
    request.after === null ? 0 : belief.ledger.findIndex((one) => one.event_id === request.after) + 1;
  if (request.after !== null && from === 0) {
    return refused('invalid:query', `after: ${request.after} is not an event of this ledger`);
  }
  return done({ entries: belief.ledger.slice(from), belief, asOf: view.until });
}

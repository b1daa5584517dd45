/** What is believed of a claim before and after an event that was not appended, and the event's own part in it. */
import type { ClaimAddr, EventId } from '../../graph/address.ts';
import { type ExplainedEntry, explain } from '../../graph/belief/explain.ts';
import type { FoldResult } from '../../graph/belief/result.ts';
import type { LedgerEntryBody } from '../../graph/evidence.ts';
import type { StoredEntry } from '../../graph/store/log.ts';
import { readRecord } from '../../graph/store/records.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import { Beliefs, type ClaimBelief } from '../belief/read-beliefs.ts';
import { MAX_EXPLAINED_LEDGER } from '../trust-report/explain-claim.ts';
import { viewOf } from '../view.ts';

export interface SupposedBelief {
  /** The canonical one, whose ledger the event is for. */
  readonly claim: ClaimAddr;
  /** Null without evidence. */
  readonly before: FoldResult | null;
  readonly after: FoldResult | null;
  /** Null where the ledger is too long to be explained entry by entry. */
  readonly part: ExplainedEntry | null;
}

interface Sources {
  readonly reader: GraphReader;
  /** As it would read after the entries. */
  readonly supposed: GraphReader;
  /** T, an instant; null: the present. */
  readonly until: string | null;
}

export async function readSupposedBeliefs(
  sources: Sources,
  stored: readonly StoredEntry[],
): Promise<SupposedBelief[]> {
  const found: SupposedBelief[] = [];
  for (const { entry } of stored) {
    const { corpus, body } = entry;
    if (body.type !== 'evidence.appended' || corpus === null) continue;
    found.push(await readOne(sources, corpus, body.entry));
  }
  return found;
}

async function readOne(
  { reader, supposed, until }: Sources,
  corpus: string,
  { claim, event_id }: LedgerEntryBody,
): Promise<SupposedBelief> {
  const before = await readAt(reader, corpus, claim, until);
  const after = await readAt(supposed, corpus, claim, until);
  return {
    claim,
    before: before?.fold ?? null,
    after: after?.fold ?? null,
    part: after && (await partOf(after, event_id)),
  };
}

async function readAt(
  reader: GraphReader,
  corpus: string,
  claim: ClaimAddr,
  until: string | null,
): Promise<ClaimBelief | null> {
  const record = await readRecord(reader, 'corpora', corpus);
  if (record === null) return null;
  const beliefs = await new Beliefs(reader).read([claim], viewOf(record, until).view);
  return beliefs.get(claim) ?? null;
}

async function partOf({ ledger, context }: ClaimBelief, event: EventId): Promise<ExplainedEntry | null> {
  if (ledger.count > MAX_EXPLAINED_LEDGER) return null;
  const why = explain(await ledger.page(0, ledger.count), ledger.until, context);
  return why?.entries.find(({ event_id }) => event_id === event) ?? null;
}

/**
 * Verifies a receipt beside a store: the offline steps first, then its tree against the store's log and its artefacts
 * against the ledger.
 */
import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactState, OperatorWord } from '../../graph/artefact.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { LogEntry } from '../../graph/log/entry.ts';
import type { LogKey } from '../../graph/log/key-list.ts';
import { readLogKeys } from '../../graph/log/log-keys.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';
import type { LogReader } from '../../graph/store/log.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import { StoreUnavailable } from '../../graph/store/store.ts';
import { readLoggedWords } from '../artefact/logged-words.ts';
import { recordFault } from '../artefact/record-fault.ts';
import { checkStoreTree } from './check-store-tree.ts';
import type { ReceiptView } from './read-receipt.ts';
import type { Receipt, ReceiptArtefact } from './receipt.ts';
import { malformed } from './stated-steps.ts';
import { failed, passed, type StepResult } from './step-result.ts';
import { type Verification, verificationOf, verifyOffline } from './verify-receipt.ts';

/** What of a store a receipt is compared with: artefacts, and a log whose tree holds the very entries that the receipt shows. */
export type ProvenanceReader = LogReader & RecordReader & BlobReader;

export interface VerifyOptions {
  /** The log's; null: the signature is checked against the keys that the receipt names, and the step says so. */
  readonly keys: readonly LogKey[] | null;
  /** The log and the provenance ledger: tree and artefacts are compared with them. */
  readonly reader: ProvenanceReader | null;
}

/**
 * Never throws for what a receipt holds. Of the store only artefacts are read that its ledger names under the
 * receipt's ids: an invented hash causes no read.
 * @throws {StoreUnavailable} where the store cannot be asked, which says nothing of the receipt
 */
export async function verifyReceipt(
  view: ReceiptView,
  { keys, reader }: VerifyOptions,
): Promise<Verification> {
  const offline = verifyOffline(view, keys);
  const [hash] = offline.steps;
  if (reader === null || !hash?.ok) return offline;
  const beside = [await checkStoreTree(view, reader), await checkArtefacts(view.receipt, reader)];
  return verificationOf([...offline.steps, ...beside], offline.replay);
}

/** Under the store's own keys. */
export async function verifyBesideStore(
  view: ReceiptView,
  store: ProvenanceReader & BlobReader,
): Promise<Verification> {
  const keys = await readLogKeys(store);
  return verifyReceipt(view, { keys: keys.length === 0 ? null : keys, reader: store });
}

/**
 * The ledger says the same of each, its bytes still have the hashes, and the quotes still stand in its texts. Of an artefact
 * that was redacted only the ledger's record is left: it must be the receipt's, so that it is redacted and not forged.
 */
async function checkArtefacts(receipt: Receipt, reader: ProvenanceReader): Promise<StepResult> {
  try {
    const texts = new Map<ArtefactId, string | null>();
    const ends: string[] = [];
    for (const artefact of receipt.artefacts) {
      const read = await readText(artefact, reader);
      if (!read.ok) return failed('artefacts', read.fault);
      texts.set(artefact.artefact_id, read.text);
      ends.push(...endOf(read.state));
    }
    for (const { artefact_id, start, end, quote } of quotesOf(receipt)) {
      const text = texts.get(artefact_id);
      if (text !== null && text?.slice(start, end) !== quote)
        return failed('artefacts', `${artefact_id} does not say “${quote}” at ${start}`);
    }
    const found = `${receipt.artefacts.length} artefacts match the provenance ledger`;
    return passed('artefacts', [found, ...ends].join('; '));
  } catch (fault) {
    if (fault instanceof StoreUnavailable) throw fault;
    return failed('artefacts', malformed(fault));
  }
}

/** What became of an artefact since: the receipt was right at its time, and its reader should know. */
function endOf({ record: { artefact_id }, withdrawn, redacted }: ArtefactState): string[] {
  if (redacted !== undefined)
    return [`${artefact_id} was redacted${saidOf(redacted)}: its hashes match, its bytes are erased`];
  return withdrawn === null ? [] : [`${artefact_id} was withdrawn${saidOf(withdrawn)}`];
}

function saidOf({ effective_at, seq, reason }: OperatorWord): string {
  return ` since, as of ${effective_at} (entry ${seq}: ${reason})`;
}

/** What an artefact is cited for, on either side; of a refused licence nothing is quoted. */
function quotesOf({ sentences, claim_clusters }: Receipt) {
  const against = claim_clusters.flatMap(({ counterfactuals }) => counterfactuals);
  return [...sentences.flatMap(({ citations }) => citations), ...against.filter(({ quote }) => quote !== '')];
}

/** No text: it was redacted. */
type Read =
  | { readonly ok: true; readonly text: string | null; readonly state: ArtefactState }
  | { readonly ok: false; readonly fault: string };

async function readText(artefact: ReceiptArtefact, reader: ProvenanceReader): Promise<Read> {
  const { artefact_id, hash, text_hash } = artefact;
  const [state] = await reader.records('artefacts', [artefact_id]);
  if (!state) return wrong(`${artefact_id} is not in the store`);
  const words = await readLoggedWords(reader, state);
  const fault =
    ledgerFault(artefact, state) ?? recordFault(state, await entryAt(reader, state.seq)) ?? words.fault;
  if (fault !== null) return wrong(`${artefact_id}: ${fault}`);
  if (state.redacted !== undefined) return { ok: true, text: null, state };
  const [bytes, text] = await reader.blobs([hash, text_hash]);
  if (!bytes || !text) return wrong(`the bytes of ${artefact_id} are not in the store`);
  if (blake3Hex(bytes) !== hash) return wrong(`the bytes of ${artefact_id} have changed`);
  if (blake3Hex(text) !== text_hash) return wrong(`the text of ${artefact_id} has changed`);
  return { ok: true, text: new TextDecoder().decode(text), state };
}

/**
 * Null where the ledger's record says what the receipt says. It does not repeat the ledger's values: the sender may
 * not be allowed to see them.
 */
function ledgerFault(
  { seq, ...stated }: ReceiptArtefact,
  { record, seq: held }: ArtefactState,
): string | null {
  if (seq !== held) return 'the provenance ledger has it from another entry than the receipt';
  const names = Object.keys(stated) as (keyof typeof stated)[];
  const other = names.find((name) => stated[name] !== record[name]);
  return other === undefined ? null : `the provenance ledger holds another ${other} than the receipt`;
}

async function entryAt(reader: LogReader, seq: number): Promise<LogEntry | null> {
  const [stored] = await reader.entries({ after: seq - 1, limit: 1, types: null });
  return stored?.entry ?? null;
}

function wrong(fault: string): Read {
  return { ok: false, fault };
}

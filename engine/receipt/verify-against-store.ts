/** Verifying a receipt beside a store: offline as ever, then its artefacts against the provenance ledger. */
import type { ArtefactId } from '../../graph/address.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { Verifier } from '../../graph/log/checkpoint.ts';
import { type LogKey, readLogKeys, verifyWithKeys } from '../../graph/log/log-keys.ts';
import { type GraphReader, StoreUnavailable } from '../../graph/store.ts';
import type { ReceiptView } from './read-receipt.ts';
import type { Receipt } from './receipt.ts';
import { failed, passed, type StepResult } from './step-result.ts';
import { malformed, type Verification, verificationOf, verifyOffline } from './verify-receipt.ts';

/** What of a store an artefact is compared with. Nothing of any tenant can be asked of it. */
export type ProvenanceReader = Pick<GraphReader, 'artefacts' | 'blobs'>;

export interface VerifyOptions {
  /** The log's key; without one the signature is checked against the keys that the receipt names, and the step says so. */
  readonly verifier: Verifier | null;
  /** The provenance ledger: artefacts are compared with it. */
  readonly reader: ProvenanceReader | null;
}

/**
 * Never throws for what a receipt holds. Of the store only artefacts are read that its ledger names under the receipt's
 * ids: a hash that a stranger made up asks it nothing.
 * @throws {StoreUnavailable} where the store cannot be asked, which says nothing of the receipt
 */
export async function verifyReceipt(
  view: ReceiptView,
  { verifier, reader }: VerifyOptions,
): Promise<Verification> {
  const offline = verifyOffline(view, verifier);
  const [hash] = offline.steps;
  if (reader === null || !hash?.ok) return offline;
  return verificationOf([...offline.steps, await checkArtefacts(view.receipt, reader)], offline.replay);
}

/** Under the store's own keys. */
export async function verifyBesideStore(
  view: ReceiptView,
  store: ProvenanceReader & Pick<GraphReader, 'note'>,
): Promise<Verification> {
  const verifier = verifierOf(view.log.checkpoint, await readLogKeys(store));
  return verifyReceipt(view, { verifier, reader: store });
}

/** The key that signed the note while it was its turn; else the newest, which then says that it did not. */
function verifierOf(note: string, keys: readonly LogKey[]): Verifier | null {
  const newestFirst = keys.toReversed();
  const signer = newestFirst.find((key) => verifyWithKeys(note, [key]) !== null);
  return (signer ?? newestFirst[0])?.verifier ?? null;
}

/**
 * The ledger names the same hashes, its bytes still have them, and the quotes still stand in its texts. Of an artefact that
 * was redacted only the ledger's hashes are left: they must be the receipt's, so that it is redacted and not forged.
 */
async function checkArtefacts(receipt: Receipt, reader: ProvenanceReader): Promise<StepResult> {
  try {
    const texts = new Map<ArtefactId, string | null>();
    for (const artefact of receipt.artefacts) {
      const read = await readText(artefact, reader);
      if (!read.ok) return failed('artefacts', read.fault);
      texts.set(artefact.artefact_id, read.text);
    }
    for (const { artefact_id, start, end, quote } of quotesOf(receipt)) {
      const text = texts.get(artefact_id);
      if (text !== null && text?.slice(start, end) !== quote)
        return failed('artefacts', `${artefact_id} does not say “${quote}” at ${start}`);
    }
    const gone = [...texts].flatMap(([id, text]) =>
      text === null ? [`; ${id} was redacted: its hashes match, its bytes are erased`] : [],
    );
    return passed(
      'artefacts',
      `${receipt.artefacts.length} artefacts match the provenance ledger${gone.join('')}`,
    );
  } catch (fault) {
    if (fault instanceof StoreUnavailable) throw fault;
    return failed('artefacts', malformed(fault));
  }
}

/** What an artefact is cited for, on either side; of a refused licence nothing is quoted. */
function quotesOf({ sentences, claim_clusters }: Receipt) {
  const against = claim_clusters.flatMap(({ counterfactuals }) => counterfactuals);
  return [...sentences.flatMap(({ citations }) => citations), ...against.filter(({ quote }) => quote !== '')];
}

/** No text: it was redacted. */
type Read =
  | { readonly ok: true; readonly text: string | null }
  | { readonly ok: false; readonly fault: string };

async function readText(
  { artefact_id, hash, text_hash }: Receipt['artefacts'][number],
  reader: ProvenanceReader,
): Promise<Read> {
  const [state] = await reader.artefacts([artefact_id]);
  if (!state) return wrong(`${artefact_id} is not in the store`);
  if (state.record.hash !== hash || state.record.text_hash !== text_hash)
    return wrong(`the provenance ledger holds other hashes of ${artefact_id}`);
  if (state.redacted !== undefined) return { ok: true, text: null };
  const [bytes, text] = await reader.blobs([hash, text_hash]);
  if (!bytes || !text) return wrong(`the bytes of ${artefact_id} are not in the store`);
  if (blake3Hex(bytes) !== hash) return wrong(`the bytes of ${artefact_id} have changed`);
  if (blake3Hex(text) !== text_hash) return wrong(`the text of ${artefact_id} has changed`);
  return { ok: true, text: new TextDecoder().decode(text) };
}

function wrong(fault: string): Read {
  return { ok: false, fault };
}

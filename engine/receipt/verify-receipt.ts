/**
 * Verifying a receipt: offline from the file alone, and against a store where one is at hand. The top function reads
 * as the procedure; each step says what it found (contract: "Receipts let an auditor replay the selection").
 */
import { decodeCanonical, encodeCanonical, STORED_LIMITS } from '../../graph/canonical.ts';
import { blake3Hex } from '../../graph/digest.ts';
import { type Checkpoint, type Verifier, verifyCheckpoint } from '../../graph/log/checkpoint.ts';
import type { LogEntry } from '../../graph/log/entry.ts';
import { leafHash } from '../../graph/log/leaf.ts';
import { verifyInclusion } from '../../graph/log/merkle.ts';
import { type GraphReader, StoreUnavailable } from '../../graph/store.ts';
import { checkCover, checkNonRedundant } from '../select/check-set.ts';
import { chooseEvidenceSet } from '../select/choose-evidence-set.ts';
import { DEFAULT_NODE_BUDGET } from '../select/evidence-set.ts';
import { receiptIdOf, spanHash } from './build-receipt.ts';
import type { ReceiptView } from './read-receipt.ts';
import type { Receipt } from './receipt.ts';
import { selectionInput } from './selection-record.ts';

export type VerificationStep =
  | 'receipt_hash'
  | 'log_entry'
  | 'inclusion'
  | 'checkpoint'
  | 'spans'
  | 'cover'
  | 'redundancy'
  | 'selection'
  | 'primary'
  | 'artefacts';

export interface StepResult {
  readonly step: VerificationStep;
  readonly ok: boolean;
  /** What was checked, or what is wrong, in one line. */
  readonly detail: string;
}

export interface Verification {
  readonly ok: boolean;
  readonly steps: readonly StepResult[];
}

export interface VerifyOptions {
  /** Keys that checkpoints are trusted under; without one the signature is not checked and the step says so. */
  readonly verifier: Verifier | null;
  /** The provenance ledger: hashes of artefact bytes are checked against it. */
  readonly reader: GraphReader | null;
}

/**
 * Verifies a receipt as it was given out. A step that finds something wrong says what; steps that would read content
 * whose hash is wrong are not run.
 */
export async function verifyReceipt(view: ReceiptView, options: VerifyOptions): Promise<Verification> {
  const { receipt } = view;
  const hash = await guard('receipt_hash', () => checkHash(view));
  if (!hash.ok) return { ok: false, steps: [hash] };
  const { verifier, reader } = options;
  const steps = [
    hash,
    await guard('log_entry', () => checkEntry(view)),
    await guard('inclusion', () => checkInclusion(view)),
    await guard('checkpoint', () => checkCheckpoint(view, verifier)),
    await guard('spans', () => checkSpans(receipt)),
    await guard('cover', () => checkCovered(receipt)),
    await guard('redundancy', () => checkRedundancy(receipt)),
    await guard('selection', () => checkSelection(receipt)),
    await guard('primary', () => checkPrimary(receipt)),
  ];
  if (reader !== null) steps.push(await guard('artefacts', () => checkArtefacts(receipt, reader)));
  return { ok: steps.every((step) => step.ok), steps };
}

/** A receipt comes from a stranger: content of another shape is a finding, not a crash. */
async function guard(
  step: VerificationStep,
  check: () => StepResult | Promise<StepResult>,
): Promise<StepResult> {
  try {
    return await check();
  } catch (fault) {
    // That the store cannot be asked says nothing of the receipt.
    if (fault instanceof StoreUnavailable) throw fault;
    return failed(
      step,
      `the content is malformed: ${fault instanceof Error ? fault.message : String(fault)}`,
    );
  }
}

function checkHash({ receipt, hash, receipt_id, class: kind }: ReceiptView): StepResult {
  const actual = blake3Hex(encodeCanonical(receipt));
  if (actual !== hash)
    return failed('receipt_hash', `the content hashes to ${actual}, the receipt says ${hash}`);
  if (receiptIdOf(hash) !== receipt_id)
    return failed('receipt_hash', `the id ${receipt_id} does not follow from the hash`);
  if (kind !== 'verified') return failed('receipt_hash', `a receipt of class ${kind} is not a verified one`);
  return passed('receipt_hash', `BLAKE3 ${hash}`);
}

/** The log's entry names this very receipt and answer. */
function checkEntry({ receipt, hash, log }: ReceiptView): StepResult {
  const entry = readEntry(log.entry);
  if (entry === null) return failed('log_entry', 'the log entry is not canonical CBOR');
  const { body, seq } = entry;
  if (body.type !== 'answer.assembled' || seq !== log.seq)
    return failed('log_entry', `entry ${log.seq} assembles no answer`);
  if (body.receipt_hash !== hash) return failed('log_entry', `the log holds receipt ${body.receipt_hash}`);
  if (body.answer_id !== receipt.answer_id || entry.tenant !== receipt.tenant) {
    return failed('log_entry', `the log holds answer ${body.answer_id} of another request`);
  }
  if (body.snapshot !== receipt.corpus.snapshot || body.effective_until !== receipt.view.until) {
    return failed('log_entry', 'the log holds another snapshot or time');
  }
  return passed('log_entry', `entry ${seq} names this receipt`);
}

function readEntry(base64: string): LogEntry | null {
  const bytes = fromBase64(base64);
  // Only shapes that the writer made hash to a leaf of the tree; `checkInclusion` proves that this one did.
  return bytes && (decodeCanonical(bytes, STORED_LIMITS) as LogEntry);
}

function checkInclusion({ log }: ReceiptView): StepResult {
  const entry = fromBase64(log.entry);
  if (entry === null) return failed('inclusion', 'the log entry is not base64');
  const proof = log.inclusion.map(fromHex);
  const ok = verifyInclusion(leafHash(entry), log.seq, log.tree_size, proof, fromHex(log.root));
  if (!ok) return failed('inclusion', `entry ${log.seq} is not proved to be in the tree of ${log.tree_size}`);
  return passed('inclusion', `entry ${log.seq} is in the tree of ${log.tree_size}`);
}

function checkCheckpoint({ log }: ReceiptView, verifier: Verifier | null): StepResult {
  if (verifier === null) return passed('checkpoint', 'signature not checked: no public key was given');
  const checkpoint: Checkpoint | null = verifyCheckpoint(log.checkpoint, verifier);
  if (checkpoint === null) return failed('checkpoint', `the checkpoint is not signed by ${verifier.name}`);
  const root = Buffer.from(checkpoint.root).toString('hex');
  if (checkpoint.size !== log.tree_size || root !== log.root) {
    return failed('checkpoint', `the checkpoint is of another tree (${checkpoint.size}, ${root})`);
  }
  return passed('checkpoint', `signed by ${verifier.name}`);
}

function checkSpans({ claim_graph, sentences }: Receipt): StepResult {
  for (const { citations, claims, text } of sentences) {
    const stated = citations.some(({ artefact_id, start, end, quote }) =>
      claim_graph.edges.some(
        (edge) =>
          claims.includes(edge.claim) &&
          edge.artefact_id === artefact_id &&
          edge.start === start &&
          edge.end === end &&
          edge.span_hash === spanHash(quote),
      ),
    );
    if (!stated) return failed('spans', `no citation of “${text}” is an edge of the claim graph`);
  }
  return passed('spans', `${sentences.length} sentences rest on quoted spans`);
}

function checkCovered({ selection, evidence_set }: Receipt): StepResult {
  const missing = checkCover(selectionInput(selection), evidence_set.artefact_ids)[0];
  if (missing !== undefined)
    return failed('cover', `${missing.claim} has ${missing.found} of ${missing.wanted} publishers`);
  const uncovered = selection.result.uncovered.find(({ available }) => available === 0);
  if (uncovered !== undefined) return failed('cover', `nothing supports ${uncovered.claim}`);
  return passed('cover', `${selection.claims.length} demands covered`);
}

function checkRedundancy({ selection, evidence_set }: Receipt): StepResult {
  const [spare] = checkNonRedundant(selectionInput(selection), evidence_set.artefact_ids);
  if (spare !== undefined) return failed('redundancy', `${spare} could be left out`);
  return passed('redundancy', `each of ${evidence_set.artefact_ids.length} artefacts is needed`);
}

/** Chooses again from the recorded candidates and compares bytes. */
function checkSelection({ selection, evidence_set }: Receipt): StepResult {
  // Whoever wrote the receipt chose the number: it must not say how long the reader searches.
  if (!(selection.node_budget <= DEFAULT_NODE_BUDGET))
    return failed('selection', `a search of ${selection.node_budget} nodes is more than any selection makes`);
  const { nodesExplored, ...again } = chooseEvidenceSet(selectionInput(selection));
  // A proved set is the same however it was found: another version of the search may take other steps to it.
  const nodes = again.optimality === 'proved' ? selection.result.nodes_explored : nodesExplored;
  const bytes = encodeCanonical({ ...again, nodes_explored: nodes });
  const same = Buffer.compare(bytes, encodeCanonical(selection.result)) === 0;
  const named = encodeCanonical(again.chosen);
  const set = Buffer.compare(named, encodeCanonical(evidence_set.artefact_ids)) === 0;
  if (!same || !set)
    return failed('selection', `selecting again gives ${again.chosen.join(', ') || 'nothing'}`);
  return passed('selection', `selecting again gives the same set (${again.optimality})`);
}

function checkPrimary({ primary_artifact_id, evidence_set, sentences }: Receipt): StepResult {
  const known =
    primary_artifact_id === null
      ? sentences.length === 0
      : evidence_set.artefact_ids.includes(primary_artifact_id);
  if (!known) return failed('primary', `${primary_artifact_id} is not in the evidence set`);
  return passed('primary', primary_artifact_id ?? 'an empty answer rests on nothing');
}

/** The stored bytes still hash to what the receipt says, and its quotes still stand in the stored text. */
async function checkArtefacts(receipt: Receipt, reader: GraphReader): Promise<StepResult> {
  const texts = new Map<string, string>();
  for (const { artefact_id, hash, text_hash } of receipt.artefacts) {
    const [bytes, text] = await reader.blobs([hash, text_hash]);
    if (!bytes || !text) return failed('artefacts', `${artefact_id} is not in the store`);
    if (blake3Hex(bytes) !== hash) return failed('artefacts', `the bytes of ${artefact_id} have changed`);
    if (blake3Hex(text) !== text_hash) return failed('artefacts', `the text of ${artefact_id} has changed`);
    texts.set(artefact_id, new TextDecoder().decode(text));
  }
  for (const { artefact_id, start, end, quote } of receipt.sentences.flatMap(({ citations }) => citations)) {
    if (texts.get(artefact_id)?.slice(start, end) !== quote) {
      return failed('artefacts', `${artefact_id} does not say “${quote}” at ${start}`);
    }
  }
  return passed('artefacts', `${receipt.artefacts.length} artefacts match the provenance ledger`);
}

function passed(step: VerificationStep, detail: string): StepResult {
  return { step, ok: true, detail };
}

function failed(step: VerificationStep, detail: string): StepResult {
  return { step, ok: false, detail };
}

/** Strict: a proof has one spelling, so that no changed byte of it passes. */
function fromHex(hex: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new RangeError('a hash is 64 lower-case hex digits');
  return Buffer.from(hex, 'hex');
}

function fromBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

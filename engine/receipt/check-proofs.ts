/** Checks of a receipt's place in the log: its own entry, those of its artefacts, and the tree that holds them. */

import { type ArtefactId, artefactId } from '../../graph/address.ts';
import type { ArtefactRecord } from '../../graph/artefact.ts';
import { bytesOfBase64, hashOf, hexOf, sameBytes } from '../../graph/bytes.ts';
import { decodeCanonical, encodeCanonical, STORED_LIMITS } from '../../graph/canonical.ts';
import { blake3Hex } from '../../graph/digest.ts';
import { parseVerifier, type Verifier, verifyCheckpoint } from '../../graph/log/checkpoint.ts';
import { type ParsedCheckpoint, parseCheckpoint, signatureName } from '../../graph/log/checkpoint-note.ts';
import type { LogEntry } from '../../graph/log/entry.ts';
import { keyText, type LogKey, signersOf, verifierName } from '../../graph/log/key-list.ts';
import { leafHash } from '../../graph/log/leaf.ts';
import { verifyConsistency, verifyInclusion } from '../../graph/log/merkle.ts';
import type { ReceiptView } from './read-receipt.ts';
import type { Receipt, ReceiptArtefact } from './receipt.ts';
import { seedOf } from './receipt-hashes.ts';
import type { ArtefactProof, EntryProof } from './receipt-proofs.ts';
import { failed, notChecked, passed, type StepResult } from './step-result.ts';
import { unquotedIn } from './unquoted.ts';

const SNAPSHOT_HEX = 12;

/** The log's entry names this very receipt, answer and request. */
export function checkEntry({ receipt, hash, log }: ReceiptView): StepResult {
  const entry = readEntry(log);
  if (entry === null) return failed('log_entry', 'the log entry is not canonical base64');
  const { body, seq, corpus, tenant } = entry;
  if (body.type !== 'answer.assembled' || seq !== log.seq)
    return failed('log_entry', `entry ${log.seq} assembles no answer`);
  if (body.receipt_hash !== hash) return failed('log_entry', `the log holds receipt ${body.receipt_hash}`);
  const { request, view } = receipt;
  const stated = {
    answer_id: receipt.answer_id,
    tenant: receipt.tenant,
    corpus: receipt.corpus.name,
    question_hash: blake3Hex(new TextEncoder().encode(request.q)),
    mode: request.mode,
    as_of: request.as_of,
    max_snapshot_age: request.max_snapshot_age,
    snapshot: receipt.corpus.snapshot,
    snapshot_seq: view.seq,
    effective_until: view.until,
    claims: receipt.claim_graph.claims.map(({ addr }) => addr),
    artefacts: receipt.evidence_set.artefact_ids,
    cover: coverOf(receipt),
  };
  const logged: Partial<Record<keyof typeof stated, unknown>> = { ...body, tenant, corpus };
  for (const [name, value] of Object.entries(stated)) {
    if (!sameValue(value, logged[name as keyof typeof stated]))
      return failed('log_entry', `the log holds another ${name} than the receipt`);
  }
  return passed('log_entry', `entry ${seq} names this receipt, its request, claims and evidence set`);
}

/** Which artefact covers which claim, as the answer's entry has it. */
function coverOf({ claim_graph, claim_clusters }: Receipt) {
  const artefacts = new Map<string, ArtefactId[]>();
  for (const { claim_id, artefact_id } of claim_clusters.flatMap((cluster) => cluster.coverage)) {
    const found = artefacts.get(claim_id);
    if (found === undefined) artefacts.set(claim_id, [artefact_id]);
    else found.push(artefact_id);
  }
  return claim_graph.claims.map(({ addr }) => ({ claim: addr, artefacts: artefacts.get(addr) ?? [] }));
}

export function checkInclusion({ log }: ReceiptView): StepResult {
  if (!isIncluded(log, log))
    return failed('inclusion', `entry ${log.seq} is not proved to be in the tree of ${log.tree_size}`);
  return passed('inclusion', `entry ${log.seq} is in the tree of ${log.tree_size}`);
}

/**
 * The note is of that tree, and every signature on it is by a key that is known here.
 * @param keys those that are trusted, each for the trees of its turn; null: only the note's integrity is checked, not
 * its signer
 */
export function checkCheckpoint({ log }: ReceiptView, keys: readonly LogKey[] | null): StepResult {
  const note = parseCheckpoint(log.checkpoint);
  if (note === null) return failed('checkpoint', 'the checkpoint is not a signed note');
  if (note.size !== log.tree_size || hexOf(note.root) !== log.root) {
    return failed('checkpoint', `the checkpoint is of another tree (${note.size}, ${hexOf(note.root)})`);
  }
  const fault = signersFault(log, note);
  if (fault !== null) return failed('checkpoint', fault);
  if (keys !== null) {
    const signed = signersOf(log.checkpoint, keys);
    if (!signed.ok) return failed('checkpoint', `no known key has signed the checkpoint: ${signed.fault}`);
    const known = keys.map(({ verifier }) => verifier);
    const stray = log.keys.length > 0 ? null : strayIn(note, known);
    if (stray !== null) return failed('checkpoint', stray);
    return passed('checkpoint', `signed by ${signed.by.map(keyText).join(' and ')}`);
  }
  if (log.keys.length === 0)
    return notChecked(
      'checkpoint',
      'signature not checked: no public key was given, and the receipt names none',
    );
  return notChecked(
    'checkpoint',
    `signer not checked: signed by ${log.keys.join(' and ')}, as the receipt itself says; give the log's key to check it`,
  );
}

/** The keys that the receipt names, where it names any, have signed the note: each of them, once, and nobody else. */
function signersFault({ keys, checkpoint }: ReceiptView['log'], note: ParsedCheckpoint): string | null {
  const named = keys.map((text) => ({ text, key: parseVerifier(text) }));
  const broken = named.find(({ key }) => key === null || verifyCheckpoint(checkpoint, key) === null);
  if (broken !== undefined) return `the checkpoint is not signed by ${broken.text}`;
  if (new Set(keys).size < keys.length) return 'the receipt names a key twice';
  const verifiers = named.flatMap(({ key }) => key ?? []);
  return keys.length === 0 ? null : strayIn(note, verifiers);
}

/** A signature that would go unchecked: the receipt would pass with any text in its line. */
function strayIn({ signatures }: ParsedCheckpoint, known: readonly Verifier[]): string | null {
  const names = new Set(known.map(verifierName));
  const signed = signatures.map(signatureName);
  if (signed.some((name) => !names.has(name))) return 'the checkpoint has a signature of nobody known';
  return new Set(signed).size < signed.length ? 'the checkpoint has a signature twice' : null;
}

/** Each artefact's own entry is in the same tree, and says of it what the receipt says. */
export function checkProvenance({ receipt, log }: ReceiptView): StepResult {
  const { artefacts } = receipt;
  if (log.artefacts.length !== artefacts.length)
    return failed('provenance', `${artefacts.length} artefacts have ${log.artefacts.length} proofs`);
  const unquoted = unquotedIn(receipt);
  for (const [index, artefact] of artefacts.entries()) {
    const proof = log.artefacts[index];
    if (proof?.artefact_id !== artefact.artefact_id || proof.seq !== artefact.seq)
      return failed('provenance', `there is no proof of ${artefact.artefact_id} at entry ${artefact.seq}`);
    if (!isIncluded(proof, log))
      return failed(
        'provenance',
        `entry ${proof.seq} of ${artefact.artefact_id} is not proved to be in the tree of ${log.tree_size}`,
      );
    // For an artefact without quotes the leaf is enough: the receipt states only that the entry exists.
    if (proof.leaf !== undefined && unquoted.has(artefact.artefact_id)) continue;
    const fault = provenanceFault(artefact, readEntry(proof), receipt);
    if (fault !== null) return failed('provenance', `${artefact.artefact_id}: ${fault}`);
  }
  return passed(
    'provenance',
    `the entries of ${artefacts.length} artefacts are in the tree, with their hashes, licences, domains and times`,
  );
}

/** Null where the entry says what the receipt says. */
function provenanceFault(artefact: ReceiptArtefact, entry: LogEntry | null, receipt: Receipt): string | null {
  if (entry?.body.type !== 'artefact.observed') return `entry ${artefact.seq} observes no artefact`;
  const { seq, corpus, effective_at, body } = entry;
  const { artefact: record } = body;
  if (seq !== artefact.seq) return `the entry says that it is ${seq}, not ${artefact.seq}`;
  if (seq > receipt.view.seq || effective_at > receipt.view.until) return 'the answer could not see it';
  if (corpus !== receipt.corpus.name) return `it is of corpus ${corpus}`;
  const { seq: _, ...stated } = artefact;
  for (const [name, value] of Object.entries(stated)) {
    const logged = record[name as keyof ArtefactRecord];
    if (logged !== value) return `the log holds ${name} ${logged}, the receipt says ${value}`;
  }
  if (!isNamedAfterItsBytes(record)) return 'the id does not follow from corpus, document and bytes';
  return selectionFault(record, receipt);
}

/** An id is of the bytes, and of the version's number where these bytes were a version before. */
function isNamedAfterItsBytes({ artefact_id, corpus, doc_id, hash, version }: ArtefactRecord): boolean {
  return [undefined, version].some((returned) => artefactId(corpus, doc_id, hash, returned) === artefact_id);
}

/**
 * What selection and ranking used of an artefact is what the log has of it. A mirror may stand for its
 * original (docs/adr/0019-…): whose voice it is then, other entries say.
 */
function selectionFault(record: ArtefactRecord, { selection, candidates }: Receipt): string | null {
  const { artefact_id, hash, publisher, mirror_of, domain, licence } = record;
  const chosen = selection.artefacts.find(({ id }) => id === artefact_id);
  if (chosen !== undefined && chosen.hash !== hash)
    return 'the selection was told another hash than the log holds';
  const isOwnVoice = chosen === undefined || (chosen.independent && chosen.publisher === publisher);
  if (mirror_of === null && !isOwnVoice)
    return 'the selection was told another publisher or independence than the log holds';
  const scored = candidates.find((one) => one.artefact_id === artefact_id);
  if (
    scored !== undefined &&
    (scored.hash !== hash || scored.domain !== domain || scored.licence !== licence)
  ) {
    return 'the ranking was told another hash, domain or licence than the log holds';
  }
  return null;
}

/** The snapshot is a beginning of the signed tree, and the seed is of it and of the request. */
export function checkSnapshot({ receipt, log }: ReceiptView): StepResult {
  const { snapshot, tree_size } = log;
  const earlier = hashOf(snapshot.root);
  const later = hashOf(log.root);
  if (earlier === null || later === null) return failed('snapshot', 'a root is not 64 hex digits');
  const name = `${snapshot.size}.${snapshot.root.slice(0, SNAPSHOT_HEX)}`;
  if (receipt.corpus.snapshot !== name || receipt.view.seq !== snapshot.size - 1)
    return failed('snapshot', `the answer was made at ${receipt.corpus.snapshot}, the proof is of ${name}`);
  const proof = hashesOf(snapshot.consistency);
  const heads = [
    { size: snapshot.size, root: earlier },
    { size: tree_size, root: later },
  ] as const;
  if (proof === null || !verifyConsistency(...heads, proof))
    return failed(
      'snapshot',
      `the tree of ${tree_size} is not proved to begin with that of ${snapshot.size}`,
    );
  const seed = seedOf(receipt.request, snapshot.root);
  if (seed !== receipt.seed)
    return failed('snapshot', `request and snapshot give the seed ${seed}, the receipt says ${receipt.seed}`);
  return passed('snapshot', `the tree begins with snapshot ${name}; seed ${seed}`);
}

interface Tree {
  readonly tree_size: number;
  readonly root: string;
}

type ProvedEntry = EntryProof | ArtefactProof;

function isIncluded(place: ProvedEntry, { tree_size, root }: Tree): boolean {
  const { seq, inclusion } = place;
  const leaf = leafOf(place);
  const proof = hashesOf(inclusion);
  const expected = hashOf(root);
  if (leaf === null || proof === null || expected === null) return false;
  return verifyInclusion(leaf, seq, tree_size, proof, expected);
}

/** Of the entry, or as it is given in the entry's place; null where there is neither, or both. */
function leafOf({ entry, leaf }: { readonly entry?: string; readonly leaf?: string }): Uint8Array | null {
  if (entry === undefined) return leaf === undefined ? null : hashOf(leaf);
  const bytes = leaf === undefined ? bytesOfBase64(entry) : null;
  return bytes && leafHash(bytes);
}

function readEntry({ entry }: ProvedEntry): LogEntry | null {
  const bytes = entry === undefined ? null : bytesOfBase64(entry);
  // Only entries that the writer made hash to a leaf of the tree; `isIncluded` proves that this one does.
  return bytes && (decodeCanonical(bytes, STORED_LIMITS) as LogEntry);
}

/** Strict: a proof has one spelling, so that no changed byte of it passes. */
function hashesOf(list: readonly string[]): Uint8Array[] | null {
  const hashes = list.map(hashOf);
  return hashes.every((hash) => hash !== null) ? hashes : null;
}

function sameValue(a: unknown, b: unknown): boolean {
  return b !== undefined && sameBytes(encodeCanonical(a), encodeCanonical(b));
}

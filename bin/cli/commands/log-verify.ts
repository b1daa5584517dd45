import { readFile } from 'node:fs/promises';
import { CHECKPOINT_NOTE } from '../../../graph/log/check-log.ts';
import type { Checkpoint } from '../../../graph/log/checkpoint-note.ts';
import { type LogKey, signersOf } from '../../../graph/log/key-list.ts';
import { readLogKeys } from '../../../graph/log/log-keys.ts';
import { type VerifiedLog, verifyLog } from '../../../graph/log/verify-log.ts';
import type { BlobReader } from '../../../graph/store/blobs.ts';
import { type GraphStore, StoreCorrupted } from '../../../graph/store/store.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { CommandFailure, usage } from '../failure.ts';
import { openRequired } from '../open-store.ts';
import type { Output } from '../output.ts';
import { Progress } from '../progress.ts';
import { readTrustedKeys } from '../read-trusted-keys.ts';
import { locate } from '../settings.ts';

export interface LogVerifyArguments {
  /** A file that holds a signed checkpoint. */
  readonly checkpoint?: string;
  /** Verifier text of the log's key, or a file of its keys: of `checkpoint`, else of what the store itself has signed. */
  readonly key?: string;
  /** As `locate` reads it; true or undefined: the settings'. */
  readonly store?: string | true;
}

/** `adduce log verify`: verifies the whole log; exits 3 where something is wrong, and names the entry. */
export async function logVerify(context: CommandContext, asked: LogVerifyArguments): Promise<ExitCode> {
  const { env, settings, output } = context;
  const { store: wanted } = asked;
  const named = typeof wanted === 'string' ? locate(env, wanted, settings.dataFolder) : settings.graph;
  try {
    await using store = await openRequired(named);
    return printWhole(output, await verifyIn(store, asked));
  } catch (fault) {
    if (fault instanceof StoreCorrupted) return printBad(output, fault);
    throw fault;
  }
}

async function verifyIn(store: GraphStore, { checkpoint, key }: LogVerifyArguments): Promise<VerifiedLog> {
  const own = await readLogKeys(store);
  const given = key === undefined ? null : await readTrustedKeys(key);
  const seen =
    checkpoint === undefined ? await readStored(store, given) : await readSeen(checkpoint, given ?? own);
  const verifiers = own.map(({ verifier }) => verifier);
  const progress = new Progress('verify');
  const verified = await verifyLog(store, {
    verifiers,
    seen,
    onProgress: (done, of) => progress.update(done, of),
  });
  progress.end();
  return verified;
}

/** The store's newest signed checkpoint, to verify with the keys that the reader gave; null where none were given. */
async function readStored(store: BlobReader, keys: readonly LogKey[] | null): Promise<Checkpoint | null> {
  if (keys === null) return null;
  const note = await store.note(CHECKPOINT_NOTE);
  if (note !== null) return checkSigner(note, keys, "the store's newest checkpoint");
  throw usage('--key has nothing to check: the store keeps no checkpoint yet; give one with --checkpoint');
}

async function readSeen(file: string, keys: readonly LogKey[]): Promise<Checkpoint> {
  const note = await readFile(file, 'utf8').catch(() => null);
  if (note === null) throw usage(`--checkpoint ${JSON.stringify(file)} cannot be read`);
  return checkSigner(note, keys, file);
}

function checkSigner(note: string, keys: readonly LogKey[], what: string): Checkpoint {
  const signed = signersOf(note, keys);
  if (signed.ok) return signed.checkpoint;
  const message = `${what} is no checkpoint that a known key has signed: ${signed.fault}`;
  throw new CommandFailure(EXIT.fail, 'checkpoint', message);
}

function printWhole(output: Output, { size, root, redacted }: VerifiedLog): ExitCode {
  const hex = Buffer.from(root).toString('hex');
  const gone = redacted === 0 ? '' : `, ${redacted} blobs redacted`;
  const lines = [`log ${output.tone('green', 'verified')}: ${size} entries, root ${hex}${gone}`];
  output.result({ ok: true, entries: size, root: hex, redacted }, lines);
  return EXIT.ok;
}

function printBad(output: Output, { seq, message }: StoreCorrupted): ExitCode {
  const where = seq === null ? '' : `first bad entry ${seq}: `;
  output.result({ ok: false, entry: seq, detail: message }, [
    `log ${output.tone('red', 'NOT verified')}: ${where}${message}`,
  ]);
  return EXIT.fail;
}

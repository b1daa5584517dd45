import { readFile } from 'node:fs/promises';
import { verifyCheckpoint } from '../../../graph/log/checkpoint.ts';
import type { Checkpoint } from '../../../graph/log/checkpoint-note.ts';
import { readLogKeys, verifyWithKeys } from '../../../graph/log/log-keys.ts';
import { type VerifiedLog, verifyLog } from '../../../graph/log/verify-log.ts';
import { type GraphStore, StoreCorrupted } from '../../../graph/store.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { CommandFailure, usage } from '../failure.ts';
import { openExisting } from '../open-store.ts';
import type { Output } from '../output.ts';
import { Progress } from '../progress.ts';
import { readVerifier } from '../read-verifier.ts';
import { locate } from '../settings.ts';

export interface LogVerifyArguments {
  /** A file that holds a signed checkpoint. */
  readonly checkpoint?: string;
  /** Verifier text of the log's key, or a file of it. */
  readonly key?: string;
  /** As `locate` reads it; true or undefined: the settings'. */
  readonly store?: string | true;
}

/** `adduce log verify`: walks the whole log; exits 3 where something is wrong, and says at which entry. */
export async function logVerify(context: CommandContext, asked: LogVerifyArguments): Promise<ExitCode> {
  const { env, settings, output } = context;
  const { store: wanted } = asked;
  const named = typeof wanted === 'string' ? locate(env, wanted, settings.dataFolder) : settings.graph;
  try {
    await using store = await openExisting(named);
    if (store === null) throw usage(`there is no store: ${named.kind}`);
    return printWhole(output, await verifyIn(store, asked));
  } catch (fault) {
    if (fault instanceof StoreCorrupted) return printBad(output, fault);
    throw fault;
  }
}

async function verifyIn(store: GraphStore, { checkpoint, key }: LogVerifyArguments): Promise<VerifiedLog> {
  const given = key === undefined ? null : await readVerifier(key);
  const seen = checkpoint === undefined ? null : await readSeen(checkpoint, given, store);
  const verifiers = (await readLogKeys(store)).map(({ verifier }) => verifier);
  const progress = new Progress('verify');
  const verified = await verifyLog(store, {
    verifiers,
    seen,
    onProgress: (done, of) => progress.update(done, of),
  });
  progress.end();
  return verified;
}

type Verifier = Awaited<ReturnType<typeof readVerifier>>;

/** A checkpoint that its reader's own key, else the store's, has signed. */
async function readSeen(file: string, given: Verifier | null, store: GraphStore): Promise<Checkpoint> {
  const note = await readFile(file, 'utf8').catch(() => null);
  if (note === null) throw usage(`--checkpoint ${JSON.stringify(file)} cannot be read`);
  const keys = given === null ? await readLogKeys(store) : [];
  const seen = given === null ? verifyWithKeys(note, keys) : verifyCheckpoint(note, given);
  if (seen !== null) return seen;
  const who = given?.name ?? 'a key of this log';
  throw new CommandFailure(EXIT.fail, 'checkpoint', `${file} is no checkpoint that ${who} has signed`);
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

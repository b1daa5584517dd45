/**
 * The keys of a log as a verifier holds them: each with the trees that it may have signed. Pure, so that
 * a browser reads and judges as the engine does.
 *
 * As text, a verifier key (C2SP signed-note) a line, newest first. A key that signs no more stands in a comment, so that
 * a program that knows verifier keys and nothing else never takes it for one that signs:
 *
 *     # retired, signed trees of FROM to UNTIL entries: NAME+ID+BASE64
 */
import { parseVerifier, type Verifier, verifierText, verifyCheckpoint } from './checkpoint.ts';
import { type Checkpoint, type ParsedCheckpoint, parseCheckpoint, signatureName } from './checkpoint-note.ts';

/** A key and the sizes of the trees that it may have signed. */
export interface LogKey {
  readonly verifier: Verifier;
  readonly fromSize: number;
  /** The last size, null for a key that still signs. */
  readonly untilSize: number | null;
  /** The note in which the key before names this one (`key-endorsement.ts`); absent where none was made. */
  readonly endorsement?: string;
}

/** Bounds on a list that somebody else sends. */
const MAX_LIST_LENGTH = 65_536;
const MAX_KEYS = 64;
const SHOWN_CHARACTERS = 80;
/** A comment that would be the next, however it was edited: to skip it could leave its key among those that sign. */
const ON_RETIRED = /^#\s*retired\b/i;
const RETIRED = /^# retired, signed trees of (0|[1-9]\d{0,14}) to (0|[1-9]\d{0,14}) entries: (\S+)$/;

/** A key of which nothing is known but that its holder trusts it. */
export function trusted(verifier: Verifier): LogKey {
  return { verifier, fromSize: 0, untilSize: null };
}

/** The list as text. @param keys oldest first */
export function keyListText(keys: readonly LogKey[]): string {
  const newestFirst = keys.toReversed();
  const signing = newestFirst.filter(({ untilSize }) => untilSize === null);
  const retired = newestFirst.filter(({ untilSize }) => untilSize !== null);
  const lines = [
    ...signing.map(({ verifier }) => verifierText(verifier)),
    ...retired.map(
      ({ verifier, fromSize, untilSize }) =>
        `# retired, signed trees of ${fromSize} to ${untilSize} entries: ${verifierText(verifier)}`,
    ),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

export type ReadKeys =
  | { readonly ok: true; readonly keys: readonly LogKey[] }
  | { readonly ok: false; readonly fault: string };

/** Reads one verifier, or a list of them; other comments and empty lines are skipped. */
export function readKeyList(text: string): ReadKeys {
  if (text.length > MAX_LIST_LENGTH)
    return { ok: false, fault: `it has more than ${MAX_LIST_LENGTH} characters` };
  const keys: LogKey[] = [];
  for (const [at, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    const [, from, until, retired] = RETIRED.exec(line) ?? [];
    if (retired === undefined && ON_RETIRED.test(line)) return { ok: false, fault: retiredFault(at, line) };
    if (line === '' || (retired === undefined && line.startsWith('#'))) continue;
    const verifier = parseVerifier(retired ?? line);
    if (verifier === null) return { ok: false, fault: `line ${at + 1} is no verifier key: ${shown(line)}` };
    keys.push(
      retired === undefined
        ? trusted(verifier)
        : { verifier, fromSize: Number(from), untilSize: Number(until) },
    );
  }
  if (keys.length > MAX_KEYS) return { ok: false, fault: `it holds more than ${MAX_KEYS} keys` };
  return keys.length > 0
    ? { ok: true, keys: withoutRevived(keys) }
    : { ok: false, fault: 'it holds no verifier key' };
}

function retiredFault(at: number, line: string): string {
  return `line ${at + 1} is on a retired key, and not “# retired, signed trees of FROM to UNTIL entries: KEY”: ${shown(line)}`;
}

/** Lists of different days may stand in one file: a key that one of them retires signs no more. */
function withoutRevived(keys: readonly LogKey[]): LogKey[] {
  const retired = new Set(
    keys.flatMap((key) => (key.untilSize === null ? [] : [verifierText(key.verifier)])),
  );
  return keys.filter(({ verifier, untilSize }) => untilSize !== null || !retired.has(verifierText(verifier)));
}

function shown(line: string): string {
  return JSON.stringify(line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line);
}

export type Signed =
  | { readonly ok: true; readonly checkpoint: Checkpoint; readonly by: readonly LogKey[] }
  | { readonly ok: false; readonly fault: string };

/** Which of the keys signed the note while it was their turn; else who did sign it, and who would have been believed. */
export function signersOf(note: string, keys: readonly LogKey[]): Signed {
  const parsed = parseCheckpoint(note);
  if (parsed === null) return { ok: false, fault: 'it is not a signed note' };
  const named = keys.filter(({ verifier }) => isNamedIn(parsed, verifier));
  const forged = named.find(({ verifier }) => verifyCheckpoint(note, verifier) === null);
  if (forged !== undefined)
    return { ok: false, fault: `the signature that it has of ${verifierName(forged.verifier)} is not valid` };
  const by = named.filter((key) => isTurnOf(key, parsed));
  if (by.length > 0) return { ok: true, checkpoint: parsed, by };
  const late = named.map((key) => `${keyText(key)}, which this tree of ${parsed.size} is none of`);
  return {
    ok: false,
    fault: late.length > 0 ? `it is signed by ${late.join(' and ')}` : strangers(parsed, keys),
  };
}

/** `<name>+<key id in hex>`: how people and errors name a key. */
export function verifierName(verifier: Verifier): string {
  return verifierText(verifier).split('+', 2).join('+');
}

/** A key by its name and id, and what it signed where it signs no more. */
export function keyText({ verifier, fromSize, untilSize }: LogKey): string {
  const name = verifierName(verifier);
  return untilSize === null ? name : `${name} (retired, signed trees of ${fromSize} to ${untilSize} entries)`;
}

function isNamedIn({ origin, signatures }: ParsedCheckpoint, verifier: Verifier): boolean {
  const name = verifierName(verifier);
  return origin === verifier.name && signatures.some((line) => signatureName(line) === name);
}

function isTurnOf({ fromSize, untilSize }: LogKey, { size }: Checkpoint): boolean {
  return size >= fromSize && (untilSize === null || size <= untilSize);
}

function strangers({ origin, signatures }: ParsedCheckpoint, keys: readonly LogKey[]): string {
  const signed = signatures.map(signatureName).join(' and ');
  const known = keys.map(keyText).join(', ') || 'none';
  return `it is of the log ${origin} and signed by ${signed}; known here: ${known}`;
}

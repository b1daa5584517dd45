/**
 * How a log's key names the key that comes after it: a note (C2SP signed-note) that the earlier one signs when a rotation
 * begins.
 *
 *     adduce log key/1\n<verifier key of the later one>\n<first size that it may sign>\n
 *
 * That both sign the checkpoints of a rotation does not say it: a note's text does not cover its signature lines, so
 * that anybody can add one of a key of their own.
 */
import type { KeyObject } from 'node:crypto';
import { parseVerifier, signText, type Verifier, verifierText, verifyText } from './checkpoint.ts';
import { type LogKey, trusted } from './key-list.ts';

/** No checkpoint has it for an origin and a size in the next line, so that neither note passes for the other. */
const KIND = 'adduce log key/1';
const SIZE = /^(?:0|[1-9]\d{0,14})$/;

/** The note in which the private key names its successor of the same log. */
export function endorse(successor: Pick<LogKey, 'verifier' | 'fromSize'>, privateKey: KeyObject): string {
  const { verifier, fromSize } = successor;
  return signText(`${KIND}\n${verifierText(verifier)}\n${fromSize}\n`, verifier.name, privateKey);
}

/** The key that a note names, if the verifier's key signed it for the same log, else null. */
export function endorsedBy(verifier: Verifier, note: string): LogKey | null {
  const text = verifyText(note, verifier);
  if (text === null) return null;
  const [kind, key = '', from = '', ...rest] = text.split('\n');
  const successor = parseVerifier(key);
  if (kind !== KIND || successor?.name !== verifier.name || !SIZE.test(from)) return null;
  if (rest.length !== 1 || rest[0] !== '') return null;
  return { ...trusted(successor), fromSize: Number(from) };
}

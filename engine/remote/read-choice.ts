/** Reads a chooser's reply: numbers that were offered, or none. Everything else is refused. Pure. */

import { MAX_CHOSEN } from '../receipt/choice.ts';
import { UnusableReply } from './chat.ts';

const NUMBERS = /^\d{1,2}(?:\s*,\s*\d{1,2})*$/;
const MAX_REPLY = 200;

/**
 * Takes `{"chosen": [3, 1]}`, `{"chosen": []}`, `{"chosen": "none"}`, `3, 1` and `none`: these forms and no text around them.
 * @param offered how many sentences there were: numbers are from 1 to it
 * @throws {UnusableReply} naming what is wrong; the reply itself is not repeated, since it may hold words of documents
 */
export function readChoice(reply: string, offered: number): readonly number[] {
  const text = reply.trim();
  if (text.length > MAX_REPLY) throw new UnusableReply('the reply is longer than a choice');
  const chosen = text.startsWith('{') ? membersOf(text) : bareNumbers(text);
  if (chosen.length > MAX_CHOSEN) throw new UnusableReply(`the reply chooses more than ${MAX_CHOSEN}`);
  if (new Set(chosen).size !== chosen.length) throw new UnusableReply('the reply chooses a sentence twice');
  if (chosen.some((one) => one < 1 || one > offered))
    throw new UnusableReply('the reply chooses a number that was not offered');
  return chosen;
}

function membersOf(text: string): readonly number[] {
  const reply = parsed(text);
  const { chosen } = reply;
  const isAlone = Object.keys(reply).length === 1;
  if (isAlone && chosen === 'none') return [];
  if (isAlone && Array.isArray(chosen) && chosen.every(Number.isInteger)) return chosen;
  throw new UnusableReply('the reply holds something other than numbers');
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    // It begins with a brace: an object, or no JSON.
    return JSON.parse(text);
  } catch (cause) {
    throw new UnusableReply('the reply is no JSON', { cause });
  }
}

function bareNumbers(text: string): readonly number[] {
  if (text.toLowerCase() === 'none') return [];
  if (!NUMBERS.test(text)) throw new UnusableReply('the reply holds something other than numbers');
  return text.split(',').map(Number);
}

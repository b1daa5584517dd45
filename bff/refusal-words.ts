/** The page's messages for refusals of the engine: what is wrong, and what helps. */
import type { AdduceError } from '../gateway/client/adduce-error.ts';
import type { ErrorKind } from '../gateway/wire/error.ts';

export interface RefusalWords {
  readonly message: string;
  readonly next_step?: string;
}

const LATER = 'Please try again in a moment.';

/** By reason; a reason that is not here is described by its kind. */
const OF_REASON: Readonly<Record<string, RefusalWords>> = {
  'invalid:corpus_unknown': {
    message: 'There is no corpus of that name here.',
    next_step: 'Choose one of the corpora that this server lists.',
  },
  'missing:corpus': {
    message: 'There is no corpus of that name here.',
    next_step: 'Choose one of the corpora that this server lists.',
  },
  'missing:answer': {
    message: 'There is no such answer.',
    next_step: 'Ask the question again.',
  },
  'missing:claim': {
    message: 'There is no such statement here.',
    next_step: 'Open the answer again, and choose one of its statements.',
  },
  'denied:evidence_missing': {
    message: 'A contribution rests on something.',
    next_step: 'Name a document here, or a page of the web and its words.',
  },
  'denied:evidence_hash_mismatch': {
    message: 'The document has changed since this form was opened.',
    next_step: 'Open the answer again, and choose its newest version.',
  },
  'denied:successor_missing': {
    message: 'What was chosen is not another known statement.',
    next_step: 'Choose one that a document here states; where none does, add such a document first.',
  },
  'denied:capability_missing': {
    message: 'This server may not write to the ledger.',
    next_step: 'Its operator has to let it.',
  },
  'invalid:idempotency_key': {
    message: 'This form was sent before with other words.',
    next_step: 'Open it again: what was sent first is in the ledger.',
  },
  'denied:corpus_forbidden': { message: 'This server may not read that corpus.' },
  'limited:rate': { message: 'The engine takes no more requests at this moment.', next_step: LATER },
  'client:timeout': {
    message: 'The engine took too long to answer.',
    next_step: 'Please try again, or ask something narrower.',
  },
  'client:circuit_open': {
    message: 'The engine is out of reach.',
    next_step: 'Please try again in a moment; your history and saved answers are still here.',
  },
  'client:busy': { message: 'This server has too much under way at this moment.', next_step: LATER },
};

const OF_KIND: Readonly<Partial<Record<ErrorKind, RefusalWords>>> = {
  Unauthorized: {
    message: 'This server is not allowed to ask the engine.',
    next_step: 'Its operator has to renew the key.',
  },
  Forbidden: { message: 'This server is not allowed to do that.' },
  NotFound: { message: 'There is nothing of that name here.' },
  Contradiction: {
    message: 'Checked sources contradict each other on this question. Both sides are shown.',
  },
  StaleSnapshot: {
    message: 'What is known here is older than this question allows.',
    next_step: 'Ask again later, or in a lighter mode.',
  },
  RateLimited: { message: 'Too many requests in a short time.', next_step: LATER },
  Upstream: { message: 'A part of the engine did not answer.', next_step: LATER },
  Unavailable: { message: 'The engine cannot be reached right now.', next_step: LATER },
  Timeout: { message: 'The engine took too long to answer.', next_step: LATER },
  Internal: { message: 'Something went wrong in the engine.', next_step: LATER },
};

/** Kinds whose message the engine writes for the caller: it names the value and what is accepted. */
const IN_ENGINE_WORDS: ReadonlySet<ErrorKind> = new Set(['BadRequest', 'Unprocessable', 'PayloadTooLarge']);

export function wordsOf({ reason, kind, message }: AdduceError): RefusalWords {
  const words = OF_REASON[reason];
  if (words !== undefined) return words;
  if (IN_ENGINE_WORDS.has(kind)) return { message: `The engine refused the request: ${message}.` };
  return OF_KIND[kind] ?? { message };
}

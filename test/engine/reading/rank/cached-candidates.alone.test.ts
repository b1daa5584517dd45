/** What is cached of the sentences of a document holds in memory. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { Block } from '../../../../engine/reading/document/layout.ts';
import { candidatesOf } from '../../../../engine/reading/rank/candidates-of.ts';
import { readCandidates } from '../../../../engine/reading/rank/read-candidate.ts';
import { formsOf } from '../../../../engine/reading/rank/stated.ts';
import { readValues } from '../../../../engine/reading/rank/values.ts';
import { saidKeys } from '../../../../engine/reading/words/said-words.ts';

const DOCUMENTS = 32;
const MEBIBYTE = 1 << 20;

setFlagsFromString('--expose-gc');
// The border: the flag puts this function there.
const collect = runInNewContext('gc') as () => void;

function heapUsed(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** Reads the one sentence under the heading of a document of a mebibyte; gives how much was read of it. */
function readOne(n: number, lang: string): number {
  const heading = `Observatory of Lighthouse Number ${n}`;
  const sentence = `The extraordinary lighthouse of Abercrombieville ${n} has 117 lamps since 1999.`;
  // As a decoder gives it: one string.
  const text = `${heading}\n${sentence}\n`.padEnd(MEBIBYTE, 'x').split('').join('');
  const whole = { level: 1, leadIn: -1 };
  const layout: Block[] = [
    { ...whole, kind: 'heading', start: 0, end: heading.length, heading: -1 },
    { ...whole, kind: 'paragraph', start: heading.length + 1, end: text.indexOf('\nx'), heading: 0 },
  ];
  const document = {
    id: `d${n}`,
    title: 'Lighthouses',
    text,
    layout,
    lang,
    effectiveAt: '2025-01-01T00:00:00.000Z',
  };
  const candidates = candidatesOf({ ...document, retrieval: 1, sections: null }).map((one) => one.candidate);
  for (const candidate of candidates) {
    saidKeys(candidate.text, lang);
    readValues(candidate);
    formsOf(candidate);
  }
  return readCandidates(candidates).length;
}

test.each(['en', 'de'])('what is cached of a sentence does not hold its document: %s', (lang) => {
  // The lexicons stay.
  readOne(DOCUMENTS, lang);
  const before = heapUsed();
  const read = Array.from({ length: DOCUMENTS }, (_, n) => readOne(n, lang));
  expect(heapUsed() - before).toBeLessThan((DOCUMENTS / 4) * MEBIBYTE);
  expect(read).toEqual(Array.from({ length: DOCUMENTS }, () => 1));
});

/** What the sentences of a document hold in memory. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import {
  copiedStatement,
  type LoggedSentence,
  sentencesOf,
} from '../../../engine/ingest/stated-sentences.ts';
import { artefact, occurrence } from '../../conformance/graph-store/records.ts';

const DOCUMENTS = 32;
const MEBIBYTE = 1 << 20;

setFlagsFromString('--expose-gc');
// The border: the flag puts this function there.
const collect = runInNewContext('gc') as () => void;

function heapUsed(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** The one sentence of a document of a mebibyte. */
function sentenceOf(n: number): LoggedSentence[] {
  const text = `Saturn has ${n} moons that are known. `.repeat(MEBIBYTE / 32).slice(0, MEBIBYTE);
  const place = { ...occurrence(n, n, n), sentence: { start: 0, end: 34 } };
  return sentencesOf(artefact(n), [place], (sentence) =>
    copiedStatement({ title: '', text, layout: [] }, sentence),
  );
}

test('a sentence does not hold the text of its document in memory', () => {
  const before = heapUsed();
  const sentences = Array.from({ length: DOCUMENTS }, (_, n) => sentenceOf(n));
  expect(heapUsed() - before).toBeLessThan((DOCUMENTS / 4) * MEBIBYTE);
  expect(sentences.flat()).toHaveLength(DOCUMENTS);
});

/** Twins: sentences of two documents that say almost the same at two times. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Candidate } from '../../../../engine/reading/rank/candidate.ts';
import { readCandidates } from '../../../../engine/reading/rank/read-candidate.ts';
import { readTwins } from '../../../../engine/reading/rank/twins.ts';
import { candidate } from './candidates.ts';

const word = fc.constantFrom('pass', 'costs', 'monthly', 'harbour', 'pier', 'ferry', '62', '58', 'opens');
const words = fc.array(word, { minLength: 1, maxLength: 7 }).map((all) => all.join(' '));
const pool = fc
  .array(fc.record({ text: words, title: words, day: fc.integer({ min: 1, max: 4 }) }), { maxLength: 8 })
  .map((all) => all.map(({ text, title, day }, index) => placed(text, title, day, index)));

function placed(text: string, title: string, day: number, index: number): Candidate {
  const effectiveAt = `2025-01-0${day}T00:00:00.000Z`;
  return candidate(text, { id: `s${index}`, document: `d${index % 5}`, title, effectiveAt });
}

/** The definition, pair by pair. */
function likeness(one: Candidate, other: Candidate): number {
  const [a, b] = readCandidates([one, other]);
  if (a === undefined || b === undefined || one.document === other.document) return 0;
  const plain = (terms: ReadonlySet<string>) => new Set([...terms].filter((term) => !/^\d/.test(term)));
  const same = plain(a.own).intersection(plain(b.own)).size / Math.max(3, Math.min(a.own.size, b.own.size));
  const [title, otherTitle] = [plain(a.title), plain(b.title)];
  const titles = title.intersection(otherTitle).size / Math.max(1, Math.min(title.size, otherTitle.size));
  return same * (0.5 + 0.5 * titles);
}

it('gives the most alike newer and older sentence of other documents', () => {
  fc.assert(
    fc.property(pool, (candidates) => {
      const expected = candidates.map((one) => {
        const most = (which: (other: Candidate) => boolean) =>
          Math.max(0, ...candidates.filter(which).map((other) => likeness(one, other)));
        return {
          newer: most((other) => other.effectiveAt > one.effectiveAt),
          older: most((other) => other.effectiveAt < one.effectiveAt),
        };
      });
      expect(readTwins(readCandidates(candidates))).toEqual(expected);
    }),
  );
});

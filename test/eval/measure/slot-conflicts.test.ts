import { describe, expect, it } from 'vitest';
import type { DocumentPair } from '../../../eval/document-pairs.ts';
import { claimsIn, findConflicts, isConflict } from '../../../eval/measure/slot-conflicts.ts';

function stated(id: string, text: string) {
  return claimsIn({ id, title: '', text, lang: 'en', published: null }).stated;
}

function named(docA: string, docB: string, valueA: string, valueB: string): DocumentPair {
  return { relation: 'conflict', documents: [docA, docB], values: [valueA, valueB], note: '' };
}

const OLDER = stated('a', 'The Harbour Library holds 45,000 books.');
const NEWER = stated('b', 'The Harbour Library holds 52,000 books.');

describe('slot conflicts', () => {
  it('are the pairs of one slot whose values exclude each other', () => {
    const found = findConflicts([...OLDER, ...NEWER, ...stated('c', 'The City Library holds 9,000 books.')]);
    expect(found.map(([a, b]) => [a.doc, b.doc])).toEqual([['a', 'b']]);
  });

  it('are none between equal values, and none in nothing', () => {
    expect(findConflicts([...OLDER, ...stated('c', 'The Harbour Library holds 45,000 books.')])).toEqual([]);
    expect(findConflicts([])).toEqual([]);
  });

  it('are the ones that were named either way round, with the values where they were stated', () => {
    const [pair] = findConflicts([...OLDER, ...NEWER]);
    if (pair === undefined) throw new Error('the conflict was not found');
    expect(isConflict(named('a', 'b', '45000', '52000'), pair)).toBe(true);
    expect(isConflict(named('b', 'a', '52000', '45000'), pair)).toBe(true);
    expect(isConflict(named('a', 'b', '45,000', '52,000'), pair)).toBe(true);
    expect(isConflict(named('a', 'b', '52000', '45000'), pair)).toBe(false);
    expect(isConflict(named('a', 'c', '45000', '52000'), pair)).toBe(false);
    expect(isConflict(named('a', 'b', '45000', '53000'), pair)).toBe(false);
  });
});

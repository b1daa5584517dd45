import { describe, expect, it } from 'vitest';
import { claimsIn, findConflicts, isConflict } from '../../../eval/measure/slot-conflicts.ts';

function stated(id: string, text: string) {
  return claimsIn({ id, title: '', text, lang: 'en', published: null }).stated;
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
    expect(isConflict(['a', 'b', '45000', '52000'], pair)).toBe(true);
    expect(isConflict(['b', 'a', '52000', '45000'], pair)).toBe(true);
    expect(isConflict(['a', 'b', '45,000', '52,000'], pair)).toBe(true);
    expect(isConflict(['a', 'b', '52000', '45000'], pair)).toBe(false);
    expect(isConflict(['a', 'c', '45000', '52000'], pair)).toBe(false);
    expect(isConflict(['a', 'b', '45000', '53000'], pair)).toBe(false);
  });
});

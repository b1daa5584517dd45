import { describe, expect, it } from 'vitest';
import { belowFloor, floorCorpora, raisedFloor, readFloors } from '../../../eval/floors.ts';

const FLOOR = { right: 3, wrong: 2, unanswerable_empty: 4 };
const COUNTS = { ...FLOOR, questions: 12, answerable: 6, empty: 1, unanswerable: 6 };

describe('a floor', () => {
  it('is reached exactly, and by more', () => {
    expect(belowFloor(COUNTS, FLOOR)).toEqual([]);
    expect(belowFloor({ ...COUNTS, right: 4, wrong: 1, unanswerable_empty: 5 }, FLOOR)).toEqual([]);
  });

  it('is missed by one less right, one more wrong, or one more answer to the unanswerable', () => {
    expect(belowFloor({ ...COUNTS, right: 2 }, FLOOR)).toEqual(['2 right, at least 3 wanted']);
    expect(belowFloor({ ...COUNTS, wrong: 3 }, FLOOR)).toEqual(['3 wrong, at most 2 wanted']);
    const [missed] = belowFloor({ ...COUNTS, unanswerable_empty: 3 }, FLOOR);
    expect(missed).toBe('3 unanswerable left empty, at least 4 wanted');
  });

  it('is raised and never lowered', () => {
    expect(raisedFloor({ ...COUNTS, right: 5, wrong: 4 }, FLOOR)).toEqual({ ...FLOOR, right: 5 });
    expect(raisedFloor({ ...COUNTS, right: 1, wrong: 0 }, FLOOR)).toEqual({ ...FLOOR, wrong: 0 });
    expect(raisedFloor(COUNTS, undefined)).toEqual(FLOOR);
  });
});

describe('the corpora with floors', () => {
  it('ask c what d answers, and d what c answers: nothing is wanted', async () => {
    const { corpora } = await floorCorpora(['short']);
    const foreign = corpora.filter(({ name }) => name.includes('asked what'));
    expect(foreign.map(({ name }) => name)).toEqual(['c, asked what d answers', 'd, asked what c answers']);
    for (const { questions } of foreign) {
      expect(questions.length).toBeGreaterThan(15);
      expect(questions.every(({ want, asOf }) => want === null && asOf === null)).toBe(true);
    }
  });

  it('are all named in floors.json, with those that lie beside the repository', async () => {
    const { corpora } = await floorCorpora(['short', 'demo', 'realistic', 'first']);
    const beside = ['real', 'squad'].flatMap((name) => [name, `first/${name}`]);
    const names = new Set([...corpora.map(({ name }) => name), ...beside]);
    expect(Object.keys(await readFloors()).toSorted()).toEqual([...names].toSorted());
  });
});

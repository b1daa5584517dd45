import { describe, expect, it } from 'vitest';
import type { Contestant } from '../../bench/benchmark.ts';
import { type Benchmark, NO_OPTIONS } from '../../bench/benchmark.ts';
import type { Measured } from '../../bench/run-benchmark.ts';
import { runBenchmark } from '../../bench/run-benchmark.ts';
import type { Sample } from '../../bench/sample.ts';
import { summarise } from '../../bench/summarise.ts';

function measured(name: string, against: string | null, samples: readonly Partial<Sample>[]): Measured {
  const taken = samples.map((one) => ({ done: { append: 1 }, cpu: 1, wall: 1, serverCpu: null, ...one }));
  const contestant: Contestant = { name, against, round: () => Promise.reject(new Error('has run already')) };
  return { contestant, samples: taken };
}

describe('the summary of a benchmark', () => {
  it('takes the median of what one unit cost, whatever each round has done', () => {
    const [row] = summarise([
      measured('a', null, [
        { cpu: 10, done: { append: 10 } },
        { cpu: 900, done: { append: 9 } },
        { cpu: 6, done: { append: 3 } },
      ]),
    ]);
    expect(row?.cpu).toEqual({ median: 2, low: 1, high: 100 });
  });

  it('takes the middle of the two middle rounds where their number is even', () => {
    const [row] = summarise([measured('a', null, [{ wall: 4 }, { wall: 1 }, { wall: 2 }, { wall: 100 }])]);
    expect(row?.wall).toEqual({ median: 3, low: 1, high: 100 });
  });

  it('compares within the round, so that a load on both changes nothing', () => {
    const [, row] = summarise([
      measured('a', null, [{ cpu: 1 }, { cpu: 50 }, { cpu: 2 }]),
      measured('b', 'a', [{ cpu: 3 }, { cpu: 150 }, { cpu: 6 }]),
    ]);
    expect(row?.cpuRatio).toEqual({ median: 3, low: 3, high: 3 });
  });

  it('has a row for each unit, compared with the same unit', () => {
    const rows = summarise([
      measured('a', null, [{ cpu: 8, done: { document: 2, claim: 8 } }]),
      measured('b', 'a', [{ cpu: 8, done: { document: 1, claim: 2 } }]),
    ]);
    expect(rows.map(({ name, unit, cpuRatio }) => [name, unit, cpuRatio?.median])).toEqual([
      ['a', 'document', undefined],
      ['a', 'claim', undefined],
      ['b', 'document', 2],
      ['b', 'claim', 4],
    ]);
  });

  it('says nothing of a server that did not take part', () => {
    const [without, with0] = summarise([
      measured('a', null, [{ serverCpu: null }]),
      measured('b', null, [{ serverCpu: 0 }]),
    ]);
    expect(without?.serverCpu).toBeNull();
    expect(with0?.serverCpu?.median).toBe(0);
  });

  it.each([
    ['a contestant that did nothing', [measured('a', null, [{ done: { append: 0 } }])]],
    ['a comparison with nobody', [measured('b', 'a', [{}])]],
    [
      'a comparison with another unit',
      [measured('a', null, [{ done: { ask: 1 } }]), measured('b', 'a', [{}])],
    ],
    ['a comparison with fewer rounds', [measured('a', null, [{}]), measured('b', 'a', [{}, {}])]],
  ])('refuses %s', (_, given) => {
    expect(() => summarise(given)).toThrow(RangeError);
  });
});

describe('a run', () => {
  it('runs contestants one after the other, begins each round with another, and drops the round that warms up', async () => {
    const turns: string[] = [];
    const contestant = (name: string): Contestant => ({
      name,
      against: null,
      round: async (number) => {
        turns.push(`${number}${name}`);
        return { done: { turn: 1 }, cpu: number, wall: number, serverCpu: null };
      },
    });
    let disposed = false;
    const turnsBenchmark: Benchmark = {
      name: 'turns',
      about: 'turns',
      rounds: 2,
      prepare: async () => ({
        contestants: [contestant('a'), contestant('b')],
        details: () => `after ${turns.length} turns`,
        [Symbol.asyncDispose]: async () => {
          disposed = true;
        },
      }),
    };
    const { measured: results, details } = await runBenchmark(turnsBenchmark, NO_OPTIONS);
    expect(turns).toEqual(['0a', '0b', '1b', '1a', '2a', '2b']);
    expect(results.map(({ samples }) => samples.map(({ cpu }) => cpu))).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(details).toBe('after 6 turns');
    expect(disposed).toBe(true);
  });
});

/** The changes that servers publish in a benchmark of subscriptions: the same ones, in the same order, from each. */
import type { FindingsChanged } from '../../graph/log/entry.ts';

/** A verdict with two reasons, as they come. */
export function change(index: number): FindingsChanged {
  return {
    type: 'findings.changed',
    answer_id: `ans_${String(index).padStart(26, 'a')}`,
    from: 'PASS',
    to: 'WARN',
    reasons: [
      { code: 'newer_rival', claim: 'wx://things-that-changed/claim/c1aaaaaaaaaaaaaaaaaaaaaaaaaa' },
      { code: 'artefact_withdrawn', claim: null, artefact: 'a1bbbbbbbbbbbbbbbbbbbbbbbbbb' },
    ],
    evaluated_seq: index,
  };
}

/** When it was published, on the clock that all processes of a machine share, in ms. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** The answers that the benchmark asks a publishing server for. */
export function publishing(publish: (index: number) => unknown): Record<string, () => unknown> {
  let index = 0;
  return {
    publish: async () => {
      const at = now();
      await publish(index);
      index += 1;
      return { at };
    },
    // Without collecting what an idle engine keeps: that is no part of a delivery.
    spent: () => {
      const { user, system } = process.cpuUsage();
      return { cpu: (user + system) / 1_000 };
    },
    memory: () => {
      globalThis.gc?.();
      return { rss: process.memoryUsage().rss };
    },
  };
}

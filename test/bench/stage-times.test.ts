import { describe, expect, it } from 'vitest';
import { StageTimes } from '../../bench/stage-times.ts';
import { ANSWER_STAGES } from '../../engine/ports.ts';

function burn(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

/** The first figure of each row, by stage. */
function mediansOf(times: StageTimes): Map<string, number> {
  const rows = times.table().split('\n').slice(2);
  return new Map(
    rows.map((row) => {
      const [, stage = '', p50 = ''] = row.split('|').map((cell) => cell.trim());
      return [stage, Number.parseFloat(p50)];
    }),
  );
}

describe('the times of stages', () => {
  it('bill each stage for what happened since the one before it, and the answer for all', () => {
    const times = new StageTimes();
    burn(40);
    times.begin();
    for (const stage of ANSWER_STAGES) {
      if (stage === 'rank') burn(20);
      times.ended(stage);
    }
    const medians = mediansOf(times);
    expect([...medians.keys()]).toEqual([...ANSWER_STAGES, 'whole answer']);
    expect(medians.get('rank')).toBeGreaterThanOrEqual(20);
    expect(medians.get('whole answer')).toBeGreaterThanOrEqual(medians.get('rank') ?? 0);
    // What went before the answer is on nobody's bill.
    expect(medians.get('text')).toBeLessThan(20);
  });

  it('forget what a caller removes', () => {
    const times = new StageTimes();
    times.begin();
    burn(5);
    times.ended('text');
    times.clear();
    expect([...mediansOf(times).values()].every((ms) => ms === 0)).toBe(true);
  });
});

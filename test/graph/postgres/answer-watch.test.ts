import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AnswerWatch } from '../../../graph/postgres/answer-watch.ts';

const USUAL_MS = 200;

function watch() {
  let lost = 0;
  const answers = new AnswerWatch(USUAL_MS, () => {
    lost += 1;
  });
  return { answers, lost: () => lost };
}

describe('waiting for the answers of statements that are sent behind each other', () => {
  it('begins the time of each with the answer before its own', async () => {
    const { answers, lost } = watch();
    await Promise.all([1, 2, 3, 4].map((n) => answers.answered(sleep(n * 0.6 * USUAL_MS))));
    expect(lost()).toBe(0);
  });

  it('gives the connection up once no answer comes for as long as is usual', async () => {
    const { answers, lost } = watch();
    const never = new Promise<void>(() => undefined);
    void answers.answered(never);
    void answers.answered(never);
    await answers.answered(sleep(0.5 * USUAL_MS));
    expect(lost()).toBe(0);
    await sleep(1.5 * USUAL_MS);
    expect(lost()).toBe(1);
  });

  it('waits longer for a statement that may take longer, and as long as is usual for those after it', async () => {
    const { answers, lost } = watch();
    await answers.answered(sleep(1.5 * USUAL_MS), 3 * USUAL_MS);
    expect(lost()).toBe(0);
    await answers.answered(sleep(1.5 * USUAL_MS));
    expect(lost()).toBe(1);
  });

  it('gives the fault of a statement to its caller, and goes on', async () => {
    const { answers, lost } = watch();
    await expect(answers.answered(Promise.reject(new Error('no')))).rejects.toThrow('no');
    await sleep(1.5 * USUAL_MS);
    expect(lost()).toBe(0);
  });
});

/** Copies of a log in PostgreSQL: a backup of it fills another, and the rows of both are as the log has them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describePostgres } from '../setup/describe-engine.ts';
import { runAdduce, runJson } from './adduce-process.ts';
import { ask } from './caller.ts';
import { Deployment, EMBEDDED } from './deployment.ts';
import { deployFacts, QUESTIONS } from './facts.ts';
import { postgresStore } from './postgres-store.ts';
import { SLOW } from './slow.ts';

interface Copied {
  readonly entries: number;
  readonly root: string;
}
interface Checked {
  readonly ok: boolean;
  readonly tables: readonly unknown[];
}

describePostgres('a log in PostgreSQL', (server) => {
  let from: Deployment;
  let to: Deployment;

  beforeAll(async () => {
    const kind = postgresStore(server);
    from = await deployFacts(kind);
    to = await Deployment.prepare(kind);
  }, SLOW.timeout);
  afterAll(async () => {
    await from[Symbol.asyncDispose]();
    await to[Symbol.asyncDispose]();
  });

  test(
    'is backed up beside its service and restored into another, which answers the same',
    SLOW,
    async () => {
      const folder = from.file('backup');
      const before = await from.serve();
      const answer = await ask(before.url, { q: QUESTIONS[0].q });
      const saved = await runJson<Copied>(['backup', folder, '--verify'], from.settings);
      const restored = await runJson<Copied>(['restore', folder], to.settings);
      expect(restored).toMatchObject({ entries: saved.entries, root: saved.root });
      const after = await to.serve();
      const again = await ask(after.url, { q: QUESTIONS[0].q });
      expect(again.answer_id).toBe(answer.answer_id);
      expect(again.sentences).toEqual(answer.sentences);
    },
  );

  test('has the rows that it makes, in PostgreSQL and in the store that follows', SLOW, async () => {
    expect(await runJson<Checked>(['rebuild', '--check'], from.settings)).toMatchObject({
      ok: true,
      tables: [],
    });
  });

  test('is refused beside a graph store of another log, in one line that says what to do', SLOW, async () => {
    await using other = await deployFacts(EMBEDDED);
    const beside = { ...other.settings, ADDUCE_LOG: from.settings.ADDUCE_LOG ?? '' };
    const { code, stderr } = await runAdduce(['rebuild'], beside);
    expect(code).toBe(2);
    expect(stderr.trim()).toMatch(
      /^adduce: .*data: the graph store holds \d+ entries of another log than that of \d+ entries which it is to follow: give an empty one, or run adduce migrate/,
    );
  });
});

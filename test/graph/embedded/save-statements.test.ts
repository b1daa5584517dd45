/** Statements that a transaction runs for what it saves. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { Connection } from '../../../graph/embedded/connection.ts';
import type { Changes } from '../../../graph/store/store.ts';
import { changes, claim, occurrence } from '../../conformance/graph-store/records.ts';
import { openForTest, testFolder } from './folder.ts';

/** Runs a transaction for each of the lists; gives the statements of each. */
async function saved(...transactions: readonly (readonly Partial<Changes>[])[]): Promise<string[][]> {
  const store = await openForTest({ path: await testFolder() });
  const run = vi.spyOn(Connection.prototype, 'run');
  onTestFinished(() => run.mockRestore());
  const statements: string[][] = [];
  for (const parts of transactions) {
    run.mockClear();
    await store.transact(async (tx) => {
      for (const one of parts) await tx.save(changes(one));
    });
    statements.push(run.mock.calls.map(([sql]) => sql));
  }
  return statements;
}

const countOf = (statements: readonly string[], words: string) =>
  statements.filter((sql) => sql.includes(words)).length;
const placed = (n: number): Partial<Changes> => ({
  claims: [claim(n)],
  occurrences: [occurrence(n, n, 0)],
});

it('counts its writes once, however often it saves', async () => {
  const statements = await saved([placed(1)], [placed(2), placed(3), placed(4)]);
  const [once, thrice] = statements.map((some) => countOf(some, 'UPDATE projection_writes'));
  expect(once).toBeGreaterThan(0);
  expect(thrice).toBe(once);
});

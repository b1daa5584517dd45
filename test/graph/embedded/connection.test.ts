import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Connection } from '../../../graph/embedded/connection.ts';
import { testFolder } from './folder.ts';

async function connectionWith(tables: string): Promise<Connection> {
  const connection = new Connection(join(await testFolder(), 'graph.sqlite'), 0);
  onTestFinished(() => connection.close());
  connection.exec(tables);
  return connection;
}

it('plans a statement alike whatever its parameters are, so that it is compiled once', async () => {
  const tables = "CREATE TABLE t (a TEXT, b TEXT); CREATE INDEX i ON t (b) WHERE a = 'x'";
  const connection = await connectionWith(tables);
  const planOf = (a: string) =>
    connection.rows<{ detail: string }>('EXPLAIN QUERY PLAN SELECT b FROM t WHERE a = @a LIMIT @most', {
      ...{ a, most: 1 },
    });
  // Of a bare parameter, SQLite would take the index for this value.
  expect(planOf('x')).toMatchObject([{ detail: 'SCAN t' }]);
  expect(planOf('y')).toEqual(planOf('x'));
});

it('gives parameters as they are, and texts that only look like one', async () => {
  const connection = await connectionWith('CREATE TABLE t (a ANY, n INTEGER NOT NULL) STRICT');
  const values = ['@a', '12', '', 12, 1.5, -3, null, Buffer.from([0, 255])];
  for (const [n, a] of values.entries()) connection.run('INSERT INTO t (a, n) VALUES (@a, @n)', { a, n });
  const rows = connection.rows<{ a: unknown }>('SELECT a FROM t WHERE n >= @from ORDER BY n LIMIT @most', {
    from: 0,
    most: values.length,
  });
  expect(rows.map(({ a }) => a)).toEqual(values);
  const sql = "SELECT 'claim@' || @seq || '@seq' AS text, -@seq AS number WHERE @seq IS NOT NULL";
  expect(connection.row(sql, { seq: 'x' })).toEqual({ text: 'claim@x@seq', number: 0 });
});

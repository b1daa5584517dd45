import { expect, test } from 'vitest';
import { openPostgres } from '../../../graph/postgres/open.ts';
import { SchemaMismatch } from '../../../graph/postgres/schema.ts';
import { describePostgres } from '../../setup/describe-engine.ts';
import { append, range, storedSeqs } from './append.ts';
import { newSchema } from './empty-schema.ts';

/** Enough that one waits for another that makes the tables. */
const PROCESSES = 8;

describePostgres('opening a PostgreSQL store', (server) => {
  test('makes its tables once, from many processes at once', async () => {
    const schema = newSchema(server());
    const stores = await Promise.all(range(PROCESSES).map(() => openPostgres(schema)));
    await Promise.all(stores.map((store) => store.transact(append)));
    const [one] = stores;
    if (one === undefined) throw new Error('several were opened');
    expect(await storedSeqs(one)).toEqual(range(PROCESSES));
    await Promise.all(stores.map((store) => store[Symbol.asyncDispose]()));
    await schema.drop();
  });

  test('keeps apart what lies in two schemas of one database', async () => {
    const schemas = [newSchema(server()), newSchema(server())];
    const [one, other] = await Promise.all(schemas.map((schema) => openPostgres(schema)));
    await one?.transact(append);
    expect(await other?.head()).toEqual({ size: 0, frontier: [], at: null });
    await Promise.all([one, other].map((store) => store?.[Symbol.asyncDispose]()));
    await Promise.all(schemas.map((schema) => schema.drop()));
  });

  test('refuses tables of another format, naming both and what to do, and leaves them alone', async () => {
    const schema = newSchema(server());
    const store = await openPostgres(schema);
    await store[Symbol.asyncDispose]();
    await schema.query('UPDATE format SET number = 1000');
    const refused = await openPostgres(schema).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SchemaMismatch);
    expect(String(refused)).toMatch(
      /schema t_\w+ has tables of format 1000, this program makes format 5: use .+ or another schema$/,
    );
    expect(await schema.query('SELECT number FROM format')).toEqual([{ number: 1000 }]);
    await schema.drop();
  });

  test('refuses a wrong password as unavailable, without naming it', async () => {
    const url = new URL(server().url);
    url.password = 'not-this-one';
    const refused = await openPostgres({ url: url.href }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'store_unavailable' });
    expect(String(refused)).toMatch(/28P01: password authentication failed/);
    expect(String(refused)).not.toContain('not-this-one');
  });

  test('refuses a database that is not there, and a port that nobody listens on', async () => {
    const missing = new URL(server().url);
    missing.pathname = '/nowhere';
    await expect(openPostgres({ url: missing.href })).rejects.toThrow(
      /3D000: database "nowhere" does not exist/,
    );
    const closed = new URL(server().url);
    closed.port = '1';
    await expect(openPostgres({ url: closed.href })).rejects.toThrow(/cannot be reached: .*ECONNREFUSED/);
  });

  test('refuses what is no PostgreSQL URL or no schema name', async () => {
    for (const url of ['', 'localhost', 'bolt://localhost', 'http://localhost/x'])
      await expect(openPostgres({ url })).rejects.toThrow(RangeError);
    for (const schema of ['', 'A', 'a b', 'a;drop schema b', '1a', 'x'.repeat(42)])
      await expect(openPostgres({ url: server().url, schema })).rejects.toThrow(/not a schema name/);
  });
});

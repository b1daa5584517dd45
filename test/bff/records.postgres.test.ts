/** The records on a real server: the suite of every database, and what a server does that a file does not. */
import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool } from 'pg';
import { expect, it } from 'vitest';
import { openPostgresRecords } from '../../bff/records/open-postgres.ts';
import { describeRecords } from '../conformance/records.ts';
import { describeCutMerges } from '../conformance/records-cut.ts';
import type { RecordsDatabase } from '../conformance/records-database.ts';
import { describeUpgrade } from '../conformance/records-upgrade.ts';
import { describePostgres } from '../setup/describe-engine.ts';
import { freePort } from '../setup/free-port.ts';

describePostgres('records in PostgreSQL', (server) => {
  async function run(sql: string): Promise<void> {
    const client = new Client({ connectionString: server().url });
    await client.connect();
    await client.query(sql);
    await client.end();
  }

  async function empty(): Promise<RecordsDatabase & { readonly url: string }> {
    const schema = `r_${randomBytes(6).toString('hex')}`;
    const url = new URL(server().url);
    url.searchParams.set('schema', schema);
    return {
      url: url.href,
      where: { dataFolder: '', recordsUrl: url.href },
      schema,
      open: () => openPostgresRecords(url.href),
      connect: async () => {
        await run(`create schema if not exists ${schema}`);
        const options = `-c search_path=${schema}`;
        // One connection: a lock is of one.
        const pool = new Pool({ connectionString: server().url, options, max: 1 });
        return new Kysely({ dialect: new PostgresDialect({ pool }) });
      },
      [Symbol.asyncDispose]: () => run(`drop schema if exists ${schema} cascade`),
    };
  }

  describeRecords(empty);
  describeUpgrade(empty);
  describeCutMerges(empty);

  it('are refused with 503 where connections end or none can be had', async () => {
    await using place = await empty();
    await using records = await place.open();
    expect(await records.saved({ user: 'u_1', limit: 1 })).toEqual([]);
    await run(`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
      and query like '%answers_saved%'`);
    // The pool drops the connections that ended, and the next read takes another one.
    await expect.poll(() => records.saved({ user: 'u_1', limit: 1 }).catch(() => null)).toEqual([]);
    const nowhere = new URL(place.url);
    nowhere.port = String(await freePort());
    await expect(openPostgresRecords(nowhere.href)).rejects.toThrow(/ECONNREFUSED/);
  });

  it.each([
    ['mysql://u:p@localhost/db', /a PostgreSQL URL/],
    ['postgres://u:secret@localhost/db?schema=a;drop', /not a schema name/],
  ])('refuse %s without its password', async (url, message) => {
    const fault = await openPostgresRecords(url).catch((error: unknown) => String(error));
    expect(fault).toMatch(message);
    expect(fault).not.toContain('secret');
  });
});

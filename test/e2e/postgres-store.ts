/** Gateways on one log in PostgreSQL, each with an embedded store that follows it, or with a graph server that they share. */
import { createHash } from 'node:crypto';
import { Client } from 'pg';
import type { PostgresServer } from '../setup/engine.ts';
import { EMBEDDED, oneByteChanged, type StoreKind } from './deployment.ts';

/** @param graph where the graph store of a deployment is */
export function postgresStore(server: () => PostgresServer, graph: StoreKind = EMBEDDED): StoreKind {
  return {
    name: `PostgreSQL and ${graph.name}`,
    locate: (data) => ({ ...graph.locate(data), ADDUCE_LOG: logUrl(server(), data) }),
    empty: async (data) => {
      await query(server(), `DROP SCHEMA IF EXISTS ${schemaOf(data)} CASCADE`);
      await graph.empty(data);
    },
    damageBlob: async (data, hash) => {
      const table = `${schemaOf(data)}.blobs`;
      const [row] = await query(server(), `SELECT bytes FROM ${table} WHERE hash = $1`, hash);
      await query(
        server(),
        `UPDATE ${table} SET bytes = $2 WHERE hash = $1`,
        hash,
        oneByteChanged(row?.bytes),
      );
    },
  };
}

/** The log of a deployment's data folder. */
function logUrl({ url }: PostgresServer, data: string): string {
  const log = new URL(url);
  log.searchParams.set('schema', schemaOf(data));
  return log.href;
}

function schemaOf(data: string): string {
  return `e_${createHash('sha256').update(data).digest('hex').slice(0, 16)}`;
}

async function query(
  { url }: PostgresServer,
  sql: string,
  ...values: readonly unknown[]
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

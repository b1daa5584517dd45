import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { PostgresServer } from '../../setup/engine.ts';

/** A schema of one test's own. */
export interface TestSchema {
  readonly url: string;
  readonly schema: string;
  /** Runs a statement beside the store. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Removes the schema with all that it holds. */
  drop(): Promise<void>;
}

/** A name that no schema has yet: the first store that opens it makes it. */
export function newSchema({ url }: PostgresServer): TestSchema {
  const schema = `t_${randomBytes(6).toString('hex')}`;
  const query = async (sql: string) => {
    const client = new Client({ connectionString: url, options: `-c search_path=${schema}` });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    url,
    schema,
    query,
    drop: async () => void (await query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)),
  };
}

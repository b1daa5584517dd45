import type { TestProject } from 'vitest/node';
import { type Found, missing, type PostgresServer } from './engine.ts';
import { startPostgres } from './postgres-process.ts';
import { findPostgres } from './postgres-programs.ts';

/**
 * Global setup of the `postgres` project (files named `*.postgres.test.ts`), run only when one of its files is to run:
 * the server that `POSTGRES_TEST_URL` names, else one of our own for this run, else none and why.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = givenServer();
  if (given !== undefined) {
    project.provide('postgres', given);
    return undefined;
  }
  const programs = await findPostgres();
  if (!programs.available) {
    project.provide('postgres', missing('postgres', programs.reason));
    return undefined;
  }
  const { server, stop } = await startPostgres(programs);
  project.provide('postgres', { available: true, ...server });
  return stop;
}

function givenServer(): Found<PostgresServer> | undefined {
  const url = process.env.POSTGRES_TEST_URL;
  return url === undefined || url === '' ? undefined : { available: true, url };
}

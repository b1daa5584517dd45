/** A PostgreSQL server of one suite, which it may end and start, or use beside another engine's. */
import { afterAll, beforeAll } from 'vitest';
import { type OwnPostgres, startPostgres } from './postgres-process.ts';
import { findPostgres } from './postgres-programs.ts';

/** Starts one for the suite that calls this; gives it from the first hook or test on. */
export function ownPostgres(): () => OwnPostgres {
  let own: OwnPostgres | null = null;
  beforeAll(async () => {
    const found = await findPostgres();
    if (!found.available) throw new Error(found.reason);
    own = await startPostgres(found);
  });
  afterAll(() => own?.stop());
  return () => {
    if (own === null) throw new Error('the server is started before the first hook of the suite');
    return own;
  };
}

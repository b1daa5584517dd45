/** The audit suite of GraphQL over HTTP, against the service as users start it. */
import { join } from 'node:path';
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Served, serve } from './cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A process on a loaded machine takes a while, and the first one builds the page. */
const PATIENCE_MS = 120_000;

describe('GraphQL over HTTP, as adduce serve speaks it', { timeout: PATIENCE_MS }, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let served: Served;
  beforeAll(async () => {
    folder = await temporaryFolder();
    served = await serve({ ADDUCE_DATA: join(folder.path, 'data') });
  }, PATIENCE_MS);
  afterAll(async () => {
    await served[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const audits = serverAudits({ url: () => `${served.url}/graphql`, fetchFn: fetch });

  it('is audited in 61 ways', () => {
    expect(audits).toHaveLength(61);
  });

  // Each twice: a query that was answered before goes another way through the server.
  it.each(audits.map((audit) => [audit.id, audit.name, audit] as const))('%s: %s', async (_, __, audit) => {
    for (const time of ['first', 'again', 'and again']) {
      const result = await audit.fn();
      expect(result.status, 'reason' in result ? `${time}: ${result.reason}` : time).toBe('ok');
    }
  });
});

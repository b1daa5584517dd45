/** Somebody changes what the store has made of its log: the command says where, a start refuses, a rebuild makes it good. */
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { runAdduce, runJson } from './adduce-process.ts';
import { mintAgent } from './agents.ts';
import { bearer, call, errorOf } from './caller.ts';
import { EMBEDDED } from './deployment.ts';
import { deployFacts } from './facts.ts';
import { SLOW } from './slow.ts';

test(
  'a revoked token that is made valid by hand is reported, refused at start and revoked again by a rebuild',
  SLOW,
  async () => {
    await using deployment = await deployFacts(EMBEDDED);
    const { settings } = deployment;
    const { token, token_id } = await mintAgent(settings);
    expect((await runAdduce(['keys', 'revoke', token_id], settings)).code).toBe(0);
    const check = () => runAdduce(['rebuild', '--check'], settings);
    expect(await check()).toMatchObject({ code: 0, stdout: expect.stringContaining('as the log has them') });
    expect((await runAdduce(['rebuild', '--check', '--from', 'embedded', '--to', 'x'], settings)).code).toBe(
      2,
    );

    {
      using database = new DatabaseSync(deployment.file('data/graph.sqlite'));
      database.exec('DELETE FROM revocations');
    }
    const found = await check();
    expect(found.code).toBe(3);
    expect(found.stdout).toContain(`revocations: 1 row differs\n  missing  ${token_id}\n`);
    const started = await runAdduce(['serve'], settings);
    expect([started.code, started.stderr]).toEqual([
      3,
      expect.stringMatching(/has written to the store's revocations: .*adduce rebuild --check/),
    ]);

    await runJson(['rebuild'], settings);
    expect((await check()).code).toBe(0);
    const service = await deployment.serve();
    const self = await call(`${service.url}/v1/keys/self`, { headers: bearer(token) });
    expect(errorOf(self.body).reason).toBe('denied:token_revoked');
    expect(await service.stop()).toBe(0);
  },
);

/** Services that Redis notifies of commits: they notice what the other commits, with the server and without it. */
import { expect, test, vi } from 'vitest';
import { describeRedis } from '../setup/describe-engine.ts';
import { NudgeServer } from '../setup/nudge-server.ts';
import { mintAgent } from './agents.ts';
import { appendEvidence, ask } from './caller.ts';
import { EMBEDDED } from './deployment.ts';
import { deployFacts, QUESTIONS } from './facts.ts';
import { followLedger } from './follow-evidence.ts';
import { LIVE, SLOW } from './slow.ts';

describeRedis('two services with nudges', (program) => {
  test('follow each other while Redis is there, gone, and there again, and end as asked', SLOW, async () => {
    await using redis = await NudgeServer.prepare('redis', program());
    await using deployment = await deployFacts(EMBEDDED);
    const settings = { ADDUCE_NUDGE: redis.url() };
    // Nothing listens there yet.
    const first = await deployment.serve(settings);
    const second = await deployment.serve(settings);
    const { token } = await mintAgent(deployment.settings);
    const { claims } = await ask(first.url, { q: QUESTIONS[0].q });
    const claim = claims[0]?.addr ?? '';
    await using at = followLedger(second.url, { claim, after: -1, token });
    const changes = [async () => undefined, () => redis.start(), () => redis.kill(), () => redis.start()];
    for (const [n, change] of changes.entries()) {
      await change();
      const evidence = { kind: 'corroborate', ref: `step ${n}`, hash: `step ${n}` } as const;
      const { event_id } = await appendEvidence(first.url, claim, token, evidence);
      await vi.waitFor(() => {
        at.each(({ received }) => expect(received.map(({ eventId }) => eventId)).toContain(event_id));
      }, LIVE);
    }
    expect(await Promise.all([first.stop(), second.stop()])).toEqual([0, 0]);
  });

  test('end a start that fails, though Redis is away', SLOW, async () => {
    await using redis = await NudgeServer.prepare('redis', program());
    await using deployment = await deployFacts(EMBEDDED);
    const taken = await deployment.serve();
    const started = deployment.serve({ ADDUCE_NUDGE: redis.url(), ADDUCE_PORT: taken.port });
    await expect(started).rejects.toThrow('in use');
    const away = {
      ADDUCE_NUDGE: redis.url(),
      ADDUCE_GRAPH: 'bolt://127.0.0.1:1',
      ADDUCE_GRAPH_PASSWORD: 'x',
    };
    await expect(deployment.serve(away)).rejects.toThrow('adduce serve ended with 6');
  });
});

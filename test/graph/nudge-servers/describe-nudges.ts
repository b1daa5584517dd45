/** What every server of nudges must do; each test starts its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Nudges } from '../../../graph/nudge/nudges.ts';
import { openNudges } from '../../../graph/nudge-servers/open.ts';
import { until } from '../../eventually.ts';
import type { NudgeProgram } from '../../setup/engine.ts';
import { NudgeServer, type NudgeServerKind } from '../../setup/nudge-server.ts';

/** One process: its connection and what came in. */
interface Member {
  readonly nudges: Nudges;
  readonly received: number[];
  readonly faults: string[];
}

async function member(url: string): Promise<Member> {
  const faults: string[] = [];
  const received: number[] = [];
  const nudges = await openNudges({ url, onFault: (fault) => faults.push(String(fault)) });
  onTestFinished(() => nudges[Symbol.asyncDispose]());
  nudges.subscribe((size) => received.push(size));
  return { nudges, received, faults };
}

/** Publishes until a size has come in at everybody: connections are made in the background. */
async function meet(from: Member, to: readonly Member[], size: number): Promise<void> {
  await expect
    .poll(
      async () => {
        await Promise.race([from.nudges.publish(size).catch(() => undefined), sleep(200)]);
        await sleep(20);
        return to.every(({ received }) => received.includes(size));
      },
      { interval: 50 },
    )
    .toBe(true);
}

export function describeNudges(kind: NudgeServerKind, program: () => NudgeProgram): void {
  const prepare = async (password: string | null = null) => {
    const server = await NudgeServer.prepare(kind, program(), password);
    onTestFinished(() => server[Symbol.asyncDispose]());
    return server;
  };

  test('carry a size from one process to the others', async () => {
    const server = await prepare();
    await server.start();
    const [a, b, c] = await Promise.all([member(server.url()), member(server.url()), member(server.url())]);
    await meet(a, [b, c], 7);
    await meet(b, [a, c], 8);
    expect([...a.faults, ...b.faults, ...c.faults]).toEqual([]);
  });

  test('keep channels apart', async () => {
    const server = await prepare();
    await server.start();
    const a = await member(`${server.url()}?channel=a`);
    const b = await member(`${server.url()}?channel=b`);
    const other = await member(`${server.url()}?channel=a`);
    await meet(b, [b], 2);
    await meet(a, [other], 1);
    expect([a.received.includes(2), b.received.includes(1)]).toEqual([false, false]);
  });

  test('begin once a server that was away is there, and say once that it is away', async () => {
    const server = await prepare();
    const [a, b] = await Promise.all([member(server.url()), member(server.url())]);
    await until(() => a.faults.length > 0);
    await sleep(1_500);
    expect(a.faults).toHaveLength(1);
    expect(a.faults[0]).toContain('others notice commits later');
    await server.start();
    await meet(a, [b], 5);
  });

  test('go on after the server was killed and started again', async () => {
    const server = await prepare();
    await server.start();
    const [a, b] = await Promise.all([member(server.url()), member(server.url())]);
    await meet(a, [b], 1);
    await server.kill();
    await until(() => a.faults.length > 0 && b.faults.length > 0);
    // Lost: nobody is there to carry it.
    await Promise.race([a.nudges.publish(2).catch(() => undefined), sleep(200)]);
    await server.start();
    await meet(a, [b], 3);
    expect(a.faults).toHaveLength(1);
  });

  test('go on after the server was suspended', async () => {
    const server = await prepare();
    await server.start();
    const [a, b] = await Promise.all([member(server.url()), member(server.url())]);
    await meet(a, [b], 1);
    server.signal('SIGSTOP');
    await sleep(3_000);
    server.signal('SIGCONT');
    await meet(a, [b], 2);
  });

  test('report a wrong password without showing it, and carry on with the right one', async () => {
    const server = await prepare('correct-horse');
    await server.start();
    const wrong = await member(server.url('battery-staple'));
    await until(() => wrong.faults.length > 0);
    expect(wrong.faults.join()).not.toContain('battery-staple');
    const [a, b] = await Promise.all([member(server.url()), member(server.url())]);
    await meet(a, [b], 1);
    expect(wrong.received).toEqual([]);
  });
}

/** A process that is suspended while it holds the head's lock: the others go on, and it can commit nothing any more. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { emptyServer } from './empty-server.ts';

const HOLDER = fileURLToPath(new URL('holder-process.ts', import.meta.url));
/** What a client waits at most. */
const IN_TIME_MS = 5_000;
/** Longer than any wait for the lock. */
const LONG_MS = 6_000;

describeNeo4j('a writer that holds the lock', (server) => {
  let store: GraphStore;
  let holder: ChildProcess;
  let said = '';

  beforeEach(async () => {
    await emptyServer(server());
    store = await openNeo4j(server());
    const { url, user, password } = server();
    holder = spawn(process.execPath, [HOLDER, url, user, password, 'theirs'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    said = '';
    holder.stdout?.on('data', (text: Buffer) => {
      said += text.toString();
    });
    await expect.poll(() => said).toContain('held');
  });
  afterEach(async () => {
    holder.kill('SIGKILL');
    await store[Symbol.asyncDispose]();
  });

  const write = () => store.transact((tx) => tx.saveNote('ours', 'written'));

  async function letGo(): Promise<void> {
    // Then everything that it has said is here, too.
    const ended = once(holder, 'close');
    holder.stdin?.write('\n');
    await ended;
  }

  it('holds up no other for longer than a client waits once it is suspended, and its commit is refused', async () => {
    holder.kill('SIGSTOP');
    const began = performance.now();
    await write();
    expect(performance.now() - began).toBeLessThan(IN_TIME_MS);
    await sleep(LONG_MS);
    expect(await store.note('held')).toBeNull();
    holder.kill('SIGCONT');
    await letGo();
    expect(said).toContain('store_unavailable');
    expect([await store.note('held'), await store.note('ours')]).toEqual([null, 'written']);
  });

  it('keeps the lock for as long as it is at work', async () => {
    await expect(write()).rejects.toMatchObject({ code: 'store_unavailable' });
    await expect(write()).rejects.toMatchObject({ code: 'store_unavailable' });
    await letGo();
    expect(said).toContain('committed');
    await write();
    expect([await store.note('held'), await store.note('ours')]).toEqual(['theirs', 'written']);
  });

  it('lets go of the lock at once when its process is killed', async () => {
    holder.kill('SIGKILL');
    const began = performance.now();
    await write();
    expect(performance.now() - began).toBeLessThan(IN_TIME_MS);
    expect(await store.note('held')).toBeNull();
  });
});

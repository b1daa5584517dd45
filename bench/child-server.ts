/** A server in a process of its own, so that its CPU time is nobody else's. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface ChildServer extends AsyncDisposable {
  readonly url: string;
  /** CPU that it has used since it started, in ms. */
  cpu(): Promise<number>;
  /** What it answers to a message of its own; one at a time. */
  ask<T>(message: string): Promise<T>;
}

/**
 * Starts `bench/peers/NAME`.
 * @param message its first message, null for nothing
 */
export async function startChild(
  name: string,
  env: NodeJS.ProcessEnv,
  message: readonly unknown[] | null,
): Promise<ChildServer> {
  const child = fork(join(import.meta.dirname, 'peers', name), {
    env: { ...process.env, ...env },
    execArgv: ['--expose-gc'],
  });
  if (message !== null) child.send([...message]);
  const { url } = await answerOf<{ url: string }>(child);
  const ask = <T>(question: string): Promise<T> => {
    child.send(question);
    return answerOf<T>(child);
  };
  return {
    url,
    cpu: async () => (await ask<{ cpu: number }>('cpu')).cpu,
    ask,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

async function answerOf<T>(child: ChildProcess): Promise<T> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const ended = once(child, 'exit', { signal }).then(() => Promise.reject(new Error('a server has ended')));
  try {
    const [answer] = await Promise.race([once(child, 'message', { signal }), ended]);
    // Both ends are files of this folder.
    return answer as T;
  } finally {
    waiting.abort();
    ended.catch(() => undefined);
  }
}

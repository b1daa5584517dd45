import { expect, test } from 'vitest';
import { forCaller } from '../../../graph/caller.ts';
import type { Projection } from '../../../graph/shared-log/follower.ts';
import type { SharedLog } from '../../../graph/shared-log/shared-log.ts';
import { sharedLogStore } from '../../../graph/shared-log/store.ts';
import type { GraphStore } from '../../../graph/store/store.ts';

test('a caller who has left asks for no head of the log, whose failure nobody would hear', async () => {
  const left = new Error('left');
  let asked = 0;
  const head = () => {
    asked += 1;
    return Promise.reject(new Error('the store is closed'));
  };
  const log = { head } as unknown as SharedLog;
  const projection = { size: 0 } as unknown as Projection;
  const store = sharedLogStore(log, {} as GraphStore, projection);
  const read = () => store.counts('moons');
  await expect(forCaller(AbortSignal.abort(left), read)).rejects.toBe(left);
  expect(asked).toBe(0);
  await expect(forCaller(new AbortController().signal, read)).rejects.toThrow('the store is closed');
  expect(asked).toBe(1);
});

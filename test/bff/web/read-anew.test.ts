/** Lists of the page whose first read is overtaken by a change. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { readAnew } from '../../../bff/web/read-anew.ts';
import { eventually } from '../../eventually.ts';

const LIST = ['list'];

/** A list on the screen; each read of it is answered by the test. */
function openList() {
  const cache = new QueryClient();
  const reads: ((items: readonly string[]) => void)[] = [];
  const queryFn = () => new Promise<readonly string[]>((resolve) => reads.push(resolve));
  const unsubscribe = new QueryObserver(cache, { queryKey: LIST, queryFn, retry: false }).subscribe(() => {});
  const shown = () => cache.getQueryData<readonly string[]>(LIST);
  return { cache, reads, shown, [Symbol.dispose]: unsubscribe };
}

it('gives up a first read that began before the change, however late it is answered', async () => {
  using list = openList();
  void readAnew(list.cache, { queryKey: LIST });
  await eventually(() => expect(list.reads).toHaveLength(2));
  list.reads[1]?.(['before', 'changed']);
  await eventually(() => expect(list.shown()).toEqual(['before', 'changed']));
  list.reads[0]?.(['before']);
  await list.cache.cancelQueries({ queryKey: LIST });
  expect(list.shown()).toEqual(['before', 'changed']);
});

it('reads a list again that was read, which is shown meanwhile', async () => {
  using list = openList();
  list.reads[0]?.(['before']);
  await eventually(() => expect(list.shown()).toEqual(['before']));
  void readAnew(list.cache, { queryKey: LIST });
  await eventually(() => expect(list.reads).toHaveLength(2));
  expect(list.shown()).toEqual(['before']);
  list.reads[1]?.(['before', 'changed']);
  await eventually(() => expect(list.shown()).toEqual(['before', 'changed']));
});

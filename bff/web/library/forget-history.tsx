/** Deletes every question of the reader's history for good, once the reader has said so twice. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { saySaved } from '../catalogues/saved.ts';
import { client, messageOf, trpc } from '../trpc.ts';

/** @returns how many questions went */
async function forgetAll(): Promise<number> {
  let count = 0;
  for (;;) {
    const { deleted, more } = await client.history.clear.mutate();
    count += deleted;
    if (!more) return count;
  }
}

export function ForgetHistory(): ReactNode {
  const cache = useQueryClient();
  const dialog = useRef<HTMLDialogElement>(null);
  const forget = useMutation({
    mutationFn: forgetAll,
    onSettled: () => cache.invalidateQueries(trpc.history.pathFilter()),
  });
  return (
    <footer className="library-foot">
      <button type="button" className="quiet" onClick={() => dialog.current?.showModal()}>
        {saySaved('forget')}
      </button>
      <span role="status" className="facts">
        {forget.isSuccess && saySaved('forgot', { count: forget.data })}
        {forget.isError && messageOf(forget.error)}
      </span>
      <dialog ref={dialog} aria-labelledby="forget-means">
        <p id="forget-means">{saySaved('forgetMeans')}</p>
        <p className="action-line">
          <button type="button" onClick={() => dialog.current?.close()}>
            {saySaved('keep')}
          </button>
          <button
            type="button"
            onClick={() => {
              dialog.current?.close();
              forget.mutate();
            }}
          >
            {saySaved('forgetSure')}
          </button>
        </p>
      </dialog>
    </footer>
  );
}

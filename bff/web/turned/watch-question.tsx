/** Watches the question of an answer, also of an empty one: the inbox says when its answer changes. */
import type { ReactNode } from 'react';
import { HOME } from '../address.ts';
import { sayInbox } from '../catalogues/inbox.ts';
import { useTravel } from '../place-context.ts';
import { PlaceLink } from '../place-link.tsx';
import { messageOf, type ShownAnswer } from '../trpc.ts';
import { NotifyControl } from './notify-control.tsx';
import { useQuestions, useUnwatch, useWatch, watchedOf } from './use-turned.ts';
import './turned.css';

export function WatchQuestion({ answer }: { readonly answer: ShownAnswer }): ReactNode {
  const { place } = useTravel();
  const { data } = useQuestions();
  const watch = useWatch();
  const unwatch = useUnwatch();
  const watched = watchedOf(data?.items ?? [], answer);
  const isBusy = watch.isPending || unwatch.isPending;
  const error = watch.error ?? unwatch.error;
  const toggle = (): void => {
    if (isBusy) return;
    watch.reset();
    unwatch.reset();
    if (watched === null) watch.mutate({ answer_id: answer.answer_id });
    else unwatch.mutate({ id: watched.id });
  };
  return (
    <div className="watch-question">
      <button type="button" aria-pressed={watched !== null} aria-disabled={isBusy} onClick={toggle}>
        <span aria-hidden="true">{watched === null ? '⚐' : '⚑'}</span> {sayInbox('watch')}
      </button>
      <p role="status" className="facts">
        {error !== null && messageOf(error)}
        {error === null &&
          watched !== null &&
          sayInbox.show(answer.summary === '' ? 'watchedEmpty' : 'watched', {
            inbox: (
              <PlaceLink to={{ ...HOME, corpus: place.corpus, view: 'turned' }}>
                {sayInbox('turned')}
              </PlaceLink>
            ),
          })}
      </p>
      {watched !== null && <NotifyControl />}
    </div>
  );
}

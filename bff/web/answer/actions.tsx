/** What can be done with an answer: save it, hand it on, take its files, verify it. */
import type { ReactNode } from 'react';
import { sayAnswer } from '../catalogues/answer.ts';
import { useTravel } from '../place-context.ts';
import type { ShownAnswer } from '../trpc.ts';
import { WatchQuestion } from '../turned/watch-question.tsx';
import { Downloads } from './downloads.tsx';
import { SaveForm } from './save-form.tsx';
import { Share } from './share.tsx';

export function Actions({ answer }: { readonly answer: ShownAnswer }): ReactNode {
  const { place, replace } = useTravel();
  return (
    <footer className="actions">
      <WatchQuestion key={`watch ${answer.answer_id}`} answer={answer} />
      <SaveForm key={`save ${answer.answer_id}`} answer={answer} />
      <Downloads key={`files ${answer.answer_id}`} answerId={answer.answer_id} />
      <div className="action-line">
        <Share key={`share ${answer.answer_id}`} answerId={answer.answer_id} />
        <button type="button" onClick={() => replace({ ...place, panel: 'proof' })}>
          {sayAnswer('verifyHere')}
        </button>
      </div>
    </footer>
  );
}

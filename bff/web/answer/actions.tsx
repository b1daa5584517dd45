/** What can be done with an answer: save it, hand it on, take its files, verify it. */
import { type ReactNode, useState } from 'react';
import { useTravel } from '../place-context.ts';
import type { ShownAnswer } from '../trpc.ts';
import { Downloads } from './downloads.tsx';
import { SaveForm } from './save-form.tsx';

export function Actions({ answer }: { readonly answer: ShownAnswer }): ReactNode {
  const { place, replace } = useTravel();
  return (
    <footer className="actions">
      <SaveForm key={`save ${answer.answer_id}`} answer={answer} />
      <Downloads key={`files ${answer.answer_id}`} answerId={answer.answer_id} />
      <div className="action-line">
        <CopyLink />
        <button type="button" onClick={() => replace({ ...place, panel: 'proof' })}>
          Verify in this browser
        </button>
      </div>
    </footer>
  );
}

function CopyLink(): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(window.location.href);
    setCopied(true);
  };
  return (
    <button type="button" onClick={() => void copy().catch(() => setCopied(false))}>
      {isCopied ? 'Link copied' : 'Copy link'}
    </button>
  );
}

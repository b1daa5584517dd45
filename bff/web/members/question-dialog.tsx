/** Asks before something is done that others notice; what was refused stands in it. */
import { type ReactNode, useId } from 'react';
import { sayMembers } from '../catalogues/members.ts';
import { ProblemNote } from '../problem.tsx';
import { useQuestion } from '../use-question.ts';

interface QuestionDialogProps {
  readonly title: string;
  /** What it means, a paragraph each. */
  readonly means: readonly string[];
  /** Words of the button that does it. */
  readonly deed: string;
  readonly isBusy: boolean;
  readonly problem: unknown;
  readonly onDo: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

export function QuestionDialog({
  title,
  means,
  deed,
  isBusy,
  problem,
  onDo,
  onClose,
  children,
}: QuestionDialogProps): ReactNode {
  const ids = { title: useId(), means: useId() };
  const { dialog, no } = useQuestion();
  return (
    <dialog
      ref={dialog}
      className="member-dialog"
      aria-labelledby={ids.title}
      aria-describedby={means.length === 0 ? undefined : ids.means}
      // Also by Escape.
      onClose={onClose}
    >
      <h2 id={ids.title}>{title}</h2>
      {children}
      {means.length > 0 && (
        <div id={ids.means} className="member-means">
          {means.map((one) => (
            <p key={one}>{one}</p>
          ))}
        </div>
      )}
      {problem != null && <ProblemNote error={problem} />}
      <p className="member-deeds">
        <button type="button" className="primary" aria-disabled={isBusy} onClick={() => isBusy || onDo()}>
          {deed}
        </button>
        <button ref={no} type="button" onClick={() => dialog.current?.close()}>
          {sayMembers('cancel')}
        </button>
      </p>
    </dialog>
  );
}

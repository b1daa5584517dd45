/** What was done last, until the next deed: it waits for no clock, so that nobody is too late to undo it. */
import type { ReactNode } from 'react';
import { saySaved } from '../catalogues/saved.ts';
import type { LibraryChanges } from './use-changes.ts';

export function UndoNotice({
  changes: { notice, dismiss },
}: {
  readonly changes: LibraryChanges;
}): ReactNode {
  return (
    <div className="undo">
      <p role="status">{notice?.words}</p>
      {notice?.undo && (
        <button type="button" onClick={notice.undo}>
          {saySaved('undo')}
        </button>
      )}
      {notice !== null && (
        <button type="button" className="quiet" onClick={dismiss}>
          {saySaved('dismiss')}
        </button>
      )}
    </div>
  );
}

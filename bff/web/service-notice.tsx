/** How the service as a whole is, where that is not as it should be. It appears and goes by itself. */
import type { ReactNode } from 'react';
import type { Notice } from './current.ts';
import { noticeWords } from './words.ts';

export function ServiceNotice({ notice }: { readonly notice: Notice | null }): ReactNode {
  // Always there, so that screen readers announce what comes into it.
  return (
    <div role="status" aria-label="Service">
      {notice !== null && (
        <p className="notice" data-kind={notice.kind}>
          {noticeWords(notice)}
        </p>
      )}
    </div>
  );
}

/** A notice while the service is not as it should be; it appears and disappears by itself. */
import type { ReactNode } from 'react';
import type { Notice } from './current.ts';
import { noticeWords } from './words.ts';

export function ServiceNotice({ notice }: { readonly notice: Notice | null }): ReactNode {
  // Always in the document, so that screen readers announce new content.
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

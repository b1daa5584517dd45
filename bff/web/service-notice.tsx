/** A notice while the service is not as it should be; it appears and disappears by itself. */
import type { ReactNode } from 'react';
import { sayShell } from './catalogues/shell.ts';
import type { Notice } from './current.ts';
import { noticeWords } from './words.ts';

export function ServiceNotice({ notice }: { readonly notice: Notice | null }): ReactNode {
  // Always in the document, so that screen readers announce new content.
  return (
    <div role="status" aria-label={sayShell('service')}>
      {notice !== null && (
        <p className="notice" data-kind={notice.kind}>
          {noticeWords(notice)}
        </p>
      )}
    </div>
  );
}

/** While files are added and the reader is elsewhere on the page: how far that is, and the way back. */
import type { ReactNode } from 'react';
import { HOME } from '../address.ts';
import { sayShell } from '../catalogues/shell.ts';
import { useTravel } from '../place-context.ts';
import { PlaceLink } from '../place-link.tsx';
import { type Adding, useAdding } from './adding.ts';

export function UploadNotice(): ReactNode {
  const { place } = useTravel();
  const adding = useAdding();
  return (
    <div className="upload-notice" role="status" aria-label={sayShell('adding')}>
      {adding !== null && place.view !== 'add' && (
        <p className="facts">
          <PlaceLink to={{ ...HOME, corpus: place.corpus, view: 'add' }}>{wordsOf(adding)}</PlaceLink>
        </p>
      )}
    </div>
  );
}

function wordsOf({ stage, files, corpus }: Adding): string {
  switch (stage) {
    case 'sending':
      return sayShell('upload.sending', {
        sent: files.filter(({ state }) => state !== 'waiting' && state !== 'sending').length,
        all: files.length,
      });
    case 'waiting':
    case 'reading':
      return sayShell('upload.reading', { corpus });
    case 'done':
      return sayShell('upload.done', { corpus });
    case 'cancelled':
      return sayShell('upload.cancelled');
    case 'stopped':
    case 'failed':
      return sayShell('upload.stopped');
  }
}

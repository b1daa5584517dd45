/** While files are added and the reader is elsewhere on the page: how far that is, and the way back. */
import type { ReactNode } from 'react';
import { HOME } from '../address.ts';
import { useTravel } from '../place-context.ts';
import { PlaceLink } from '../place-link.tsx';
import { type Adding, useAdding } from './upload-store.ts';

export function UploadNotice(): ReactNode {
  const { place } = useTravel();
  const adding = useAdding();
  return (
    <div className="upload-notice" role="status" aria-label="Adding documents">
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
      return `Adding documents: ${files.filter(({ state }) => state !== 'waiting' && state !== 'sending').length} of ${files.length} sent`;
    case 'waiting':
    case 'reading':
      return `Adding documents: reading them into ${corpus}`;
    case 'done':
      return `Documents are added to ${corpus}`;
    case 'cancelled':
      return 'Adding documents was cancelled';
    case 'stopped':
    case 'failed':
      return 'Adding documents has stopped';
  }
}

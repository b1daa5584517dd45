/** Passages near a question that nothing answers: quoted, not verified. */
import { type ReactNode, useId } from 'react';
import { SafeLink } from './safe-link.tsx';
import type { Passage } from './trpc.ts';
import { dayWords } from './words.ts';

interface PassagesProps {
  readonly passages: readonly Passage[];
}

export function Passages({ passages }: PassagesProps): ReactNode {
  const heading = useId();
  if (passages.length === 0) return null;
  return (
    <section className="passages" aria-labelledby={heading}>
      <h3 id={heading}>Nearest passages, not verified</h3>
      <p className="muted">
        Nothing answers this for certain. These sentences are the nearest: whether they answer it was not
        checked.
      </p>
      <ul>
        {passages.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes, with places that may be alike
          <li key={index}>
            {one.quote === '' ? (
              <p className="muted">Its words may not be shown here any more.</p>
            ) : (
              <blockquote>{one.quote}</blockquote>
            )}
            <p className="facts">
              <Place passage={one} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Place({ passage: { title, document } }: { readonly passage: Passage }): ReactNode {
  if (document === null) return title;
  return (
    <>
      <SafeLink href={document.url}>{title}</SafeLink>, {document.domain}, observed{' '}
      {dayWords(document.observed_at)}
    </>
  );
}

/** A question that nothing answers: which words no document has, and the nearest passages, which nobody has checked. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { HOME } from '../address.ts';
import { sayAnswer } from '../catalogues/answer.ts';
import { languageWords, useCorpora } from '../corpus-switch.tsx';
import { useTravel } from '../place-context.ts';
import { PlaceLink } from '../place-link.tsx';
import { SafeLink } from '../safe-link.tsx';
import { type Passage, type ShownAnswer, trpc } from '../trpc.ts';
import { WatchQuestion } from '../turned/watch-question.tsx';
import { dayWords } from '../words.ts';

const PASSAGES_SHOWN = 3;

export function NoAnswer({ answer }: { readonly answer: ShownAnswer }): ReactNode {
  return (
    <div className="no-answer">
      <MissingWords answer={answer} />
      <Passages passages={answer.passages} />
      <WatchQuestion key={answer.answer_id} answer={answer} />
      <Languages corpus={answer.corpus.name} />
      <OtherCorpora answer={answer} />
      <p>
        {sayAnswer.show('addThat', {
          add: (
            <PlaceLink to={{ ...HOME, corpus: answer.corpus.name, view: 'add' }}>
              {sayAnswer('addDocuments')}
            </PlaceLink>
          ),
        })}
      </p>
    </div>
  );
}

function MissingWords({ answer: { q, as_of, corpus } }: { readonly answer: ShownAnswer }): ReactNode {
  const { data } = useQuery({
    ...trpc.views.missingWords.queryOptions({ q, corpus: corpus.name, ...(as_of !== null && { as_of }) }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const missing = data?.missing ?? [];
  if (missing.length === 0) return null;
  const words = missing.map((word, at) => (
    <span key={word}>
      {at > 0 && ', '}
      <strong dir="auto">{word}</strong>
    </span>
  ));
  const count = missing.length;
  return (
    <p>
      {as_of === null
        ? sayAnswer.show('missingWords', { count, words })
        : sayAnswer.show('missingWordsOn', { count, words, day: dayWords(as_of) })}
    </p>
  );
}

function Passages({ passages }: { readonly passages: readonly Passage[] }): ReactNode {
  const heading = useId();
  if (passages.length === 0) return null;
  return (
    <section className="passages" aria-labelledby={heading}>
      <h2 id={heading}>{sayAnswer('nearest')}</h2>
      <ul className="voices">
        {passages.slice(0, PASSAGES_SHOWN).map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes, with places that may be alike
          <li key={index}>
            {one.quote === '' ? (
              <p className="muted">{sayAnswer('notShown')}</p>
            ) : (
              <blockquote dir="auto" lang={one.document?.lang}>
                {one.quote}
              </blockquote>
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
  return sayAnswer.show('observed', {
    title: <SafeLink href={document.url}>{title}</SafeLink>,
    domain: document.domain,
    day: dayWords(document.observed_at),
  });
}

/** A question in another language than the documents' finds little. */
function Languages({ corpus }: { readonly corpus: string }): ReactNode {
  const asked = useCorpora().find(({ name }) => name === corpus);
  const languages = asked === undefined ? null : languageWords(asked);
  return languages !== null && <p>{sayAnswer('languages', { languages })}</p>;
}

function OtherCorpora({ answer: { q, corpus } }: { readonly answer: ShownAnswer }): ReactNode {
  const { place } = useTravel();
  const others = useCorpora().filter(({ name }) => name !== corpus.name);
  if (others.length === 0) return null;
  return (
    <p>
      {sayAnswer('otherCorpus')}{' '}
      {others.map(({ name }, at) => (
        <span key={name}>
          {at > 0 && ', '}
          <PlaceLink to={{ ...HOME, q, asOf: place.asOf, corpus: name }}>{name}</PlaceLink>
        </span>
      ))}
    </p>
  );
}

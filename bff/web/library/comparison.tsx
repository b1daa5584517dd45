/** Two answers side by side: what both say and rest on, and what only one does. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { HOME } from '../address.ts';
import { langOf, numberSources } from '../answer/sources.ts';
import { sayLibrary } from '../catalogues/library.ts';
import { saySaved } from '../catalogues/saved.ts';
import { sayShell } from '../catalogues/shell.ts';
import { PlaceLink } from '../place-link.tsx';
import { ProblemNote } from '../problem.tsx';
import { type Comparison as Compared, trpc } from '../trpc.ts';
import { VerdictChip } from '../verdict.tsx';
import { useShownVerdicts } from '../verdicts-context.ts';
import { dayWords } from '../words.ts';
import { libraryAddress } from './place.ts';
import { useLibraryTravel } from './use-library-place.ts';

export function Comparison({ ids }: { readonly ids: readonly [string, string] }): ReactNode {
  const { place } = useLibraryTravel();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error } = useQuery(trpc.compare.queryOptions({ answer_ids: [...ids] }));
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 id="library-title" ref={heading} tabIndex={-1}>
        {saySaved('comparison')}
      </h1>
      <p>
        <Link href={libraryAddress({ ...place, compared: null })}>{saySaved('back')}</Link>
      </p>
      {error !== null && <ProblemNote error={error} />}
      {data !== undefined && <Parts compared={data} />}
    </>
  );
}

function Parts({ compared: { answers, sentences, documents } }: { readonly compared: Compared }): ReactNode {
  const titles = new Map(
    answers.flatMap(({ artefacts }) =>
      artefacts.map(({ artefact_id, title, domain }) => [artefact_id, `${title} · ${domain}`] as const),
    ),
  );
  const langs = langsOf(answers);
  const said = (texts: readonly string[]) => texts.map((text) => ({ text, lang: langs.get(text) }));
  const named = (ids: readonly string[]) =>
    ids.map((id) => ({ text: titles.get(id) ?? id, lang: langs.get(id) }));
  return (
    <>
      <div className="two-answers">
        {answers.map((answer, at) => (
          <Answer key={answer.answer_id} words={at === 0 ? 'first' : 'second'} answer={answer} />
        ))}
      </div>
      <Texts words="sayBoth" texts={said(sentences.both)} />
      <div className="two-answers">
        <Texts words="sayFirst" texts={said(sentences.first)} />
        <Texts words="saySecond" texts={said(sentences.second)} />
      </div>
      <Texts words="restBoth" texts={named(documents.both)} />
      <div className="two-answers">
        <Texts words="restFirst" texts={named(documents.first)} />
        <Texts words="restSecond" texts={named(documents.second)} />
      </div>
    </>
  );
}

/** Languages of sentences by their text, and of documents by their id. */
function langsOf(answers: Compared['answers']): ReadonlyMap<string, string | undefined> {
  return new Map(
    answers.flatMap((answer) => {
      const sources = numberSources(answer);
      return [
        ...answer.sentences.map((sentence) => [sentence.text, langOf(sentence, sources)] as const),
        ...answer.artefacts.map(({ artefact_id, lang }) => [artefact_id, lang ?? undefined] as const),
      ];
    }),
  );
}

interface SpokenText {
  readonly text: string;
  readonly lang: string | undefined;
}

interface AnswerProps {
  readonly words: 'first' | 'second';
  readonly answer: Compared['answers'][number];
}

function Answer({ words, answer }: AnswerProps): ReactNode {
  const { q, answer_id, asked, trust, summary } = answer;
  const shown = useShownVerdicts().of(answer_id, trust);
  const place = { ...HOME, q, answer: answer_id, asOf: asked.as_of, corpus: asked.corpus };
  return (
    <section aria-label={saySaved(words)}>
      <h2 dir="auto">
        <PlaceLink to={place}>{q}</PlaceLink>
      </h2>
      <p className="facts">
        <VerdictChip shown={shown} recorded={trust.findings_state} />
        {asked.as_of !== null && ` ${sayLibrary('asKnownOn', { day: dayWords(asked.as_of) })}`}
      </p>
      <p dir="auto">{summary || sayShell('noAnswer')}</p>
    </section>
  );
}

interface TextsProps {
  readonly words: 'sayBoth' | 'sayFirst' | 'saySecond' | 'restBoth' | 'restFirst' | 'restSecond';
  readonly texts: readonly SpokenText[];
}

function Texts({ words, texts }: TextsProps): ReactNode {
  return (
    <section aria-label={saySaved(words)}>
      <h3>{saySaved(words)}</h3>
      {texts.length === 0 && <p className="muted">{saySaved('nothing')}</p>}
      <ul className="compared-texts">
        {texts.map(({ text, lang }) => (
          <li key={text} dir="auto" lang={lang}>
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

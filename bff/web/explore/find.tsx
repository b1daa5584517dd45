/** Where exploring begins: a search, or the newest claims. */
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import { sayExplore } from '../catalogues/explore.ts';
import { exploreAddress } from '../explore-place.ts';
import { ProblemNote } from '../problem.tsx';
import { useExploreTravel } from './use-explore-place.ts';
import { useExploreTitle } from './use-explore-title.ts';
import { useFound } from './use-graph.ts';
import { factsOf, langOf, textOf, typeWords } from './words.ts';

const MAX_WORDS = 2_000;

export function Find(): ReactNode {
  const { place, go } = useExploreTravel();
  const box = useId();
  useExploreTitle('');
  const { data, error, isPending } = useFound(place);
  const [words, setWords] = useState(place.find);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    go({ find: words.trim() });
  };
  return (
    <>
      <h1>{sayExplore('exploreClaims')}</h1>
      <p className="lead">{sayExplore('lead')}</p>
      <search>
        <form className="explore-find" onSubmit={submit}>
          <label htmlFor={box}>{sayExplore('wordsToFind')}</label>
          <input
            id={box}
            type="search"
            dir="auto"
            value={words}
            maxLength={MAX_WORDS}
            onChange={(event) => setWords(event.target.value)}
          />
          <button type="submit">{sayExplore('find')}</button>
        </form>
      </search>
      {error !== null && <ProblemNote error={error} />}
      {isPending && error === null && <p role="status">{sayExplore('reading')}</p>}
      {data !== undefined && (
        <section aria-label={sayExplore('whereToBegin')}>
          <h2>{sayExplore(place.find === '' ? 'newestClaims' : 'found')}</h2>
          {data.length === 0 && <p className="muted">{sayExplore('nothingFound')}</p>}
          <ul className="explore-found">
            {data.map((node) => (
              <li key={node.id}>
                <Link
                  href={exploreAddress({ ...place, corpus: node.corpus, start: node.id, selected: node.id })}
                >
                  <span dir="auto" lang={langOf(node)}>
                    {textOf(node)}
                  </span>
                </Link>
                <p className="facts">
                  {typeWords(node)} · {factsOf(node)}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

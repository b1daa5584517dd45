/** Where exploring begins: a search, or the newest claims. */
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import { ProblemNote } from '../problem.tsx';
import { exploreAddress } from './place.ts';
import { useExploreTravel } from './use-explore-place.ts';
import { useFound } from './use-graph.ts';
import { useTitle } from './use-title.ts';
import { factsOf, textOf, typeWords } from './words.ts';

const MAX_WORDS = 2_000;

export function Find(): ReactNode {
  const { place, go } = useExploreTravel();
  const box = useId();
  useTitle('');
  const { data, error, isPending } = useFound(place);
  const [words, setWords] = useState(place.find);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    go({ find: words.trim() });
  };
  return (
    <>
      <h1>Explore the claims</h1>
      <p className="lead">
        Begin with a claim or a document, and go along what states, supports, disputes or replaces it.
      </p>
      <search>
        <form className="explore-find" onSubmit={submit}>
          <label htmlFor={box}>Words to look for</label>
          <input
            id={box}
            type="search"
            dir="auto"
            value={words}
            maxLength={MAX_WORDS}
            onChange={(event) => setWords(event.target.value)}
          />
          <button type="submit">Find</button>
        </form>
      </search>
      {error !== null && <ProblemNote error={error} />}
      {isPending && error === null && <p role="status">Reading…</p>}
      {data !== undefined && (
        <section aria-label="Where to begin">
          <h2>{place.find === '' ? 'Newest claims' : 'Found'}</h2>
          {data.length === 0 && <p className="muted">Nothing here has these words.</p>}
          <ul className="explore-found">
            {data.map((node) => (
              <li key={node.id}>
                <Link
                  href={exploreAddress({ ...place, corpus: node.corpus, start: node.id, selected: node.id })}
                >
                  <span dir="auto">{textOf(node)}</span>
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

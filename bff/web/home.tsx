/** The first page: a question, examples of the corpus itself, and what there is to see. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { HOME } from './address.ts';
import { AskForm } from './ask-form.tsx';
import { EXPLORE, exploreAddress } from './explore/place.ts';
import { useTravel } from './place-context.ts';
import { PlaceLink } from './place-link.tsx';
import { Sparkline } from './sparkline.tsx';
import { type CorpusExample, trpc } from './trpc.ts';
import { monthWords } from './words.ts';

const EXAMPLES_SHOWN = 4;

export function Home({ isBusy }: { readonly isBusy: boolean }): ReactNode {
  const { place } = useTravel();
  return (
    <main className="home">
      <h1>Answers that know when they stop being true.</h1>
      <p className="lead">
        Each answer quotes its documents, and its verdict follows the evidence: when that changes, the answer
        says so.
      </p>
      <AskForm key={place.corpus} isBusy={isBusy} />
      <Examples />
      <nav className="deeds" aria-label="See how it works">
        <PlaceLink to={{ ...HOME, corpus: place.corpus, view: 'turn' }}>Watch one turn</PlaceLink>
        <PlaceLink to={{ ...HOME, corpus: place.corpus, view: 'check' }}>Check a receipt</PlaceLink>
        <Link href={exploreAddress({ ...EXPLORE, corpus: place.corpus })}>Explore the claims</Link>
        <PlaceLink to={{ ...HOME, corpus: place.corpus, view: 'add' }}>Add your documents</PlaceLink>
      </nav>
    </main>
  );
}

export function useExamples() {
  const { place } = useTravel();
  return useQuery(trpc.views.examples.queryOptions(place.corpus === null ? {} : { corpus: place.corpus }));
}

function Examples(): ReactNode {
  const { place } = useTravel();
  const { data: examples } = useExamples();
  if (examples?.length === 0) return null;
  return (
    <section className="examples" aria-labelledby="try">
      <h2 id="try">Try</h2>
      <ul>
        {(examples ?? []).slice(0, EXAMPLES_SHOWN).map(({ question, runs }) => (
          <li key={question}>
            <PlaceLink to={{ ...HOME, corpus: place.corpus, q: question }}>{question}</PlaceLink>
            <span className="facts">
              {changeWords(runs)} <Sparkline runs={runs} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function changeWords(runs: CorpusExample['runs']): string {
  const [first] = runs;
  const last = runs.at(-1);
  if (first === undefined || last === undefined) return '';
  if (runs.length === 2) return `changed ${monthWords(last.from)}`;
  return `${runs.length} values since ${first.from.slice(0, 4)}`;
}

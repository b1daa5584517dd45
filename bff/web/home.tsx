/** The first page: a question, examples of the corpus itself, and what there is to see. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { HOME } from './address.ts';
import { AskForm } from './ask-form.tsx';
import { sayHome } from './catalogues/home.ts';
import { titleOf, useCorpora } from './corpus-switch.tsx';
import { EXPLORE, exploreAddress } from './explore-place.ts';
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
      <h1>{sayHome('heading')}</h1>
      <p className="lead">{sayHome('lead')}</p>
      <AskForm key={place.corpus} isBusy={isBusy} />
      <MissingCorpus />
      <Examples />
      <nav className="deeds" aria-label={sayHome('deeds')}>
        <PlaceLink to={{ ...HOME, corpus: place.corpus, view: 'turn' }}>{sayHome('watchTurn')}</PlaceLink>
        <PlaceLink to={{ ...HOME, corpus: place.corpus, view: 'check' }}>{sayHome('checkReceipt')}</PlaceLink>
        <Link href={exploreAddress({ ...EXPLORE, corpus: place.corpus })}>{sayHome('explore')}</Link>
        <PlaceLink to={{ ...HOME, corpus: place.corpus, view: 'add' }}>{sayHome('addDocuments')}</PlaceLink>
      </nav>
    </main>
  );
}

export function useExamples() {
  const { place } = useTravel();
  return useQuery(trpc.views.examples.queryOptions(place.corpus === null ? {} : { corpus: place.corpus }));
}

/** An address may name a corpus that is not here, or is here no more. */
function MissingCorpus(): ReactNode {
  const { corpus } = useTravel().place;
  const corpora = useCorpora();
  const [first] = corpora;
  if (corpus === null || first === undefined || corpora.some(({ name }) => name === corpus)) return null;
  return (
    <p className="problem" role="alert">
      {sayHome('noCorpus', { corpus })}{' '}
      <PlaceLink to={{ ...HOME, corpus: first.name }}>
        {sayHome('goToCorpus', { corpus: titleOf(first.name) })}
      </PlaceLink>
    </p>
  );
}

function Examples(): ReactNode {
  const { place } = useTravel();
  const { data: examples, isError } = useExamples();
  if (isError || examples?.length === 0) return null;
  return (
    <section className="examples" aria-labelledby="try">
      <h2 id="try">{sayHome('try')}</h2>
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
  if (runs.length === 2) return sayHome('changedIn', { month: monthWords(last.from) });
  return sayHome('valuesSince', { count: runs.length, year: first.from.slice(0, 4) });
}

/** What the list is narrowed by: words, and values of which each says how many entries have it. */
import { type ReactNode, useEffect, useId, useState } from 'react';
import { saySaved } from '../catalogues/saved.ts';
import { useCorpora } from '../corpus-switch.tsx';
import type { SavedFacets } from '../trpc.ts';
import { dayWords, verdictWord } from '../words.ts';
import { isNarrowed, LIBRARY, type LibraryPlace, VERDICTS } from './place.ts';
import { useFacets } from './use-library.ts';
import { useLibraryTravel } from './use-library-place.ts';

const MAX_WORDS = 200;
/** After the last key: a word is searched for once, not once a letter. */
const TYPED_MS = 300;

type Values = readonly { readonly value: string; readonly entries: number }[];

export function Filters(): ReactNode {
  const { place, go } = useLibraryTravel();
  const facets = useFacets();
  const firstCorpus = useCorpora()[0]?.name;
  const narrow = (change: Partial<LibraryPlace>): void => go({ ...change, page: 1 });
  return (
    <search className="library-filters" aria-label={saySaved('narrow')}>
      <SearchField />
      <Facet
        name="verdict"
        value={place.verdict}
        values={orderedVerdicts(facets)}
        words={(value) => verdictWord(verdictOf(value))}
        onPick={(value) => narrow({ verdict: value === null ? null : verdictOf(value) })}
      />
      <Facet
        name="changed"
        value={place.changed}
        values={facets?.changed ?? []}
        words={(value) => saySaved(value === 'yes' ? 'changed.yes' : 'changed.no')}
        onPick={(value) => narrow({ changed: value === null ? null : yesOrNo(value) })}
      />
      <Facet
        name="folder"
        value={place.folder}
        values={facets?.folder ?? []}
        words={(value) => value}
        onPick={(value) => narrow({ folder: value })}
      />
      <Facet
        name="tag"
        value={place.tag}
        values={facets?.tag ?? []}
        words={(value) => value}
        onPick={(value) => narrow({ tag: value })}
      />
      <Facet
        name="asked"
        value={place.asked}
        values={facets?.corpus ?? []}
        words={(value) => value || corpusAsked(firstCorpus)}
        onPick={(value) => narrow({ asked: value })}
      />
      <Facet
        name="day"
        value={place.day}
        values={facets?.day ?? []}
        words={dayWords}
        onPick={(value) => narrow({ day: value })}
      />
      {isNarrowed(place) && (
        <button type="button" onClick={() => go(widened(place))}>
          {saySaved('showAll')}
        </button>
      )}
    </search>
  );
}

/** Where none was named: entries that named the first one have a value of their own. */
function corpusAsked(first: string | undefined): string {
  const words = saySaved('firstCorpus');
  return first === undefined ? words : `${first} (${words})`;
}

/** The same list, in the same order, with nothing left out. */
function widened({ corpus, sort, isDown }: LibraryPlace): LibraryPlace {
  return { ...LIBRARY, corpus, sort, isDown };
}

function SearchField(): ReactNode {
  const { place, replace } = useLibraryTravel();
  const id = useId();
  const [words, setWords] = useState(place.find);
  const [known, setKnown] = useState(place.find);
  // Another address, such as that of the back button, brings its own words.
  if (known !== place.find) {
    setKnown(place.find);
    if (words.trim() !== place.find) setWords(place.find);
  }
  useEffect(() => {
    if (words.trim() === place.find.trim()) return;
    const timer = setTimeout(() => replace({ find: words.trim(), page: 1 }), TYPED_MS);
    return () => clearTimeout(timer);
  }, [words, place.find, replace]);
  return (
    <p className="library-find">
      <label htmlFor={id}>{saySaved('find')}</label>
      <input
        id={id}
        type="search"
        dir="auto"
        value={words}
        maxLength={MAX_WORDS}
        onChange={({ target }) => setWords(target.value)}
      />
    </p>
  );
}

interface FacetProps {
  readonly name: 'verdict' | 'changed' | 'folder' | 'tag' | 'asked' | 'day';
  /** Null: any. */
  readonly value: string | null;
  readonly values: Values;
  readonly words: (value: string) => string;
  readonly onPick: (value: string | null) => void;
}

/** In front of each value, since one of them is the empty one. */
const IS = '=';

function Facet({ name, value, values, words, onPick }: FacetProps): ReactNode {
  const id = useId();
  const isKnown = value === null || values.some((one) => one.value === value);
  if (values.length === 0 && value === null) return null;
  return (
    <p>
      <label htmlFor={id}>{saySaved(`facet.${name}`)}</label>
      <select
        id={id}
        value={value === null ? '' : `${IS}${value}`}
        onChange={({ target }) => onPick(target.value === '' ? null : target.value.slice(IS.length))}
      >
        <option value="">{saySaved('any')}</option>
        {!isKnown && <option value={`${IS}${value}`}>{words(value)}</option>}
        {values.map((one) => (
          <option key={one.value} value={`${IS}${one.value}`}>
            {saySaved('option', { name: words(one.value), entries: one.entries })}
          </option>
        ))}
      </select>
    </p>
  );
}

function yesOrNo(value: string) {
  return value === 'yes' ? 'yes' : 'no';
}

function verdictOf(value: string) {
  return VERDICTS.find((one) => one === value) ?? 'UNKNOWN';
}

/** The worst first, as the table sorts them. */
function orderedVerdicts(facets: SavedFacets | undefined): Values {
  return VERDICTS.flatMap((one) => facets?.verdict.filter(({ value }) => value === one) ?? []);
}

/** What of the graph is followed and shown. */
import { type ReactNode, useId } from 'react';
import { sayExplore } from '../catalogues/explore.ts';
import { BELIEFS, EDGE_KINDS, type EdgeName, EXPLORE, type ExplorePlace } from '../explore-place.ts';
import { useExploreTravel } from './use-explore-place.ts';
import { kindWords, stateWords } from './words.ts';

/** A day as a date field has it. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function Filters(): ReactNode {
  const { place, replace } = useExploreTravel();
  const id = useId();
  const active = activeOf(place);
  return (
    <details className="filters">
      <summary>{active > 0 ? sayExplore('filtersActive', { count: active }) : sayExplore('filters')}</summary>
      <div className="filter-parts">
        <Kinds />
        <p>
          <label htmlFor={`${id}only`}>{sayExplore('nodes')}</label>
          <select
            id={`${id}only`}
            value={place.only}
            onChange={({ target }) => replace({ only: onlyOf(target.value) })}
          >
            <option value="all">{sayExplore('only.all')}</option>
            <option value="claim">{sayExplore('only.claim')}</option>
            <option value="artefact">{sayExplore('only.artefact')}</option>
          </select>
        </p>
        <p>
          <label htmlFor={`${id}belief`}>{sayExplore('claimsThatAre')}</label>
          <select
            id={`${id}belief`}
            value={place.belief ?? ''}
            onChange={({ target }) =>
              replace({ belief: BELIEFS.find((name) => name === target.value) ?? null })
            }
          >
            <option value="">{sayExplore('anyBelief')}</option>
            {BELIEFS.map((name) => (
              <option key={name} value={name}>
                {stateWords(name)}
              </option>
            ))}
          </select>
        </p>
        <p>
          <label htmlFor={`${id}day`}>{sayExplore('asKnownOn')}</label>
          <input
            id={`${id}day`}
            type="date"
            value={place.asOf !== null && DAY.test(place.asOf) ? place.asOf : ''}
            onChange={({ target }) => replace({ asOf: target.value === '' ? null : target.value })}
          />
        </p>
        {active > 0 && (
          <button
            type="button"
            onClick={() =>
              replace({
                kinds: EXPLORE.kinds,
                only: EXPLORE.only,
                belief: EXPLORE.belief,
                asOf: EXPLORE.asOf,
              })
            }
          >
            {sayExplore('noFilters')}
          </button>
        )}
      </div>
    </details>
  );
}

function Kinds(): ReactNode {
  const { place, replace } = useExploreTravel();
  const isFollowed = (kind: EdgeName) => place.kinds.length === 0 || place.kinds.includes(kind);
  const toggle = (kind: EdgeName): void => {
    const kinds = EDGE_KINDS.filter((one) => (one === kind ? !isFollowed(one) : isFollowed(one)));
    // All of them and none are the same: everything is followed.
    replace({ kinds: kinds.length === EDGE_KINDS.length ? [] : kinds });
  };
  return (
    <fieldset>
      <legend>{sayExplore('edges')}</legend>
      {EDGE_KINDS.map((kind) => (
        <label key={kind}>
          <input type="checkbox" checked={isFollowed(kind)} onChange={() => toggle(kind)} /> {kindWords(kind)}
        </label>
      ))}
    </fieldset>
  );
}

function activeOf({ kinds, only, belief, asOf }: ExplorePlace): number {
  return [kinds.length > 0, only !== 'all', belief !== null, asOf !== null].filter(Boolean).length;
}

function onlyOf(value: string): ExplorePlace['only'] {
  return value === 'claim' || value === 'artefact' ? value : 'all';
}

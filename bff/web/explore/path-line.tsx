/** The path that is shown, in words: from one end to the other. */
import type { ReactNode } from 'react';
import { sayExplore } from '../catalogues/explore.ts';
import type { ExploredPath } from '../trpc.ts';
import type { ShownGraph } from './shown-graph.ts';
import { useExploreTravel } from './use-explore-place.ts';
import { labelOf, langOf, pathWords } from './words.ts';

interface PathLineProps {
  /** Null where none is shown. */
  readonly path: ExploredPath | null;
  readonly graph: ShownGraph;
}

export function PathLine({ path, graph }: PathLineProps): ReactNode {
  const { place, go, replace } = useExploreTravel();
  const waiting = place.from !== null && place.to === null ? graph.nodes.get(place.from)?.node : undefined;
  if (waiting === undefined && path === null) return null;
  return (
    <section className="path-line" aria-label={sayExplore('path')}>
      {path === null ? (
        <p>
          {sayExplore.show('pathBegun', {
            node: <bdi>{waiting === undefined ? '' : labelOf(waiting)}</bdi>,
          })}
        </p>
      ) : (
        <>
          <p role="status">{pathWords(path)}</p>
          <ol className="path-nodes">
            {path.nodes.map(({ node }) => (
              <li key={node.id}>
                <button
                  type="button"
                  className="pick"
                  dir="auto"
                  lang={langOf(node)}
                  onClick={() => replace({ selected: node.id })}
                >
                  {labelOf(node)}
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
      <button type="button" onClick={() => go({ from: null, to: null })}>
        {sayExplore('noPath')}
      </button>
    </section>
  );
}

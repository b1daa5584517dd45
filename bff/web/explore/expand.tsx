/** Brings more edges of a node, and says how many. */
import type { ReactNode } from 'react';
import { sayExplore } from '../catalogues/explore.ts';
import { MAX_OPENED } from '../explore-place.ts';
import type { ShownGraph, ShownNode } from './shown-graph.ts';
import { useExploreTravel } from './use-explore-place.ts';
import { labelOf } from './words.ts';

/** Edges of one step, as the server gives them. */
const STEP_EDGES = 25;

/** @param graph whose node is expanded */
export function useExpand({ isFull }: Pick<ShownGraph, 'isFull'>) {
  const { place, go } = useExploreTravel();
  const isOver = isFull || place.opened.length >= MAX_OPENED;
  const expand = ({ node, edges, shown }: ShownNode): void => {
    if (!isOver && edges > shown) go({ opened: [...place.opened, node.id] });
  };
  return { isOver, expand };
}

interface ExpandProps {
  readonly shown: ShownNode;
  readonly graph: Pick<ShownGraph, 'isFull'>;
}

export function Expand({ shown, graph }: ExpandProps): ReactNode {
  const { isOver, expand } = useExpand(graph);
  const more = Math.max(0, shown.edges - shown.shown);
  if (more === 0) return <span className="facts">{sayExplore('allShown')}</span>;
  const label = sayExplore('expand', { step: Math.min(STEP_EDGES, more), more });
  return (
    <button
      type="button"
      className="expand"
      aria-label={sayExplore('expandThis', { label: labelOf(shown.node), step: label })}
      aria-disabled={isOver}
      title={isOver ? sayExplore('expandFull') : undefined}
      onClick={() => expand(shown)}
    >
      {label}
    </button>
  );
}

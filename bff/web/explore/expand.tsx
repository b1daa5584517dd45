/** Brings more edges of a node, and says how many. */
import type { ReactNode } from 'react';
import { MAX_OPENED } from './place.ts';
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
  if (more === 0) return <span className="facts">all shown</span>;
  const label = `+${Math.min(STEP_EDGES, more)} of ${more}`;
  return (
    <button
      type="button"
      className="expand"
      aria-label={`Expand ${labelOf(shown.node)}: ${label}`}
      aria-disabled={isOver}
      title={isOver ? 'No more can be shown: undo a step first' : undefined}
      onClick={() => expand(shown)}
    >
      {label}
    </button>
  );
}

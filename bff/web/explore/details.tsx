/** The node that was picked: its words, what is known of it, where it leads, and what could be done. */
import { type ReactNode, useMemo } from 'react';
import { sayExplore } from '../catalogues/explore.ts';
import { SafeLink } from '../safe-link.tsx';
import { Expand } from './expand.tsx';
import { keyOf, type ShownGraph, type ShownNode } from './shown-graph.ts';
import { useExploreTravel } from './use-explore-place.ts';
import { WhatIfForm } from './what-if.tsx';
import { edgeWords, factsOf, labelOf, langOf, textOf, typeWords } from './words.ts';

/** Edges that are listed beside a node; the table has all of them. */
const LISTED = 20;

interface DetailsProps {
  readonly graph: ShownGraph;
  readonly start: string;
}

export function Details({ graph, start }: DetailsProps): ReactNode {
  const { place } = useExploreTravel();
  const shown = graph.nodes.get(place.selected ?? start) ?? graph.nodes.get(start);
  if (shown === undefined) return null;
  return (
    <aside className="details" aria-label={sayExplore('details')}>
      <p className="facts">{typeWords(shown.node)}</p>
      <h2 dir="auto" lang={langOf(shown.node)}>
        {textOf(shown.node)}
      </h2>
      <p className="facts">{factsOf(shown.node)}</p>
      {shown.node.type === 'artefact' && (
        <SafeLink href={shown.node.url}>{sayExplore('openDocument')}</SafeLink>
      )}
      <Deeds shown={shown} graph={graph} start={start} />
      <Neighbours id={shown.node.id} graph={graph} />
      {shown.node.type === 'claim' && <WhatIfForm key={shown.node.id} node={shown.node} />}
    </aside>
  );
}

interface DeedsProps {
  readonly shown: ShownNode;
  readonly graph: ShownGraph;
  readonly start: string;
}

function Deeds({ shown, graph, start }: DeedsProps): ReactNode {
  const { place, go, replace } = useExploreTravel();
  const { id } = shown.node;
  return (
    <p className="explore-deeds">
      <Expand shown={shown} graph={graph} />
      {id !== start && (
        <button
          type="button"
          onClick={() => go({ start: id, opened: [], from: null, to: null, selected: id })}
        >
          {sayExplore('beginHere')}
        </button>
      )}
      <button type="button" onClick={() => replace({ from: id })}>
        {sayExplore('pathFrom')}
      </button>
      <button type="button" onClick={() => go({ from: place.from ?? start, to: id })}>
        {sayExplore('pathTo')}
      </button>
    </p>
  );
}

function Neighbours({ id, graph }: { readonly id: string; readonly graph: ShownGraph }): ReactNode {
  const { replace } = useExploreTravel();
  const edges = useMemo(() => graph.edges.filter(({ from, to }) => from === id || to === id), [graph, id]);
  return (
    <section aria-label={sayExplore('edgesOfIt')}>
      <ul className="neighbours">
        {edges.slice(0, LISTED).map((edge) => {
          const other = graph.nodes.get(edge.from === id ? edge.to : edge.from)?.node;
          if (other === undefined) return null;
          const words = edge.from === id ? edgeWords(edge.kind) : sayExplore(`of.${edge.kind}`);
          const how = sayExplore('edgeTo', { edge: words });
          const pick = (
            <button
              type="button"
              className="pick"
              dir="auto"
              lang={langOf(other)}
              onClick={() => replace({ selected: other.id })}
            >
              {labelOf(other)}
            </button>
          );
          return (
            <li key={keyOf(edge)}>
              <span className="facts">{how}</span> {pick}
            </li>
          );
        })}
      </ul>
      {edges.length > LISTED && (
        <p className="facts">{sayExplore('moreInTable', { count: edges.length - LISTED })}</p>
      )}
    </section>
  );
}

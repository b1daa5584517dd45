/** The claim graph of a corpus: a drawing and a table of the same, from one node on as far as the reader goes. */
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { sayExplore } from '../catalogues/explore.ts';
import { ProblemNote } from '../problem.tsx';
import { clockWords } from '../words.ts';
import { canDraw } from './can-draw.ts';
import { Details } from './details.tsx';
import './explore.css';
import { useExpand } from './expand.tsx';
import { Exports } from './exports.tsx';
import { Filters } from './filters.tsx';
import { Find } from './find.tsx';
import { PathLine } from './path-line.tsx';
import { DrawnPlaces } from './places.ts';
import { keyOf, MAX_NODES, NO_GRAPH, type ShownGraph, visibleOf } from './shown-graph.ts';
import { GraphTable } from './table.tsx';
import { ExploreContext, useExplorePlace, useExploreTravel } from './use-explore-place.ts';
import { useExploreTitle } from './use-explore-title.ts';
import { type ReadGraph, useGraph } from './use-graph.ts';
import { countWords, textOf } from './words.ts';

const Drawing = lazy(() => import('./drawing.tsx'));

// biome-ignore lint/style/noDefaultExport: React loads a part of the page by its default export
export default function ExplorePage(): ReactNode {
  const travel = useExplorePlace();
  return (
    <ExploreContext value={travel}>
      <article className="explore" aria-label={sayExplore('explorer')}>
        {travel.place.start === null ? <Find /> : <Explored />}
      </article>
    </ExploreContext>
  );
}

function Explored(): ReactNode {
  const { place } = useExploreTravel();
  const { data, error, isFetching, refetch } = useGraph(place);
  const graph = data?.graph ?? NO_GRAPH;
  const visible = useMemo(() => visibleOf(graph, place), [graph, place]);
  const problem = error ?? data?.problem ?? null;
  const start = data === undefined ? null : (graph.nodes.get(data.start)?.node ?? null);
  const title = start === null ? '' : textOf(start);
  useExploreTitle(title);
  return (
    <>
      <Heading title={title === '' ? sayExplore('explore') : title} />
      <Filters />
      {problem !== null && (
        <>
          <ProblemNote error={problem} />
          <p>
            <button type="button" onClick={() => void refetch()}>
              {sayExplore('tryAgain')}
            </button>
          </p>
        </>
      )}
      {data === undefined ? (
        isFetching && (
          <p className="waiting" role="status">
            {sayExplore('readingGraph')}
          </p>
        )
      ) : (
        <Shown explored={data} visible={visible} isBusy={isFetching} />
      )}
    </>
  );
}

interface ShownProps {
  readonly explored: ReadGraph;
  readonly visible: ShownGraph;
  readonly isBusy: boolean;
}

function Shown({ explored, visible, isBusy }: ShownProps): ReactNode {
  const { place, replace, go } = useExploreTravel();
  const [places] = useState(() => new DrawnPlaces());
  const [isDrawable] = useState(canDraw);
  const select = useCallback((id: string) => replace({ selected: id }), [replace]);
  const { graph, path, start, readAt } = explored;
  const { expand } = useExpand(graph);
  const expandById = (id: string): void => {
    const node = graph.nodes.get(id);
    if (node !== undefined) expand(node);
  };
  const marks = useMemo(() => {
    const nodes = path?.nodes.map(({ node }) => node.id) ?? [];
    return { selected: place.selected, start, path: new Set([...nodes, ...(path?.edges.map(keyOf) ?? [])]) };
  }, [place.selected, start, path]);
  const isGraph = place.shape === 'graph' && isDrawable;
  return (
    <>
      <div className="explore-tools">
        <Shapes isDrawable={isDrawable} />
        <button
          type="button"
          aria-disabled={place.opened.length === 0}
          onClick={() => place.opened.length > 0 && go({ opened: place.opened.slice(0, -1) })}
        >
          {sayExplore('undo')}
        </button>
        <Exports graph={visible} places={places} corpus={graph.nodes.get(start)?.node.corpus ?? ''} />
        <p role="status" className="facts">
          {isBusy ? sayExplore('reading') : shownWords(visible, graph)}
        </p>
        <p className="facts">
          {sayExplore.show('asReadAt', {
            time: <time dateTime={new Date(readAt).toISOString()}>{clockWords(readAt)}</time>,
          })}
        </p>
      </div>
      {graph.isFull && <p className="facts">{sayExplore('full', { count: MAX_NODES })}</p>}
      <PathLine path={path} graph={graph} />
      <div className="explored" data-shape={isGraph ? 'graph' : 'table'} aria-busy={isBusy}>
        {isGraph ? (
          <Suspense fallback={<p className="drawing facts">{sayExplore('loadingDrawing')}</p>}>
            <div className="drawn">
              <Drawing
                graph={visible}
                places={places}
                marks={marks}
                onSelect={select}
                onExpand={expandById}
              />
              <Legend />
            </div>
          </Suspense>
        ) : (
          <GraphTable graph={visible} />
        )}
        <Details graph={graph} start={start} />
      </div>
    </>
  );
}

/** @param visible of the graph what the filters leave */
function shownWords(visible: ShownGraph, graph: ShownGraph): string {
  const shown = countWords(visible.nodes.size, visible.edges.length);
  if (visible === graph) return shown;
  return sayExplore('of', { shown, all: countWords(graph.nodes.size, graph.edges.length) });
}

const LEGEND = ['document', 'settled', 'contested', 'disputed', 'none'] as const;

function Legend(): ReactNode {
  return (
    <ul className="legend facts">
      {LEGEND.map((name) => (
        <li key={name} data-legend={name}>
          {sayExplore(`legend.${name}`)}
        </li>
      ))}
      <li>{sayExplore('legendMore')}</li>
    </ul>
  );
}

function Shapes({ isDrawable }: { readonly isDrawable: boolean }): ReactNode {
  const { place, replace } = useExploreTravel();
  if (!isDrawable) return <p className="facts">{sayExplore('cannotDraw')}</p>;
  return (
    <fieldset className="shapes">
      <legend className="unseen">{sayExplore('showAs')}</legend>
      {(['graph', 'table'] as const).map((shape) => (
        <label key={shape}>
          <input
            type="radio"
            name="shape"
            checked={place.shape === shape}
            onChange={() => replace({ shape })}
          />
          {sayExplore(`shape.${shape}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** Another start is where reading begins, also for those who do not see it change. */
function Heading({ title }: { readonly title: string }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another start
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) heading.current?.focus();
  }, [title]);
  return (
    <h1 className="question" dir="auto" ref={heading} tabIndex={-1}>
      {title}
    </h1>
  );
}

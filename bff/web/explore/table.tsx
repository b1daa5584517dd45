/** The twin of the drawing: the same nodes and edges, sorted by the reader, reached by keyboard, page by page. */
import { type ReactNode, useMemo, useState } from 'react';
import { sayExplore } from '../catalogues/explore.ts';
import { formats } from '../catalogues/formats.ts';
import type { EdgeName } from '../explore-place.ts';
import type { GraphNode } from '../trpc.ts';
import { dayWords } from '../words.ts';
import { Expand } from './expand.tsx';
import { keyOf, type ShownGraph, type ShownNode } from './shown-graph.ts';
import { useExploreTravel } from './use-explore-place.ts';
import { edgeWords, labelOf, langOf, stateWords, textOf, typeWords } from './words.ts';

/** Rows of a page: thousands at once would hold up the browser. */
const ROWS = 50;

type ColumnName = 'kind' | 'text' | 'belief' | 'day' | 'edges' | 'from' | 'how' | 'to' | 'rests';

interface Column<T> {
  readonly name: ColumnName;
  /** By what rows are sorted. */
  readonly key: (row: T) => string | number;
  readonly cell: (row: T) => ReactNode;
}

export function GraphTable({ graph }: { readonly graph: ShownGraph }): ReactNode {
  const { replace, place } = useExploreTravel();
  const nodes = useMemo(() => [...graph.nodes.values()], [graph]);
  const edges = useMemo(() => edgeRows(graph), [graph]);
  const select = (id: string): void => replace({ selected: id });
  return (
    <div className="twin">
      <SortedTable
        of="nodes"
        rows={nodes}
        columns={nodeColumns(select, graph)}
        rowKey={({ node }) => node.id}
        isCurrent={({ node }) => node.id === place.selected}
      />
      <SortedTable
        of="edges"
        rows={edges}
        columns={edgeColumns(select)}
        rowKey={({ key }) => key}
        isCurrent={() => false}
      />
    </div>
  );
}

function nodeColumns(select: (id: string) => void, graph: ShownGraph): readonly Column<ShownNode>[] {
  return [
    { name: 'kind', key: ({ node }) => typeWords(node), cell: ({ node }) => typeWords(node) },
    {
      name: 'text',
      key: ({ node }) => textOf(node),
      cell: ({ node }) => <Pick node={node} text={textOf(node)} onPick={select} />,
    },
    {
      name: 'belief',
      key: ({ node }) => (node.type === 'claim' ? stateWords(node.state) : node.licence),
      cell: ({ node }) => (node.type === 'claim' ? stateWords(node.state) : node.licence),
    },
    { name: 'day', key: ({ node }) => node.at, cell: ({ node }) => dayWords(node.at) },
    {
      name: 'edges',
      key: ({ edges }) => edges,
      cell: (row) => (
        <>
          {sayExplore('of', { shown: row.shown, all: row.edges })} <Expand shown={row} graph={graph} />
        </>
      ),
    },
  ];
}

interface EdgeRow {
  readonly key: string;
  readonly kind: EdgeName;
  readonly from: ShownNode;
  readonly to: ShownNode;
  readonly weight: number;
}

function edgeRows({ nodes, edges }: ShownGraph): readonly EdgeRow[] {
  return edges.flatMap((edge) => {
    const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)];
    if (from === undefined || to === undefined) return [];
    return [{ key: keyOf(edge), kind: edge.kind, from, to, weight: edge.weight }];
  });
}

function edgeColumns(select: (id: string) => void): readonly Column<EdgeRow>[] {
  const end = (name: ColumnName, of: (row: EdgeRow) => ShownNode): Column<EdgeRow> => ({
    name,
    key: (row) => textOf(of(row).node),
    cell: (row) => {
      const { node } = of(row);
      return <Pick node={node} text={labelOf(node)} onPick={select} />;
    },
  });
  return [
    end('from', ({ from }) => from),
    { name: 'how', key: ({ kind }) => edgeWords(kind), cell: ({ kind }) => edgeWords(kind) },
    end('to', ({ to }) => to),
    {
      name: 'rests',
      key: ({ weight }) => weight,
      cell: ({ weight }) => sayExplore('places', { count: weight }),
    },
  ];
}

interface PickProps {
  readonly node: GraphNode;
  readonly text: string;
  readonly onPick: (id: string) => void;
}

function Pick({ node, text, onPick }: PickProps): ReactNode {
  return (
    <button type="button" className="pick" dir="auto" lang={langOf(node)} onClick={() => onPick(node.id)}>
      {text}
    </button>
  );
}

interface Sorted {
  readonly name: ColumnName;
  readonly isDown: boolean;
}

const CAPTIONS = {
  nodes: { name: 'nodes', shown: 'nodesShown', previous: 'previousNodes', next: 'nextNodes' },
  edges: { name: 'edges', shown: 'edgesShown', previous: 'previousEdges', next: 'nextEdges' },
} as const;

interface SortedTableProps<T> {
  readonly of: keyof typeof CAPTIONS;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly rowKey: (row: T) => string;
  readonly isCurrent: (row: T) => boolean;
}

function SortedTable<T>({ of, rows, columns, rowKey, isCurrent }: SortedTableProps<T>): ReactNode {
  const [by, setBy] = useState<Sorted | null>(null);
  const [page, setPage] = useState(0);
  const column = columns.find(({ name }) => name === by?.name);
  // biome-ignore lint/correctness/useExhaustiveDependencies: columns are made anew at each render
  const sorted = useMemo(
    () => (column === undefined ? rows : sortBy(rows, column.key, by?.isDown === true)),
    [rows, by],
  );
  const pages = Math.max(1, Math.ceil(rows.length / ROWS));
  const at = Math.min(page, pages - 1);
  const first = at * ROWS;
  const words = CAPTIONS[of];
  return (
    <section aria-label={sayExplore(words.name)}>
      <table>
        <caption>
          {sayExplore(words.shown, { rows: rowsWords(first, rows.length), all: rows.length })}
        </caption>
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name} scope="col" aria-sort={sortOf(by, name)}>
                <button
                  type="button"
                  className="sort"
                  onClick={() => {
                    setBy({ name, isDown: by?.name === name && !by.isDown });
                    setPage(0);
                  }}
                >
                  {sayExplore(`column.${name}`)}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.slice(first, first + ROWS).map((row) => (
            <tr key={rowKey(row)} aria-current={isCurrent(row) ? true : undefined}>
              {columns.map(({ name, cell }) => (
                <td key={name}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {pages > 1 && (
        <p className="pages">
          <button type="button" aria-disabled={at === 0} onClick={() => setPage(Math.max(0, at - 1))}>
            {sayExplore(words.previous)}
          </button>
          <button
            type="button"
            aria-disabled={at === pages - 1}
            onClick={() => setPage(Math.min(pages - 1, at + 1))}
          >
            {sayExplore(words.next)}
          </button>
        </p>
      )}
    </section>
  );
}

/** @param first from 0 */
function rowsWords(first: number, all: number): string {
  return all === 0 ? '0' : sayExplore('rows', { first: first + 1, last: Math.min(first + ROWS, all) });
}

function sortOf(by: Sorted | null, name: ColumnName) {
  if (by?.name !== name) return 'none';
  return by.isDown ? 'descending' : 'ascending';
}

function sortBy<T>(rows: readonly T[], key: (row: T) => string | number, isDown: boolean): readonly T[] {
  const keyed = rows.map((row) => ({ row, key: key(row) }));
  keyed.sort((a, b) =>
    typeof a.key === 'number' && typeof b.key === 'number'
      ? a.key - b.key
      : formats().order.compare(String(a.key), String(b.key)),
  );
  const sorted = keyed.map(({ row }) => row);
  return isDown ? sorted.reverse() : sorted;
}

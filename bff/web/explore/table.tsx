/** The twin of the drawing: the same nodes and edges, sorted by the reader, reached by keyboard, page by page. */
import { type ReactNode, useMemo, useState } from 'react';
import { countOf, dayWords } from '../words.ts';
import { Expand } from './expand.tsx';
import { keyOf, type ShownGraph, type ShownNode } from './shown-graph.ts';
import { useExploreTravel } from './use-explore-place.ts';
import { edgeWords, labelOf, stateWords, textOf, typeWords } from './words.ts';

/** Rows of a page: thousands at once would hold up the browser. */
const ROWS = 50;
const ORDER = new Intl.Collator('en');

interface Column<T> {
  readonly name: string;
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
        caption="Nodes"
        rows={nodes}
        columns={nodeColumns(select, graph)}
        rowKey={({ node }) => node.id}
        isCurrent={({ node }) => node.id === place.selected}
      />
      <SortedTable
        caption="Edges"
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
    { name: 'Kind', key: ({ node }) => typeWords(node), cell: ({ node }) => typeWords(node) },
    {
      name: 'Text',
      key: ({ node }) => textOf(node),
      cell: ({ node }) => <Pick id={node.id} text={textOf(node)} onPick={select} />,
    },
    {
      name: 'Belief or licence',
      key: ({ node }) => (node.type === 'claim' ? stateWords(node.state) : node.licence),
      cell: ({ node }) => (node.type === 'claim' ? stateWords(node.state) : node.licence),
    },
    { name: 'Day', key: ({ node }) => node.at, cell: ({ node }) => dayWords(node.at) },
    {
      name: 'Edges',
      key: ({ edges }) => edges,
      cell: (row) => (
        <>
          {row.shown} of {row.edges} <Expand shown={row} graph={graph} />
        </>
      ),
    },
  ];
}

interface EdgeRow {
  readonly key: string;
  readonly kind: string;
  readonly from: ShownNode;
  readonly to: ShownNode;
  readonly weight: number;
}

function edgeRows({ nodes, edges }: ShownGraph): readonly EdgeRow[] {
  return edges.flatMap((edge) => {
    const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)];
    if (from === undefined || to === undefined) return [];
    return [{ key: keyOf(edge), kind: edgeWords(edge.kind), from, to, weight: edge.weight }];
  });
}

function edgeColumns(select: (id: string) => void): readonly Column<EdgeRow>[] {
  const end = (name: string, of: (row: EdgeRow) => ShownNode): Column<EdgeRow> => ({
    name,
    key: (row) => textOf(of(row).node),
    cell: (row) => {
      const { node } = of(row);
      return <Pick id={node.id} text={labelOf(node)} onPick={select} />;
    },
  });
  return [
    end('From', ({ from }) => from),
    { name: 'How', key: ({ kind }) => kind, cell: ({ kind }) => kind },
    end('To', ({ to }) => to),
    {
      name: 'Rests on',
      key: ({ weight }) => weight,
      cell: ({ weight }) => countOf(weight, 'place', 'places'),
    },
  ];
}

interface PickProps {
  readonly id: string;
  readonly text: string;
  readonly onPick: (id: string) => void;
}

function Pick({ id, text, onPick }: PickProps): ReactNode {
  return (
    <button type="button" className="pick" dir="auto" onClick={() => onPick(id)}>
      {text}
    </button>
  );
}

interface SortedTableProps<T> {
  readonly caption: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly rowKey: (row: T) => string;
  readonly isCurrent: (row: T) => boolean;
}

function SortedTable<T>({ caption, rows, columns, rowKey, isCurrent }: SortedTableProps<T>): ReactNode {
  const [by, setBy] = useState<{ readonly name: string; readonly isDown: boolean } | null>(null);
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
  return (
    <section aria-label={caption}>
      <table>
        <caption>
          {caption} {rows.length === 0 ? '0' : `${first + 1} to ${Math.min(first + ROWS, rows.length)}`} of{' '}
          {rows.length}
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
                  {name}
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
            Previous {caption.toLowerCase()}
          </button>
          <button
            type="button"
            aria-disabled={at === pages - 1}
            onClick={() => setPage(Math.min(pages - 1, at + 1))}
          >
            Next {caption.toLowerCase()}
          </button>
        </p>
      )}
    </section>
  );
}

function sortOf(by: { readonly name: string; readonly isDown: boolean } | null, name: string) {
  if (by?.name !== name) return 'none';
  return by.isDown ? 'descending' : 'ascending';
}

function sortBy<T>(rows: readonly T[], key: (row: T) => string | number, isDown: boolean): readonly T[] {
  const keyed = rows.map((row) => ({ row, key: key(row) }));
  keyed.sort((a, b) =>
    typeof a.key === 'number' && typeof b.key === 'number'
      ? a.key - b.key
      : ORDER.compare(String(a.key), String(b.key)),
  );
  const sorted = keyed.map(({ row }) => row);
  return isDown ? sorted.reverse() : sorted;
}

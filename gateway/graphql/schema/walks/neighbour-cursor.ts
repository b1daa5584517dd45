/** Cursors of a node's edges: the view of the first page, and the edge behind which the list goes on. */
import type { NeighbourPlace } from '../../../../engine/explore/neighbourhood.ts';
import { inKindOrder } from '../../../../engine/explore/walk.ts';
import type { CorpusView } from '../../../../engine/view.ts';
import { EDGE_KINDS, type EdgeKind, type GraphNodeId } from '../../../../graph/store/edges.ts';
import { type ListCursor, type ListName, listCursor, readListCursor } from '../../lists/list-cursor.ts';

/** The edges of one node, as `neighbours` lists them. */
export interface NeighbourList {
  readonly of: GraphNodeId;
  readonly kinds: readonly EdgeKind[];
}

export function neighbourCursor(corpus: CorpusView, list: NeighbourList, place: NeighbourPlace): string {
  const { kind, other, from } = place;
  const key = { value: EDGE_KINDS.indexOf(kind), id: `${other} ${from}` };
  return listCursor(corpus, nameOf(list), { view: corpus.view, key });
}

/** @throws {GraphQLError} `invalid:query` */
export function readNeighbourCursor(
  text: string,
  corpus: CorpusView,
  list: NeighbourList,
): { readonly view: ListCursor['view']; readonly place: NeighbourPlace } {
  const { view, key } = readListCursor(text, corpus, nameOf(list));
  const [other = '', from = ''] = key.id.split(' ');
  const kind: EdgeKind = EDGE_KINDS[Number(key.value)] ?? EDGE_KINDS[0];
  // They are only compared with.
  return { view, place: { kind, other: other as GraphNodeId, from: from as GraphNodeId } };
}

function nameOf({ of, kinds }: NeighbourList): ListName {
  return { field: 'neighbours', arguments: { of, kinds: inKindOrder(kinds).join(' ') } };
}

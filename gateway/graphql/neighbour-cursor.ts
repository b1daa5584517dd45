/** Cursors of a node's edges: the view of the first page, and the edge behind which the list goes on. */
import type { NeighbourPlace } from '../../engine/explore/neighbourhood.ts';
import type { CorpusView } from '../../engine/view.ts';
import { EDGE_KINDS, type EdgeKind, type GraphNodeId } from '../../graph/edges.ts';
import { type ListCursor, listCursor, readListCursor } from './list-cursor.ts';

/** The list of one node's edges, as its cursors name it. */
function orderOf(of: GraphNodeId) {
  return { by: `edges of ${of}`, descending: false };
}

export function neighbourCursor(corpus: CorpusView, of: GraphNodeId, place: NeighbourPlace): string {
  const { kind, other, from } = place;
  const key = { value: EDGE_KINDS.indexOf(kind), id: `${other} ${from}` };
  return listCursor(corpus, orderOf(of), { view: corpus.view, key });
}

/** @throws {GraphQLError} `invalid:query` */
export function readNeighbourCursor(
  text: string,
  corpus: CorpusView,
  of: GraphNodeId,
): { readonly view: ListCursor['view']; readonly place: NeighbourPlace } {
  const { view, key } = readListCursor(text, corpus, orderOf(of));
  const [other = '', from = ''] = key.id.split(' ');
  const kind: EdgeKind = EDGE_KINDS[Number(key.value)] ?? EDGE_KINDS[0];
  // They are only compared with.
  return { view, place: { kind, other: other as GraphNodeId, from: from as GraphNodeId } };
}

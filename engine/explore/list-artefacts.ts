/** Artefacts of a corpus, as an analyst lists them; as of claims. */
import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import type { ArtefactGrouping, ArtefactSelection, Group, ListKey, RowCount } from '../../graph/listing.ts';
import type { GraphReader } from '../../graph/store.ts';
import { nextTurn } from '../turns.ts';
import { once } from './once.ts';
import { type Page, type PageRequest, readPage } from './read-page.ts';

export type ArtefactOrder = 'seq' | 'effective_at' | 'id';

export interface ListedArtefacts {
  page(request: PageRequest<ArtefactOrder>): Promise<Page<ArtefactId>>;
  count(): Promise<RowCount>;
  groups(by: ArtefactGrouping): Promise<Group[]>;
}

export function listArtefacts(reader: GraphReader, selection: ArtefactSelection): ListedArtefacts {
  return {
    page: (request) =>
      readPage<ArtefactState, ArtefactId>(
        request,
        (bounds) => reader.listArtefacts(selection, { ...bounds, by: request.by }),
        (state) => ({ id: state.record.artefact_id, key: keyOf(state, request.by) }),
      ),
    count: once(async () => {
      await nextTurn();
      return reader.countArtefacts(selection);
    }),
    groups: async (by) => {
      await nextTurn();
      return reader.groupArtefacts(selection, by);
    },
  };
}

function keyOf({ record, seq, effective_at }: ArtefactState, by: ArtefactOrder): ListKey {
  const id = record.artefact_id;
  return { id, value: { seq, effective_at, id }[by] };
}

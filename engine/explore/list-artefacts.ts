/** Artefacts of a corpus, as an analyst lists them; as of claims. */
import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import type { Group, ListReader, RowCount } from '../../graph/store/lists.ts';
import type { ArtefactGrouping, ArtefactSelection, ListKey } from '../../graph/store/selection.ts';
import { nextSlice } from '../slices.ts';
import { once } from './once.ts';
import { type ItemPage, type PageRequest, readPage } from './read-page.ts';

export type ArtefactOrder = 'seq' | 'effective_at' | 'id';

export interface ListedArtefacts {
  page(request: PageRequest<ArtefactOrder>): Promise<ItemPage<ArtefactId>>;
  count(): Promise<RowCount>;
  groups(by: ArtefactGrouping): Promise<Group[]>;
}

export function listArtefacts(reader: ListReader, selection: ArtefactSelection): ListedArtefacts {
  return {
    page: (request) =>
      readPage<ArtefactState, ArtefactId>(
        request,
        (bounds) => reader.list('artefacts', selection, { ...bounds, by: request.by }),
        (state) => ({ id: state.record.artefact_id, key: keyOf(state, request.by) }),
      ),
    count: once(async () => {
      await nextSlice();
      return reader.count('artefacts', selection);
    }),
    groups: async (by) => {
      await nextSlice();
      return reader.groups('artefacts', selection, by);
    },
  };
}

function keyOf({ record, seq, effective_at }: ArtefactState, by: ArtefactOrder): ListKey {
  const id = record.artefact_id;
  return { id, value: { seq, effective_at, id }[by] };
}

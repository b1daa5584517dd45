/** Annotations of a corpus: along the index of their positions, or of each kind along that of kinds. */
import { positionsOf } from '../store/annotation-page.ts';
import type { ListReads } from '../store/lists.ts';
import type { StoredAnnotation } from '../store/rows.ts';
import type { Connection } from './connection.ts';
import { mergedRuns, orderOf, wanted } from './read-pages.ts';
import { recordOf } from './records.ts';

export function annotationLists(connection: Connection): ListReads['annotations'] {
  return {
    list: async (selection, page) => {
      const kinds = selection.kinds === null ? undefined : [...new Set(selection.kinds)];
      const cut = { newestFirst: page.descending, limit: page.limit };
      const rows = connection.records<StoredAnnotation>(
        `SELECT ${recordOf('annotation', 'n')} AS record FROM (${mergedRuns(OF_CORPUS, kinds, cut)}) found
         CROSS JOIN annotations n ON n.rowid = found.id ORDER BY found.seq ${orderOf(cut)}`,
        {
          ...wanted(kinds),
          ...positionsOf(selection, page),
          corpus: selection.corpus,
          limit: page.limit,
        },
      );
      return { rows, stoppedAt: null };
    },
  };
}

const OF_CORPUS = {
  from: 'annotations n',
  position: 'n.seq',
  where: 'n.corpus = @corpus AND n.seq > @after AND n.seq < @before',
  column: 'n.kind',
};

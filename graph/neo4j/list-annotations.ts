/** Annotations of a corpus: along the index of their positions, or of each kind along that of kinds. */
import { positionsOf } from '../store/annotation-page.ts';
import type { ListReads } from '../store/lists.ts';
import type { StoredAnnotation } from '../store/rows.ts';
import type { Neo4jConnection } from './connection.ts';
import { pageOf } from './read-pages.ts';

export function annotationLists(connection: Neo4jConnection): ListReads['annotations'] {
  return {
    list: async (selection, page) => {
      const { corpus, kinds } = selection;
      const [rows = []] = await connection.recordsPerKey<StoredAnnotation>(
        pageOf(OF_CORPUS, kinds === null, { newestFirst: page.descending }),
        [{ corpus, ...positionsOf(selection, page) }],
        { limit: page.limit, ...(kinds && { wanted: [...new Set(kinds)] }) },
      );
      return { rows, stoppedAt: null };
    },
  };
}

const OF_CORPUS = {
  label: 'Annotation',
  where: 'WHERE n.corpus = key.corpus AND n.seq > key.after AND n.seq < key.before',
  index: ['corpus', 'kind', 'seq'],
} as const;

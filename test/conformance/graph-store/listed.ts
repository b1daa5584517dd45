/** Some lists and edges of a world, for who compares what two stores hold. */
import { ANY_ARTEFACT, ANY_CLAIM } from '../../../graph/listing.ts';
import type { GraphReader } from '../../../graph/store.ts';
import { artefactId, at, CORPUS } from './records.ts';

export async function listed(store: GraphReader): Promise<unknown[]> {
  const view = { seq: 1_000, until: at(1_000) };
  const page = { by: 'effective_at', descending: false, after: null, before: null, limit: 100 } as const;
  const claims = { corpus: CORPUS, view, prefixes: null, closedLicences: [], ranked: null };
  const words = { ...ANY_CLAIM, text: 'größe', entity: 'straße' };
  const artefacts = { corpus: CORPUS, view, filter: { ...ANY_ARTEFACT, text: 'über', withdrawn: false } };
  const edges = { of: [artefactId(1), artefactId(2)], view, prefixes: null, after: null, limit: 100 };
  return Promise.all([
    store.listClaims({ ...claims, filter: ANY_CLAIM }, page),
    store.listClaims({ ...claims, filter: words }, page),
    ...[true, false, null].map((several) =>
      store.listClaims({ ...claims, filter: ANY_CLAIM, firstOfCluster: { several } }, page),
    ),
    store.groupClaims({ ...claims, filter: ANY_CLAIM }, 'dimension'),
    store.groupClaims({ ...claims, filter: { ...ANY_CLAIM, text: 'saturn' } }, 'attribute'),
    store.listArtefacts(artefacts, page),
    store.groupArtefacts({ ...artefacts, filter: ANY_ARTEFACT }, 'mediaType'),
    store.evidencePage({
      corpus: CORPUS,
      kinds: ['dispute', 'supersede-propose'],
      after: -1,
      before: null,
      limit: 100,
      newestFirst: false,
    }),
    store.edges({ ...edges, kind: 'supports' }),
    store.edges({ ...edges, kind: 'mirrors' }),
  ]);
}

/** Everything that a store projects, in an order of its own, for comparing two stores. */
import type { ArtefactState } from '../../graph/artefact.ts';
import { bandsOf, textFingerprint } from '../../graph/fingerprint.ts';
import type { EntryBody } from '../../graph/log/entry.ts';
import type { StoredEntry } from '../../graph/store/log.ts';
import { allPlaces, NO_LIMIT, readRange } from '../../graph/store/ranges.ts';
import type { GraphReader } from '../../graph/store/store.ts';

/** Reads every projection through the port; two stores with the same log must give equal values. */
export async function projectionsOf(store: GraphReader) {
  const entries = await allEntries(store);
  const bodies = entries.map(({ entry }) => entry.body);
  const corpora = await store.corpora();
  const claims = distinct(bodies.flatMap((body) => (body.type === 'claim.asserted' ? [body.addr] : [])));
  const artefacts = distinct(
    bodies.flatMap((body) => (body.type === 'artefact.observed' ? [body.artefact.artefact_id] : [])),
  );
  const answers = distinct(
    bodies.flatMap((body) => (body.type === 'answer.assembled' ? [body.answer_id] : [])),
  );
  const keys = distinct(bodies.flatMap((body) => (body.type === 'key.minted' ? [body.key_id] : [])));
  const annotations = bodies.flatMap((body) => (body.type === 'annotation.added' ? [body.annotation] : []));
  const stubs = distinct(
    bodies.flatMap((body) => (body.type === 'stub.closed' ? [body.closure.stub_id] : [])),
  );
  const states = await store.records('artefacts', artefacts);
  const sections = states.flatMap((state) => state?.record.sections.map(({ addr }) => addr) ?? []);
  const clusters = distinct(
    (await store.records('claims', claims)).flatMap((claim) => claim?.claim_cluster_id ?? []),
  );
  return {
    head: await store.head(),
    roots: entries.map(({ root }) => root),
    corpora,
    artefacts: states,
    sections: await store.records('sections', sections),
    fingerprints: await fingerprintsOf(
      store,
      states.filter((state) => state !== null),
    ),
    observations: await store.ranges('observations', {
      by: states.flatMap((state) => state?.record.hash ?? []),
    }),
    claims: await store.records('claims', claims),
    clusters: await store.ranges('claimsOfCluster', { by: clusters, limit: NO_LIMIT }),
    occurrences: await store.ranges('occurrences', allPlaces(claims)),
    rivals: await store.ranges('rivals', { by: claims }),
    predecessors: await store.ranges('predecessors', { by: claims }),
    ledgers: await Promise.all(
      claims.map((claim) => readRange(store, 'ledger', { claim, after: -1 }, { limit: NO_LIMIT })),
    ),
    annotations: await store.records('annotations', distinct(annotations.map(({ id }) => id))),
    voices: await store.ranges('voices', {
      by: distinct(annotations.map(({ target }) => target)).map((target) => ({ target, after: -1 })),
      limit: 1_000,
    }),
    closures: await store.records('closures', stubs),
    idempotency: await store.records('idempotency', idempotencyKeys(bodies)),
    counts: await Promise.all(corpora.map(({ name }) => store.counts(name))),
    findingsCounts: await store.findingsCounts('local'),
    answers: await store.records('answers', answers),
    findings: await store.records('latestFindings', answers),
    keys: await store.records('keys', keys),
    revocations: await readRange(store, 'revocations', { after: -1 }, { limit: NO_LIMIT }),
  };
}

/** By their texts: what each text is near to. */
async function fingerprintsOf(store: GraphReader, states: readonly ArtefactState[]) {
  const texts = await store.blobs(states.map(({ record }) => record.text_hash));
  return Promise.all(
    states.map(({ record }, index) => {
      const text = new TextDecoder().decode(texts[index] ?? new Uint8Array());
      const bands = bandsOf(record.corpus, textFingerprint(text));
      return store.nearFingerprints({ bands, publisher: '', ofEach: 100, limit: 100 });
    }),
  );
}

function idempotencyKeys(bodies: readonly EntryBody[]): string[] {
  return bodies.flatMap((body) => {
    if (body.type !== 'annotation.added' && body.type !== 'evidence.appended') return [];
    return body.idempotency === null ? [] : [body.idempotency.key];
  });
}

async function allEntries(store: GraphReader): Promise<StoredEntry[]> {
  const all: StoredEntry[] = [];
  for (;;) {
    const page = await store.entries({ after: all.length - 1, limit: 1_000, types: null });
    if (page.length === 0) return all;
    all.push(...page);
  }
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

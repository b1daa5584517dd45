/** Everything that a store projects, in an order of its own, for comparing two stores. */
import type { ArtefactState } from '../../graph/artefact.ts';
import { bandsOf, textFingerprint } from '../../graph/fingerprint.ts';
import type { EntryBody } from '../../graph/log/entry.ts';
import type { GraphReader, StoredEntry } from '../../graph/store.ts';

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
  const states = await store.artefacts(artefacts);
  const sections = states.flatMap((state) => state?.record.sections.map(({ addr }) => addr) ?? []);
  const clusters = distinct((await store.claims(claims)).flatMap((claim) => claim?.claim_cluster_id ?? []));
  return {
    head: await store.head(),
    roots: entries.map(({ root }) => root),
    corpora,
    artefacts: states,
    sections: await store.sections(sections),
    fingerprints: await fingerprintsOf(
      store,
      states.filter((state) => state !== null),
    ),
    observations: await store.observations(states.flatMap((state) => state?.record.hash ?? [])),
    claims: await store.claims(claims),
    clusters: await store.claimsByCluster(clusters),
    occurrences: await store.occurrences(claims),
    rivals: await store.rivals(claims),
    predecessors: await store.predecessors(claims),
    ledgers: await Promise.all(claims.map((claim) => store.ledger({ claim, after: -1, limit: null }))),
    annotations: await store.annotations(distinct(annotations.map(({ id }) => id))),
    voices: await store.voicesOn(
      distinct(annotations.map(({ target }) => target)).map((target) => ({ target, after: -1 })),
      1_000,
    ),
    closures: await store.closures(stubs),
    idempotency: await store.idempotency(idempotencyKeys(bodies)),
    counts: await Promise.all(corpora.map(({ name }) => store.counts(name))),
    findingsCounts: await store.findingsCounts('local'),
    answers: await store.answers(answers),
    findings: await store.latestFindings(answers),
    keys: await store.keys(keys),
    revocations: await store.revocations(-1),
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

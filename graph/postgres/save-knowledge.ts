/** Writes of artefacts, sections, fingerprints and claims. */
import { claimFacets } from '../claim-facets.ts';
import type { Changes } from '../store/store.ts';
import type { PostgresConnection } from './connection.ts';
import { saveSections } from './sharing.ts';
import { tableOf, upsert } from './upserts.ts';

const CORPORA = tableOf({ name: 'corpora', columns: { name: 'text', record: 'text' }, key: ['name'] });
const ARTEFACTS = tableOf({
  name: 'artefacts',
  columns: {
    ...{ id: 'text', corpus: 'text', seq: 'bigint', doc_id: 'text', version: 'int' },
    ...{ url: 'text', hash: 'text', record: 'text' },
  },
  key: ['id'],
});
/** The day's first observation stays: what an older view has read of it must not move. */
const OBSERVATIONS = tableOf({
  name: 'observations',
  columns: {
    hash: 'text',
    artefact: 'text',
    day: 'text',
    observed_at: 'text',
    seq: 'bigint',
    record: 'text',
  },
  key: ['hash', 'artefact', 'day'],
  firstStays: true,
});
const FINGERPRINTS = tableOf({
  name: 'fingerprints',
  columns: { seq: 'bigint', artefact: 'text', publisher: 'text', sketch: 'text' },
  key: ['seq'],
});
const BANDS = tableOf({
  name: 'fingerprint_bands',
  columns: { band: 'bigint', seq: 'bigint' },
  key: ['band', 'seq'],
});
const CLAIMS = tableOf({
  name: 'claims',
  columns: {
    addr: 'text',
    corpus: 'text',
    slot: 'text',
    defines: 'text',
    cluster: 'text',
    seq: 'bigint',
    record: 'text',
  },
  key: ['addr'],
});
const OCCURRENCES = tableOf({
  name: 'occurrences',
  columns: { seq: 'bigint', claim: 'text', artefact: 'text', record: 'text' },
  key: ['seq'],
});
/** The first finding of a rivalry stays: an older view, which has seen it, must not lose it when it is found again. */
const RIVALS = tableOf({
  name: 'rivals',
  columns: { claim: 'text', rival: 'text', seq: 'bigint', record: 'text' },
  key: ['claim', 'rival'],
  firstStays: true,
});

/** Bands of a fingerprint that goes lead nowhere. */
const LOSE_FINGERPRINTS = 'DELETE FROM fingerprints WHERE seq = ANY (@seqs::bigint[])';

/** Statements are sent in this order, without a wait between them. */
export function saveKnowledge(connection: PostgresConnection, changes: Changes): Promise<void>[] {
  return [...saveArtefacts(connection, changes), ...saveClaims(connection, changes)];
}

function saveArtefacts(connection: PostgresConnection, changes: Changes): Promise<void>[] {
  const { corpora, artefacts, observations, sections, fingerprints, lostFingerprints } = changes;
  const artefactRows = artefacts.map((state) => {
    const { artefact_id: id, corpus, doc_id, version, url, hash } = state.record;
    return { id, corpus, seq: state.seq, doc_id, version, url, hash, record: JSON.stringify(state) };
  });
  const observationRows = observations.map((observation) => ({
    ...observation,
    day: observation.observed_at.slice(0, 'yyyy-mm-dd'.length),
    record: JSON.stringify(observation),
  }));
  const bandRows = fingerprints.flatMap(({ seq, bands }) => bands.map((band) => ({ band, seq })));
  return [
    upsert(
      connection,
      CORPORA,
      corpora.map((one) => ({ name: one.name, record: JSON.stringify(one) })),
    ),
    upsert(connection, ARTEFACTS, artefactRows),
    upsert(connection, OBSERVATIONS, observationRows),
    ...saveSections(connection, sections),
    upsert(
      connection,
      FINGERPRINTS,
      fingerprints.map(({ bands: _, ...row }) => row),
    ),
    upsert(connection, BANDS, bandRows),
    ...(lostFingerprints.length === 0 ? [] : [connection.run(LOSE_FINGERPRINTS, { seqs: lostFingerprints })]),
  ];
}

function saveClaims(
  connection: PostgresConnection,
  { claims, occurrences, rivals }: Changes,
): Promise<void>[] {
  const claimRows = claims.map((claim) => {
    const { addr, claim_cluster_id: cluster, seq } = claim;
    const { slot, defines } = claimFacets(claim);
    return { addr, corpus: claim.core.corpus, slot, defines, cluster, seq, record: JSON.stringify(claim) };
  });
  const occurrenceRows = occurrences.map((occurrence) => {
    const { seq, claim, artefact } = occurrence;
    return { seq, claim, artefact, record: JSON.stringify(occurrence) };
  });
  const rivalRows = rivals.map((rivalry) => {
    const { claim, rival, seq } = rivalry;
    return { claim, rival, seq, record: JSON.stringify(rivalry) };
  });
  return [
    upsert(connection, CLAIMS, claimRows),
    upsert(connection, OCCURRENCES, occurrenceRows),
    upsert(connection, RIVALS, rivalRows),
  ];
}

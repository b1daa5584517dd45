/** Fingerprints of texts, with the bands under which near-copies are found. */
import type { Changes } from '../store/store.ts';
import type { FingerprintQuery, NearFingerprint, TextReader } from '../store/text.ts';
import type { Neo4jConnection } from './connection.ts';
import type { Upserts } from './upserts.ts';

export function fingerprintReader(connection: Neo4jConnection): Pick<TextReader, 'nearFingerprints'> {
  return { nearFingerprints: (query) => nearFingerprints(connection, query) };
}

async function nearFingerprints(
  connection: Neo4jConnection,
  { bands, publisher, ofEach, limit }: FingerprintQuery,
): Promise<NearFingerprint[]> {
  if (bands.length === 0) return [];
  return connection.rows<NearFingerprint>(NEAR, { bands, publisher, ofEach, limit });
}

/**
 * A band that most of a corpus shares costs no more than another: the earliest of each are looked at. Without the hint, a
 * plan that was made while there were few bands goes through all of them for each.
 */
const NEAR = `
  UNWIND $bands AS band
  CALL (band) {
    MATCH (b:FingerprintBand) USING INDEX SEEK b:FingerprintBand(band, seq)
    WHERE b.band = band AND b.seq >= 0
    RETURN b.seq AS seq ORDER BY b.band, b.seq LIMIT $ofEach
  }
  WITH seq, count(*) AS shared
  MATCH (f:Fingerprint {seq: seq}) WHERE f.publisher <> $publisher
  RETURN f.artefact AS artefact, f.sketch AS sketch ORDER BY shared DESC, f.seq LIMIT $limit`;

/** Bands of a fingerprint that goes lead nowhere. */
const REMOVE = 'UNWIND $rows AS row MATCH (f:Fingerprint {seq: row.seq}) DETACH DELETE f';

export async function saveFingerprints(
  upsert: Upserts,
  { fingerprints, lostFingerprints }: Changes,
): Promise<void> {
  await upsert.nodes(
    'Fingerprint',
    fingerprints.map(({ seq, artefact, publisher, sketch }) => ({ seq, artefact, publisher, sketch })),
  );
  await upsert.nodes(
    'FingerprintBand',
    fingerprints.flatMap(({ seq, bands }) => bands.map((band) => ({ id: `${band}/${seq}`, band, seq }))),
  );
  await upsert.rows(
    REMOVE,
    lostFingerprints.map((seq) => ({ seq })),
  );
}

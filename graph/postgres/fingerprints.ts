/** Fingerprints of texts by the bands under which near-copies are found. */
import type { FingerprintQuery, NearFingerprint } from '../store/text.ts';
import type { PostgresConnection } from './connection.ts';

/** A band that most of a corpus shares costs no more than another: the earliest of each are looked at. */
const NEAR = `
  SELECT f.artefact, f.sketch FROM (
    SELECT b.seq, count(*) AS shared FROM unnest(@bands::bigint[]) AS k (band) CROSS JOIN LATERAL (
      SELECT seq FROM fingerprint_bands WHERE band = k.band ORDER BY seq LIMIT @ofEach
    ) b GROUP BY b.seq
  ) n JOIN fingerprints f ON f.seq = n.seq
  WHERE f.publisher <> @publisher ORDER BY n.shared DESC, f.seq LIMIT @limit`;

/** See `TextReader.nearFingerprints`. */
export async function nearFingerprints(
  connection: PostgresConnection,
  { bands, ...query }: FingerprintQuery,
): Promise<NearFingerprint[]> {
  return bands.length === 0 ? [] : connection.rows<NearFingerprint>(NEAR, { bands, ...query });
}

/** Fingerprints of texts, with the bands under which near-copies are found. */
import type { StoredFingerprint } from '../store/rows.ts';
import type { FingerprintQuery, NearFingerprint, TextReader } from '../store/text.ts';
import type { Connection } from './connection.ts';

export function fingerprintReader(connection: Connection): Pick<TextReader, 'nearFingerprints'> {
  return { nearFingerprints: async (query) => nearFingerprints(connection, query) };
}

function nearFingerprints(
  connection: Connection,
  { bands, publisher, ofEach, limit }: FingerprintQuery,
): NearFingerprint[] {
  if (bands.length === 0) return [];
  return connection.rows<NearFingerprint>(NEAR, { bands: JSON.stringify(bands), publisher, ofEach, limit });
}

/** A band that most of a corpus shares costs no more than another: the earliest of each are looked at. */
const NEAR = `
  SELECT f.artefact, f.sketch FROM (
    SELECT b.seq, count(*) AS shared FROM json_each(@bands) k
    CROSS JOIN fingerprint_bands b ON b.band = k.value AND b.seq IN (
      SELECT seq FROM fingerprint_bands WHERE band = k.value ORDER BY seq LIMIT @ofEach
    )
    GROUP BY b.seq
  ) n CROSS JOIN fingerprints f ON f.seq = n.seq
  WHERE f.publisher <> @publisher
  ORDER BY n.shared DESC, f.seq LIMIT @limit`;

export function saveFingerprints(connection: Connection, fingerprints: readonly StoredFingerprint[]): void {
  for (const { seq, artefact, publisher, sketch, bands } of fingerprints) {
    connection.run(SAVE, { seq, artefact, publisher, sketch });
    connection.run(SAVE_BANDS, { seq, bands: JSON.stringify(bands) });
  }
}

/** Bands of a fingerprint that goes lead nowhere. */
export function removeFingerprints(connection: Connection, seqs: readonly number[]): void {
  for (const seq of seqs) connection.run('DELETE FROM fingerprints WHERE seq = @seq', { seq });
}

const SAVE = `
  INSERT INTO fingerprints (seq, artefact, publisher, sketch) VALUES (@seq, @artefact, @publisher, @sketch)
  ON CONFLICT (seq) DO UPDATE SET artefact = excluded.artefact, publisher = excluded.publisher, sketch = excluded.sketch`;

const SAVE_BANDS = `
  INSERT INTO fingerprint_bands (band, seq) SELECT value, @seq FROM json_each(@bands) WHERE true
  ON CONFLICT (band, seq) DO NOTHING`;

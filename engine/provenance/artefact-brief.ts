import type { ArtefactState } from '../../graph/artefact.ts';
import { holdsBy } from '../view.ts';
import type { ArtefactBrief } from './provenance.ts';

/** @param asOf RFC 3339 UTC with ms; null: now */
export function artefactBrief({ record, withdrawn }: ArtefactState, asOf: string | null): ArtefactBrief {
  const { artefact_id: artefactId, version, url, publisher, hash, licence, observed_at: observedAt } = record;
  return {
    artefactId,
    version,
    url,
    publisher,
    hash,
    licence,
    observedAt,
    withdrawn: holdsBy(withdrawn, asOf),
  };
}

import type { ArtefactState } from '../../graph/artefact.ts';
import type { ArtefactBrief } from './provenance.ts';

export function artefactBrief({ record, withdrawn }: ArtefactState): ArtefactBrief {
  const { artefact_id: artefactId, version, url, publisher, hash, licence, observed_at: observedAt } = record;
  return { artefactId, version, url, publisher, hash, licence, observedAt, withdrawn: withdrawn !== null };
}

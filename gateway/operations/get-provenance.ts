/**
 * GET /v1/provenance/{artifactId}: where an artefact is from, what it says and what rests on it
 * (docs/spec/decisions.md#5-healthz).
 */
import type { ArtefactId } from '../../graph/address.ts';
import { refuse } from '../refusal/refusals.ts';
import { getProvenance as CONTRACT } from '../wire/provenance.ts';
import type { Call, EngineOperation, Tenant } from './operation.ts';
import { corpusOf, type Reply, refusalReply, reply } from './reply.ts';
import { wireProvenance } from './wire-provenance.ts';

export const getProvenance: EngineOperation = {
  contract: CONTRACT,
  plane: 'engine',
  handle: read,
};

const ARTEFACT_ID = /^a1[a-z2-7]{1,64}$/;

async function read({ engine, params }: Call, tenant: Tenant): Promise<Reply> {
  const { artifactId = '' } = params;
  const mine = isArtefactId(artifactId) && !tenant.foreign;
  const found = mine ? await engine.provenance(artifactId, tenant.name) : null;
  if (found === null) {
    return refusalReply(refuse('missing:artefact', 'there is no artefact of this id').refusal);
  }
  return reply(CONTRACT, { provenance: wireProvenance(found) }, { corpus: corpusOf(found.view) });
}

function isArtefactId(text: string): text is ArtefactId {
  return ARTEFACT_ID.test(text);
}

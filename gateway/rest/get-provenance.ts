/** GET /v1/provenance/{artifactId}: where an artefact is from, what it says and what rests on it (decisions §5). */
import type {
  ArtefactBrief,
  Bounded,
  DatedWord,
  Provenance,
  ProvenanceClaim,
  RestingAnswer,
} from '../../engine/provenance/provenance.ts';
import type { ArtefactId } from '../../graph/address.ts';
import { getProvenance as CONTRACT, type WireProvenance } from '../wire/provenance.ts';
import type { Call, EngineOperation, Tenant } from './operation.ts';
import { refuse } from './refusals.ts';
import { corpusOf, type Reply, refusalReply, reply } from './reply.ts';

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
  return reply(200, { provenance: wireProvenance(found) }, { corpus: corpusOf(found.view) });
}

function isArtefactId(text: string): text is ArtefactId {
  return ARTEFACT_ID.test(text);
}

function wireProvenance(found: Provenance): WireProvenance {
  const { record, freshness, log } = found;
  const { artefact_id, doc_id, version, url, title, summary, media_type, lang, hash, text_hash } = record;
  const { licence, domain, publisher, published, observed_at } = record;
  return {
    ...{ artefact_id, doc_id, version, url, title, summary, media_type, lang, hash, text_hash },
    bytes: found.bytes,
    ...{ licence, domain, publisher, published, observed_at },
    freshness: {
      score: freshness.score,
      formula: freshness.formula,
      age_days: freshness.ageDays,
      half_life_days: freshness.halfLifeDays,
      last_observed_at: freshness.lastObservedAt,
      as_of: freshness.asOf,
      policy: freshness.policy,
    },
    observations: list(found.observations, (at) => at),
    versions: list(found.versions, wireBrief),
    original: found.original && wireBrief(found.original),
    mirrors: list(found.mirrors, wireBrief),
    claims: list(found.claims, wireClaim),
    answers: list(found.answers, wireAnswer),
    withdrawn: found.withdrawn && wireWord(found.withdrawn),
    redacted: found.redacted && wireWord(found.redacted),
    log: { ...log, inclusion: [...log.inclusion] },
  };
}

function list<T, W>({ items, more }: Bounded<T>, wire: (item: T) => W): { items: W[]; more: number } {
  return { items: items.map(wire), more };
}

function wireBrief(brief: ArtefactBrief) {
  const { artefactId, observedAt, ...same } = brief;
  return { artefact_id: artefactId, observed_at: observedAt, ...same };
}

function wireClaim({ claim, text, stance, spans, events }: ProvenanceClaim) {
  return { claim, text, stance, spans: spans.map(({ start, end }) => ({ start, end })), events: [...events] };
}

function wireAnswer({ answerId, setId, at, findingsState }: RestingAnswer) {
  return { answer_id: answerId, set_id: setId, at, findings_state: findingsState };
}

function wireWord({ reason, by, at, seq }: DatedWord) {
  return { reason, by: by ?? null, at, seq };
}

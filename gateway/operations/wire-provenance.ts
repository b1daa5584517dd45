/** A provenance in the wire's names. */
import type { DatedWord } from '../../engine/artefact/dated-word.ts';
import type {
  ArtefactBrief,
  Bounded,
  Provenance,
  ProvenanceClaim,
  RestingAnswer,
} from '../../engine/provenance/provenance.ts';
import type { WireProvenance } from '../wire/provenance.ts';

export function wireProvenance(found: Provenance): WireProvenance {
  const { record, freshness, log } = found;
  const { artefact_id, doc_id, version, url, title, summary, media_type, lang, hash } = record;
  const { text_hash, layout_hash, licence, domain, publisher, published, observed_at } = record;
  return {
    ...{ artefact_id, doc_id, version, url, title, summary, media_type, lang, hash },
    ...{ text_hash, layout_hash },
    bytes: found.bytes,
    record_fault: found.recordFault,
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

/** Records that say what one entry says: so that a store need not hold them beside it. */
import type { ArtefactState } from './artefact.ts';
import type { ClaimOccurrence, ClaimRecord } from './claim.ts';

import type {
  AnnotationAdded,
  AnswerAssembled,
  ArtefactObserved,
  ClaimAsserted,
  FindingsChanged,
  LogEntry,
} from './log/entry.ts';
import type { AnswerRecord, FindingRecord, StoredAnnotation } from './store/rows.ts';

/** As nothing but its first observation says. */
export function observedArtefact({ body, seq, effective_at }: LogEntry<ArtefactObserved>): ArtefactState {
  return { record: body.artefact, seq, effective_at, withdrawn: null };
}

/** Of the entry that asserts the claim first. */
export function assertedClaim({ body, seq, effective_at }: LogEntry<ClaimAsserted>): ClaimRecord {
  const { addr, core, content_hash, claim_cluster_id, slot, artefact } = body;
  return { addr, core, content_hash, claim_cluster_id, slot, artefact, seq, effective_at };
}

export function occurrenceOf({ body, seq, effective_at }: LogEntry<ClaimAsserted>): ClaimOccurrence {
  const { addr, artefact, span, sentence, context_spans } = body;
  return { claim: addr, artefact, span, sentence, context_spans, seq, effective_at };
}

export function addedAnnotation({ body, seq, effective_at }: LogEntry<AnnotationAdded>): StoredAnnotation {
  return { record: body.annotation, seq, effective_at };
}

export function assembledAnswer(entry: LogEntry<AnswerAssembled>): AnswerRecord {
  return { ...position(entry), body: entry.body };
}

export function changedFindings(entry: LogEntry<FindingsChanged>): FindingRecord {
  return { ...position(entry), body: entry.body };
}

/** Answers and findings always belong to a corpus and a tenant; the log's shape allows null for other entries. */
function position({ seq, at, corpus, tenant }: LogEntry) {
  return { seq, at, corpus: corpus ?? '', tenant: tenant ?? '' };
}

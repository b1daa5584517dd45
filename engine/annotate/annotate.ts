/** Adding an annotation (docs/spec/contract.md#ap-annotate): an additive fact, which changes no item of the corpus. */
import type { AnnotationId } from '../../graph/address.ts';
import {
  ANNOTATION_LICENCE,
  type AnnotationRecord,
  annotationId,
  FACTS_TENANT,
} from '../../graph/annotation.ts';
import type { Plan } from '../../graph/log/command.ts';
import type { LogWriter } from '../../graph/log/writer.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import { earlierResult, keepKey, keptKey } from '../idempotency.ts';
import { done, type Outcome } from '../refusal.ts';
import type { AnnotationRequest } from './annotation-request.ts';
import { checkCitation } from './check-citation.ts';

export interface AddedAnnotation {
  readonly annotation: AnnotationRecord;
  /** The same annotation was there already: none was written. */
  readonly repeated: boolean;
}

/**
 * Resolves when the annotation is on disk. `invalid:idempotency_key`, which writes nothing. The citation is checked before
 * the log is locked, for that may read whole texts: a source that arrives meanwhile is not found.
 */
export async function annotate(
  store: GraphReader,
  writer: LogWriter,
  request: AnnotationRequest,
): Promise<Outcome<AddedAnnotation>> {
  const check = await checkCitation(store, request.corpus, request.citation);
  return writer.append((state, now) => planAnnotation(state, now, { ...request, check }));
}

type Checked = AnnotationRequest & Pick<AnnotationRecord, 'check'>;

async function planAnnotation(
  state: RecordReader,
  now: string,
  request: Checked,
): Promise<Plan<Outcome<AddedAnnotation>>> {
  const earlier = await earlierResult(state, 'annotation', request);
  if (!earlier.ok) return { entries: [], result: () => earlier };
  const first = await stored(state, earlier.value);
  if (first !== null) return { entries: [], result: () => done({ annotation: first, repeated: true }) };
  const same = await stored(state, idOf(request));
  if (same !== null) {
    return { entries: keepKey(request, same.id), result: () => done({ annotation: same, repeated: true }) };
  }
  const annotation = recordOf(now, request);
  return {
    entries: [
      {
        corpus: request.corpus,
        tenant: FACTS_TENANT,
        effectiveAt: null,
        body: { type: 'annotation.added', annotation, idempotency: keptKey(request) },
      },
    ],
    result: () => done({ annotation, repeated: false }),
  };
}

/** Null too for the id of anything else. */
async function stored(state: RecordReader, id: string | null): Promise<AnnotationRecord | null> {
  // An id that is no annotation's finds none.
  const [known] = id === null ? [] : await state.records('annotations', [id as AnnotationId]);
  return known?.record ?? null;
}

function idOf({ corpus, target, kind, body, citation, writer }: AnnotationRequest): AnnotationId {
  return annotationId({ v: 1, corpus, target, kind, body, citation, actor_root: writer.actorRoot });
}

function recordOf(now: string, request: Checked): AnnotationRecord {
  const { target, corpus, kind, body, citation, check, writer } = request;
  return {
    id: idOf(request),
    target,
    corpus,
    kind,
    body,
    citation,
    check,
    actor: writer.actor,
    actor_root: writer.actorRoot,
    standing: writer.standing,
    token_id: writer.tokenId,
    licence: ANNOTATION_LICENCE,
    created_at: now,
  };
}

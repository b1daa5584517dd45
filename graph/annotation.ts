/**
 * Annotations and the closing of stubs (docs/spec/contract.md#ap-annotation, #ap-stub-result;
 * docs/spec/decisions.md#0). Pure data with wire names (ADR 3), for both records are part of hashed log bodies.
 */
import type { AnnotationId, ClosureId } from './address.ts';
import { hashId } from './address.ts';

/** The one licence of annotations (docs/spec/contract.md#ap-annotation). */
export const ANNOTATION_LICENCE = 'CC-BY-SA-4.0';
/** The tenant of the entries that annotations and closures are: the log's namespace of additive facts. */
export const FACTS_TENANT = 'facts';

export type AnnotationKind = 'note' | 'correction' | 'context';

/** What an annotation rests on: a `wx://` address or an http(s) URL, never fetched, and its words where they were sent. */
export interface AnnotationCitation {
  readonly ref: string;
  readonly quote?: string;
}

/** What an annotation's id is derived from: the same words on the same target by the same root are the same annotation. */
export interface AnnotationCore {
  readonly v: 1;
  readonly corpus: string;
  /** A `wx://` address in the corpus; nothing needs to be there. */
  readonly target: string;
  readonly kind: AnnotationKind;
  readonly body: string;
  readonly citation: AnnotationCitation;
  readonly actor_root: string;
}

/** An annotation as it is hashed into the log; it never changes. */
export interface AnnotationRecord extends Omit<AnnotationCore, 'v'> {
  readonly id: AnnotationId;
  /** `match`: the citation was found in the store when it was appended; `unknown`: nothing stored said. */
  readonly check: 'match' | 'unknown';
  readonly actor: string;
  /** 0 to 1000 per mille, frozen at append. */
  readonly standing: number;
  readonly token_id: string | null;
  readonly licence: typeof ANNOTATION_LICENCE;
  /** RFC 3339 UTC with ms. */
  readonly created_at: string;
}

/** An annotation that takes a side, without its words; a note takes none. */
export interface StoredVoice extends Pick<AnnotationRecord, 'actor_root' | 'check' | 'standing'> {
  readonly kind: Exclude<AnnotationKind, 'note'>;
  /** Log position. */
  readonly seq: number;
  readonly effective_at: string;
}

/** What an annotation says for or against its target, null for a note. */
export function voiceOf(
  { kind, actor_root, check, standing }: AnnotationRecord,
  { seq, effective_at }: Pick<StoredVoice, 'seq' | 'effective_at'>,
): StoredVoice | null {
  return kind === 'note' ? null : { seq, effective_at, actor_root, kind, check, standing };
}

/** That a coverage gap was closed, by which annotation and whose. The gap itself is stored nowhere: its id is stateless. */
export interface StubClosure {
  /** `stub_` and 1 to 59 characters. */
  readonly stub_id: string;
  readonly id: ClosureId;
  readonly corpus: string;
  readonly actor: string;
  readonly actor_root: string;
  /** RFC 3339 UTC with ms. */
  readonly closed_at: string;
  readonly annotation_id: AnnotationId;
  readonly annotation_target: string;
}

/** The id of an annotation: the same core is the same annotation. */
export function annotationId(core: AnnotationCore): AnnotationId {
  return hashId('n1', core);
}

/** The id of a closure: the same root closing the same stub by the same annotation is the same closure. */
export function closureId(of: Pick<StubClosure, 'stub_id' | 'annotation_id' | 'actor_root'>): ClosureId {
  const { stub_id, annotation_id, actor_root } = of;
  return hashId('k1', { v: 1, stub_id, annotation_id, actor_root });
}

/** What annotations say for or against claims (decisions §4, `feedback`). */
import type { ClaimAddr } from '../../graph/address.ts';
import type { AnnotationVoice } from '../../graph/belief/result.ts';
import type { LogEntry } from '../../graph/log/entry.ts';
import type { GraphReader, StoredAnnotation, View } from '../../graph/store.ts';
import { Remembered } from '../remembered.ts';
import { within } from '../view.ts';

/** The first time that one root said one thing: said again, it counts no more. */
type Heard = Pick<StoredAnnotation, 'seq' | 'effective_at'> & { readonly voice: AnnotationVoice };
type HeardOnClaim = ReadonlyMap<string, Heard>;
type VoiceReader = Pick<GraphReader, 'annotationsOn' | 'entries' | 'head'>;

/** Claims whose voices are kept. */
const MAX_CLAIMS = 4_096;
/** Annotations taken up at a time. */
const PAGE = 500;

/**
 * Reads voices of committed annotations, and keeps them: a claim that many have annotated is read once, and then only
 * what is new. It is given the store and never a transaction.
 */
export class Voices {
  readonly #store: VoiceReader;
  readonly #heard = new Remembered<ClaimAddr, HeardOnClaim>(MAX_CLAIMS);
  /** Log position up to which the kept claims' annotations are known; null before the first reading. */
  #upTo: number | null = null;

  constructor(store: VoiceReader) {
    this.#store = store;
  }

  /** Of each claim: its corrections and contexts within the view, by the log's order; notes take no side. */
  async read(claims: readonly ClaimAddr[], view: View): Promise<Map<ClaimAddr, AnnotationVoice[]>> {
    await this.#takeUp();
    const known = new Map(claims.map((claim) => [claim, this.#heard.get(claim)]));
    const unknown = [...known].flatMap(([claim, heard]) => (heard === undefined ? claim : []));
    const found = await this.#readWhole(unknown);
    return new Map(
      [...known].map(([claim, heard]) => [claim, inView(heard ?? found.get(claim) ?? new Map(), view)]),
    );
  }

  /** Overlapping readings may take an annotation up twice: it is the same voice. */
  async #takeUp(): Promise<void> {
    const { size } = this.#upTo === null ? await this.#store.head() : { size: 0 };
    // Another reading may have begun meanwhile: what it keeps is known up to where it began.
    this.#upTo ??= size - 1;
    for (;;) {
      const query = { after: this.#upTo, limit: PAGE, types: ['annotation.added'] } as const;
      const page = await this.#store.entries(query);
      this.#hear(page.flatMap(({ entry }) => annotationIn(entry)));
      this.#upTo = Math.max(this.#upTo, page.at(-1)?.entry.seq ?? -1);
      if (page.length < PAGE) return;
    }
  }

  #hear(annotations: readonly StoredAnnotation[]): void {
    for (const [target, added] of Map.groupBy(annotations, ({ record }) => record.target)) {
      // An annotation whose target is no claim is of no claim that is kept.
      const claim = target as ClaimAddr;
      const heard = this.#heard.get(claim);
      if (heard !== undefined) this.#heard.set(claim, withHeard(heard, added));
    }
  }

  /** Kept unless somebody took annotations up meanwhile, who did not know that these claims would be kept. */
  async #readWhole(claims: readonly ClaimAddr[]): Promise<Map<ClaimAddr, HeardOnClaim>> {
    if (claims.length === 0) return new Map();
    const before = this.#upTo;
    const found = await this.#store.annotationsOn(claims);
    const heard = new Map(claims.map((claim, index) => [claim, withHeard(new Map(), found[index] ?? [])]));
    if (this.#upTo === before) for (const [claim, one] of heard) this.#heard.set(claim, one);
    return heard;
  }
}

function annotationIn({ body, seq, effective_at }: LogEntry): StoredAnnotation[] {
  return body.type === 'annotation.added' ? [{ record: body.annotation, seq, effective_at }] : [];
}

function withHeard(heard: HeardOnClaim, annotations: readonly StoredAnnotation[]): HeardOnClaim {
  const all = new Map(heard);
  for (const { record, seq, effective_at } of annotations) {
    const { actor_root, standing, kind, check } = record;
    if (kind === 'note') continue;
    const voice: AnnotationVoice = { actor_root, standing, kind, checked: check === 'match' };
    const key = [kind, check, standing, actor_root].join(' ');
    if (!all.has(key)) all.set(key, { voice, seq, effective_at });
  }
  return all;
}

function inView(heard: HeardOnClaim, view: View): AnnotationVoice[] {
  return [...heard.values()].filter((one) => within(view, one)).map(({ voice }) => voice);
}

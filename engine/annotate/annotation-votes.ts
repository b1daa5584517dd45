/** The votes of annotations for or against claims (docs/spec/decisions.md#4-feedback). */
import type { ClaimAddr } from '../../graph/address.ts';
import { type StoredVoice, voiceOf } from '../../graph/annotation.ts';
import type { AnnotationVoice } from '../../graph/belief/result.ts';
import { forEverybody } from '../../graph/caller.ts';
import type { LogReader } from '../../graph/store/log.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { View } from '../../graph/store/rows.ts';
import { nextSlice } from '../slices.ts';
import { within } from '../view.ts';

/** The first vote of one actor root for one statement: a repetition does not count. */
type Heard = Pick<StoredVoice, 'seq' | 'effective_at'> & { readonly voice: AnnotationVoice };
/** By statement and actor root. */
type HeardOnClaim = Map<string, Heard>;
type VoiceReader = RangeReader & LogReader;

interface Running {
  /** Every voice up to this log position is in `heard`. */
  readonly seq: number;
  readonly heard: Promise<ReadonlyMap<ClaimAddr, HeardOnClaim>>;
}

/** Claims and voices that are cached, together: some 100 MB. */
const MAX_CACHED = 250_000;
/** Annotations read in one slice: they come with all their words. */
const PAGE = 64;
/** Voices read in one slice, of all claims together; of each claim the smallest page at least. */
const MAX_VOICES = 1_000;
const MIN_PAGE = 16;
/** How often a first read continues where annotations were added meanwhile, before its claims are left uncached. */
const MAX_TRIES = 3;

/**
 * Reads voices of committed annotations and caches them: a claim with many annotations is read once, and then only what
 * is new. Reads go to the store, never to a transaction.
 */
export class AnnotationVotes {
  readonly #store: VoiceReader;
  readonly #cache = new VoiceCache();
  /** Log position up to which the annotations of cached claims are known; null before the first read. */
  #upTo: number | null = null;
  /** First reads of claims; requests for the same claim wait for them. A failure is not cached. */
  readonly #running = new Map<ClaimAddr, Running>();

  constructor(store: VoiceReader) {
    this.#store = store;
  }

  /** Of each claim: its corrections and contexts within the view, by the log's order; notes take no side. */
  async read(claims: readonly ClaimAddr[], view: View): Promise<Map<ClaimAddr, AnnotationVoice[]>> {
    await this.#takeUp();
    const known = new Map(claims.map((claim) => [claim, this.#cache.get(claim)]));
    const unknown = [...known].flatMap(([claim, heard]) => (heard === undefined ? claim : []));
    const found = await this.#readUnknown(unknown, view.seq);
    return new Map(
      [...known].map(([claim, heard]) => [claim, inView(heard ?? found.get(claim) ?? new Map(), view)]),
    );
  }

  /** Overlapping reads may add an annotation twice: it is the same voice. */
  async #takeUp(): Promise<void> {
    const { size } = this.#upTo === null ? await this.#store.head() : { size: 0 };
    // Another read may have begun meanwhile: what it caches is known up to where it began.
    this.#upTo ??= size - 1;
    for (;;) {
      const query = { after: this.#upTo, limit: PAGE, types: ['annotation.added'] } as const;
      const page = await this.#store.entries(query);
      for (const { entry } of page) {
        if (entry.body.type !== 'annotation.added') continue;
        const { annotation } = entry.body;
        const voice = voiceOf(annotation, entry);
        // An annotation whose target is no claim belongs to no cached claim.
        if (voice !== null) this.#cache.add(annotation.target as ClaimAddr, voice);
      }
      this.#upTo = Math.max(this.#upTo, page.at(-1)?.entry.seq ?? -1);
      if (page.length < PAGE) return;
      await nextSlice();
    }
  }

  /** Waits for claims that are being read already, and reads the others together. */
  async #readUnknown(
    claims: readonly ClaimAddr[],
    seq: number,
  ): Promise<ReadonlyMap<ClaimAddr, HeardOnClaim>> {
    const runs = new Set<Running>();
    const others: ClaimAddr[] = [];
    for (const claim of claims) {
      const running = this.#running.get(claim);
      if (running !== undefined && running.seq >= seq) runs.add(running);
      else others.push(claim);
    }
    if (others.length > 0) runs.add(this.#start(others, seq));
    const found = await Promise.all([...runs].map(({ heard }) => heard));
    return new Map(found.flatMap((one) => [...one]));
  }

  #start(claims: readonly ClaimAddr[], seq: number): Running {
    const heard = forEverybody(() => this.#readWhole(claims)).finally(() => {
      for (const claim of claims) if (this.#running.get(claim) === running) this.#running.delete(claim);
    });
    const running = { seq, heard };
    for (const claim of claims) this.#running.set(claim, running);
    return running;
  }

  /** Caches the result unless annotations were added meanwhile: they were not added to these claims. */
  async #readWhole(claims: readonly ClaimAddr[]): Promise<ReadonlyMap<ClaimAddr, HeardOnClaim>> {
    const heard = new Map(claims.map((claim): [ClaimAddr, HeardOnClaim] => [claim, new Map()]));
    const after = new Map<ClaimAddr, number>();
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const before = this.#upTo;
      await this.#readOn(heard, after);
      if (this.#upTo !== before) continue;
      for (const [claim, one] of heard) this.#cache.set(claim, one);
      break;
    }
    return heard;
  }

  /** Every voice behind these positions, in each slice one page of each claim. */
  async #readOn(heard: ReadonlyMap<ClaimAddr, HeardOnClaim>, after: Map<ClaimAddr, number>): Promise<void> {
    for (let left = [...heard.keys()]; left.length > 0; ) {
      const limit = Math.max(MIN_PAGE, Math.floor(MAX_VOICES / left.length));
      const places = left.map((target) => ({ target, after: after.get(target) ?? -1 }));
      const pages = await this.#store.ranges('voices', { by: places, limit });
      const full: ClaimAddr[] = [];
      for (const [index, claim] of left.entries()) {
        const page = pages[index] ?? [];
        for (const voice of page) hear(heard.get(claim), voice);
        after.set(claim, page.at(-1)?.seq ?? after.get(claim) ?? -1);
        if (page.length === limit) full.push(claim);
      }
      left = full;
      if (left.length > 0) await nextSlice();
    }
  }
}

/** Voices by claim; past a number of voices, claims that were read longest ago are dropped. */
class VoiceCache {
  /** In the order of their last read. */
  readonly #heard = new Map<ClaimAddr, HeardOnClaim>();
  /** Claims and voices. */
  #size = 0;

  get(claim: ClaimAddr): HeardOnClaim | undefined {
    const heard = this.#heard.get(claim);
    if (heard !== undefined) {
      this.#heard.delete(claim);
      this.#heard.set(claim, heard);
    }
    return heard;
  }

  set(claim: ClaimAddr, heard: HeardOnClaim): void {
    this.#drop(claim);
    this.#heard.set(claim, heard);
    this.#size += 1 + heard.size;
    this.#makeRoom();
  }

  /** Adds a voice where the claim is cached. */
  add(claim: ClaimAddr, voice: StoredVoice): void {
    if (hear(this.#heard.get(claim), voice)) this.#size += 1;
    this.#makeRoom();
  }

  #makeRoom(): void {
    for (const claim of this.#heard.keys()) {
      if (this.#size <= MAX_CACHED) return;
      this.#drop(claim);
    }
  }

  #drop(claim: ClaimAddr): void {
    const heard = this.#heard.get(claim);
    if (heard !== undefined) this.#size -= 1 + heard.size;
    this.#heard.delete(claim);
  }
}

/** Adds a vote; false where the same root has cast the same vote before. */
function hear(heard: HeardOnClaim | undefined, said: StoredVoice): boolean {
  const { actor_root, standing, kind, check, seq, effective_at } = said;
  const key = [kind, check, standing, actor_root].join(' ');
  if (heard === undefined || heard.has(key)) return false;
  heard.set(key, { voice: { actor_root, standing, kind, checked: check === 'match' }, seq, effective_at });
  return true;
}

function inView(heard: HeardOnClaim, view: View): AnnotationVoice[] {
  return [...heard.values()].filter((one) => within(view, one)).map(({ voice }) => voice);
}

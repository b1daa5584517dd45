/** All masses of a claim as weighed on one UTC day. */
import type { CitedItem } from './cited-item.ts';
import type { StanceChange, Stand } from './roster.ts';
import { Tally } from './tally.ts';

/** Names the tallies that a stand counts in. It must answer the same when the stand is taken out again. */
export type Sorting = (stand: Stand) => readonly string[];
/** Weight of a citation in micro. It must answer the same when the citation is taken out again. */
export type Weighing = (citation: CitedItem) => number;

/** Named tallies that follow the stances of a claim without being summed anew. */
export class Scale {
  readonly #tallies = new Map<string, Tally>();
  readonly #sorting: Sorting;
  readonly #weighing: Weighing;
  #size = 0;

  constructor(stands: Iterable<Stand>, sorting: Sorting, weighing: Weighing) {
    this.#sorting = sorting;
    this.#weighing = weighing;
    for (const stand of stands) this.#put(stand);
  }

  /** Mass in micro, 0 for a name under which nothing counts. */
  mass(name: string): number {
    return this.#tallies.get(name)?.mass ?? 0;
  }

  /** How many citations it holds, each once for every tally: what its memory grows with. */
  get size(): number {
    return this.#size;
  }

  /** Distinct actors that count under a name. */
  actors(name: string): number {
    return this.#tallies.get(name)?.actors ?? 0;
  }

  /** Distinct domains that count under a name. */
  domains(name: string): number {
    return this.#tallies.get(name)?.domains ?? 0;
  }

  follow(change: StanceChange): void {
    for (const stand of change.voided) this.#drop(stand);
    this.#put(change.added);
  }

  #put(stand: Stand): void {
    for (const name of this.#sorting(stand)) {
      const tally = this.#tallies.get(name) ?? new Tally();
      this.#tallies.set(name, tally);
      this.#size += stand.citations.length;
      for (const citation of stand.citations) tally.add(citation, this.#weighing(citation));
    }
  }

  #drop(stand: Stand): void {
    for (const name of this.#sorting(stand)) {
      const tally = this.#tallies.get(name);
      this.#size -= stand.citations.length;
      for (const citation of stand.citations) tally?.remove(citation, this.#weighing(citation));
    }
  }
}

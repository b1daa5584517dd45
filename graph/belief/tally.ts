/**
 * The mass of the citations on one side of a claim (docs/spec/decisions.md#4.4, #4.5).
 *
 * Rule 4 says that one artefact counts once, rule 5 that neither one actor nor one domain can pass 1.645 times its
 * best item. Giving an artefact that two actors cite to either of them would let an added citation lower the mass
 * (the artefact would move from a short list to a long one). So each partition is summed twice, and the least of the
 * four sums is the mass:
 * - *once*: each artefact once, with its highest weight, in its actor's (domain's) list; an artefact that several
 *   actors (domains) cite is a voice of its own;
 * - *capped*: every citation in its actor's (domain's) own list, which bounds what each can add.
 * Both sums only grow when a citation is added, hence so does their minimum.
 */
import type { CitedItem } from './cited-item.ts';
import { Ranking, Voices } from './ranking.ts';

/** How many citations each actor (or domain) holds of one artefact; most artefacts have one. */
class Holders {
  #sole: string | null = null;
  #many: Map<string, number> | null = null;
  #count = 0;

  /** The only holder, null when there are none or several. */
  get sole(): string | null {
    return this.#many === null ? this.#sole : null;
  }

  add(holder: string): void {
    this.#count += 1;
    if (this.#many !== null) {
      this.#many.set(holder, (this.#many.get(holder) ?? 0) + 1);
    } else if (this.#sole === null || this.#sole === holder) {
      this.#sole = holder;
    } else {
      this.#many = new Map([
        [this.#sole, this.#count - 1],
        [holder, 1],
      ]);
    }
  }

  remove(holder: string): void {
    this.#count -= 1;
    if (this.#many === null) {
      if (this.#count === 0) this.#sole = null;
      return;
    }
    const left = (this.#many.get(holder) ?? 0) - 1;
    if (left > 0) this.#many.set(holder, left);
    else this.#many.delete(holder);
    if (this.#many.size > 1) return;
    [this.#sole = null] = this.#many.keys();
    this.#many = null;
  }
}

/** One of the two ways to split a side into voices. */
class Partition {
  readonly capped = new Voices();
  readonly #own = new Voices();
  #shared = 0;

  get mass(): number {
    return Math.min(this.capped.mass, this.#own.mass + this.#shared);
  }

  enter(holders: Holders, weight: number): void {
    if (holders.sole === null) this.#shared += weight;
    else this.#own.add(holders.sole, weight);
  }

  leave(holders: Holders, weight: number): void {
    if (holders.sole === null) this.#shared -= weight;
    else this.#own.remove(holders.sole, weight);
  }
}

interface Artefact {
  readonly weights: Ranking;
  readonly actors: Holders;
  readonly domains: Holders;
}

/** A bag of weighed citations; adding and removing costs O(log n) and a bounded sum. */
export class Tally {
  readonly #artefacts = new Map<string, Artefact>();
  readonly #byActor = new Partition();
  readonly #byDomain = new Partition();

  /** In micro. */
  get mass(): number {
    return Math.min(this.#byActor.mass, this.#byDomain.mass);
  }

  get actors(): number {
    return this.#byActor.capped.size;
  }

  get domains(): number {
    return this.#byDomain.capped.size;
  }

  add(citation: CitedItem, weight: number): void {
    const artefact = this.#artefacts.get(citation.hash);
    if (artefact === undefined) {
      const fresh = { weights: new Ranking(), actors: new Holders(), domains: new Holders() };
      this.#artefacts.set(citation.hash, fresh);
      this.#hold(fresh, citation, weight);
    } else {
      this.#leave(artefact);
      this.#hold(artefact, citation, weight);
    }
    this.#byActor.capped.add(citation.actor, weight);
    this.#byDomain.capped.add(citation.domain, weight);
  }

  /** Removes a citation that was added with this very weight. */
  remove(citation: CitedItem, weight: number): void {
    const artefact = this.#artefacts.get(citation.hash);
    if (artefact === undefined) return;
    this.#leave(artefact);
    artefact.weights.remove(weight);
    artefact.actors.remove(citation.actor);
    artefact.domains.remove(citation.domain);
    if (artefact.weights.size === 0) this.#artefacts.delete(citation.hash);
    else this.#enter(artefact);
    this.#byActor.capped.remove(citation.actor, weight);
    this.#byDomain.capped.remove(citation.domain, weight);
  }

  #hold(artefact: Artefact, citation: CitedItem, weight: number): void {
    artefact.weights.add(weight);
    artefact.actors.add(citation.actor);
    artefact.domains.add(citation.domain);
    this.#enter(artefact);
  }

  #enter(artefact: Artefact): void {
    this.#byActor.enter(artefact.actors, artefact.weights.top);
    this.#byDomain.enter(artefact.domains, artefact.weights.top);
  }

  #leave(artefact: Artefact): void {
    this.#byActor.leave(artefact.actors, artefact.weights.top);
    this.#byDomain.leave(artefact.domains, artefact.weights.top);
  }
}

/** Where nodes are drawn: stored while the explorer is open, by node id. Pure. */
import type { ShownGraph } from './shown-graph.ts';

export interface DrawnPlace {
  x: number;
  y: number;
}

/** Radians: turns by it never come to the same direction again. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** From a node to those that it brought. */
const STEP = 10;

export class DrawnPlaces {
  readonly #places = new Map<string, DrawnPlace>();

  /** Of a node that was placed; of any other, the middle. */
  of(id: string): DrawnPlace {
    return this.#places.get(id) ?? { x: 0, y: 0 };
  }

  /**
   * Gives each new node a place beside one that it is connected to, always the same one.
   * @returns whether any had a place before
   */
  begin({ nodes, edges }: ShownGraph): boolean {
    const beside = new Map<string, string>();
    for (const { from, to } of edges) {
      if (!this.#places.has(to) && !beside.has(to)) beside.set(to, from);
      if (!this.#places.has(from) && !beside.has(from)) beside.set(from, to);
    }
    let turn = 0;
    for (const id of nodes.keys()) {
      if (this.#places.has(id)) continue;
      const { x, y } = this.of(beside.get(id) ?? '');
      const radius = STEP * Math.sqrt(turn);
      this.#places.set(id, {
        x: x + radius * Math.cos(turn * GOLDEN_ANGLE),
        y: y + radius * Math.sin(turn * GOLDEN_ANGLE),
      });
      turn += 1;
    }
    return turn < nodes.size;
  }

  /** @param places x and y of each node, one after the other */
  take(ids: readonly string[], places: Float32Array): void {
    for (const [at, id] of ids.entries()) {
      this.#places.set(id, { x: places[2 * at] ?? 0, y: places[2 * at + 1] ?? 0 });
    }
  }
}

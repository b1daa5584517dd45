/** Lanes of retrieval, each with what it needs of a corpus before it ranks. */
import type { Engine } from '../../../engine/engine.ts';
import { LatentLane } from '../../../engine/retrieve/latent-lane.ts';
import { refreshVectors } from '../../../engine/retrieve/refresh-vectors.ts';
import type { VectorLane } from '../../../engine/retrieve/vector-lane.ts';
import { usage } from '../failure.ts';
import { EVAL_CORPUS } from './eval-store.ts';
import type { LaneName } from './lanes.ts';

export interface MeasuredLane {
  readonly vectors: VectorLane;
  /** Makes the corpus' vectors. */
  prepare(engine: Engine): Promise<void>;
}

/** Over a corpus that has no vectors yet, full text ranks alone. */
export const TEXT_LANE: MeasuredLane = { vectors: new LatentLane(), prepare: async () => undefined };

/** @throws {CommandFailure} for a lane that this installation does not have */
export function openLane(name: LaneName): MeasuredLane {
  switch (name) {
    case 'text':
      return TEXT_LANE;
    case 'default':
      return {
        vectors: new LatentLane(),
        prepare: ({ store, writer }) => refreshVectors(store, writer, EVAL_CORPUS),
      };
    case 'minilm':
      throw usage('--lane minilm: this version has no sentence models; use --lane default or --lane text');
  }
}

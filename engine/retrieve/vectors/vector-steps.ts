/** The steps in which vectors are made. Pure but for what one step leaves to the next: the same steps give the same bytes. */
import { blake3Hex } from '../../../graph/digest.ts';
import type { NamedBlob } from '../../../graph/log/command.ts';
import { foldIn } from '../latent/fold-in.ts';
import { decodeModel, encodeModel, type LatentModel } from '../latent/latent-model.ts';
import type { LatentDocument } from '../latent/term-weights.ts';
import { trainLatent } from '../latent/train-latent.ts';
import { cellsOf, decodeCells, encodeCellRows, encodeCells, trainCells } from './cells.ts';
import { decodeVectors, encodeVectors } from './vector-blob.ts';

/** A section: its address, and its analysed terms joined by single spaces. */
export interface SectionTerms {
  readonly addr: string;
  readonly terms: string;
}

/** Vectors of sections as a blob. */
export interface SealedRows extends NamedBlob {
  /** Sections. */
  readonly count: number;
}

/** Sections of a segment at most: it is read, decoded and written in a few milliseconds. */
export const SEGMENT_SECTIONS = 2_048;

export class VectorSteps {
  readonly #sample: LatentDocument[] = [];
  #model: LatentModel | null = null;
  #ids: string[] = [];
  #rows: Float32Array[] = [];

  /** Sections that the model will be trained on. */
  sample(sections: readonly SectionTerms[]): void {
    this.#sample.push(...sections.map(documentOf));
  }

  /** Trains a model on the sample; its vectors are those of `fold`. */
  train(seed: string): NamedBlob & { readonly dimensions: number } {
    const model = trainLatent(this.#sample.splice(0), { seed });
    this.#model = model;
    return { ...named(encodeModel(model)), dimensions: model.dimensions };
  }

  /**
   * Goes on with a model that was trained before. Gives its dimensions.
   * @throws {LatentModelError} for bytes that are no model
   */
  load(bytes: Uint8Array): number {
    const model = decodeModel(bytes);
    this.#model = model;
    return model.dimensions;
  }

  /**
   * Takes over vectors of the same model, which the next segment begins with.
   * @throws {VectorBlobError} for bytes that are no vectors
   */
  join(rows: Uint8Array): void {
    const { ids, dimensions, vectors } = decodeVectors(rows);
    for (const [row, id] of ids.entries())
      this.#add(id, vectors.subarray(row * dimensions, (row + 1) * dimensions));
  }

  /** Makes the vectors of sections. Gives the segments that are full. */
  fold(sections: readonly SectionTerms[]): SealedRows[] {
    const model = this.#model;
    if (model === null) throw new RangeError('vectors are folded into no model');
    const sealed: SealedRows[] = [];
    for (const { id, terms } of sections.map(documentOf)) {
      this.#add(id, foldIn(model, terms));
      if (this.#ids.length === SEGMENT_SECTIONS) sealed.push(this.#seal(model));
    }
    return sealed;
  }

  /** Gives the last segment, if anything is left for it. */
  finish(): SealedRows[] {
    return this.#model === null || this.#ids.length === 0 ? [] : [this.#seal(this.#model)];
  }

  /** Cells for vectors of which these are a sample. */
  trainCells(sample: {
    readonly rows: Float32Array;
    readonly dimensions: number;
    readonly wanted: number;
  }): NamedBlob {
    return named(encodeCells(trainCells(sample.rows, sample.dimensions, sample.wanted)));
  }

  /**
   * The cells that vectors lie in.
   * @throws {CellsError} for bytes that are no cells
   */
  placeRows({ cells, rows }: { readonly cells: Uint8Array; readonly rows: Float32Array }): NamedBlob {
    return named(encodeCellRows(cellsOf(decodeCells(cells), rows)));
  }

  #add(id: string, row: Float32Array): void {
    this.#ids.push(id);
    this.#rows.push(row);
  }

  #seal({ dimensions }: LatentModel): SealedRows {
    const ids = this.#ids;
    const vectors = new Float32Array(ids.length * dimensions);
    for (const [row, vector] of this.#rows.entries()) vectors.set(vector, row * dimensions);
    this.#ids = [];
    this.#rows = [];
    return { ...named(encodeVectors({ ids, dimensions, vectors })), count: ids.length };
  }
}

export type StepName = keyof VectorSteps;

/** @throws what the step throws */
export function takeStep<Step extends StepName>(
  steps: VectorSteps,
  step: Step,
  input: Parameters<VectorSteps[Step]>,
): ReturnType<VectorSteps[Step]> {
  // The type of the input follows the step's, which the compiler does not see through.
  const take = steps[step] as (...input: unknown[]) => ReturnType<VectorSteps[Step]>;
  return take.apply(steps, input);
}

function documentOf({ addr, terms }: SectionTerms): LatentDocument {
  return { id: addr, terms: terms.split(' ').filter((term) => term !== '') };
}

function named(bytes: Uint8Array): NamedBlob {
  return { hash: blake3Hex(bytes), bytes };
}

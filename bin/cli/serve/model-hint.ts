/** Where answers are made without a sentence model: how to add one, and what it is worth. */
import type { SetupHint } from '../../../bff/setup-hint.ts';
import { addOnIn } from '../models/addon.ts';
import { chosenEmbedder } from '../open-embedder.ts';
import type { EmbedderSettings } from '../settings.ts';

/**
 * What a sentence model is worth, in figures of docs/quality.md: the order of found documents. Of whole answers 1 to 8 in a hundred more are
 * right, by corpora that were left out.
 */
export const MODEL_GAIN = {
  measure: 'nDCG@10 on SciFact',
  /** By latent vectors. */
  without: 0.71,
  /** With MiniLM. */
  with: 0.752,
} as const;

const COMMAND = 'adduce models add minilm';

/** Null where there is a model, and where the operator has chosen to do without. Throws as `chosenEmbedder`. */
export function modelHint(embedder: EmbedderSettings): SetupHint | null {
  const isLatent = chosenEmbedder(embedder).kind === 'latent' && embedder.choice === null;
  if (!isLatent || addOnIn(embedder.modelsFolder) !== null) return null;
  const { measure, without, with: gained } = MODEL_GAIN;
  return {
    id: 'sentence_model',
    command: COMMAND,
    gain: `finds documents better (${measure}: ${shown(gained)} instead of ${shown(without)}) and answers a few more questions`,
  };
}

/** The same in a line. */
export function hintLine({ command, gain }: SetupHint): string {
  return `no sentence model: ${command} ${gain}`;
}

function shown(figure: number): string {
  return figure.toFixed(3);
}

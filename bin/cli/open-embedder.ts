/** Which sentence model searches use: the one that is named, else the endpoint, else the first that was added. */
import { OnnxEmbedder } from '../../engine/retrieve/embed/onnx-embedder.ts';
import { type EmbeddingEndpoint, RemoteEmbedder } from '../../engine/retrieve/embed/remote-embedder.ts';
import { SENTENCE_MODELS, type SentenceModel } from '../../engine/retrieve/embed/sentence-models.ts';
import { usage } from './failure.ts';
import { addOnFiles, addOnIn } from './models/addon.ts';
import { filesOf, isAdded, modelOf } from './models/model-files.ts';
import type { EmbedderSettings } from './settings.ts';

export type ChosenEmbedder =
  | { readonly kind: 'latent' }
  | { readonly kind: 'local'; readonly model: SentenceModel }
  | { readonly kind: 'remote'; readonly remote: EmbeddingEndpoint };

/** @throws {CommandFailure} where the one that is named is not there */
export function chosenEmbedder({ choice, modelsFolder, remote }: EmbedderSettings): ChosenEmbedder {
  if (choice === 'latent') return { kind: 'latent' };
  if (choice === 'remote' && remote === null)
    throw usage('ADDUCE_EMBEDDER is remote: set ADDUCE_EMBEDDER_URL and ADDUCE_EMBEDDER_MODEL too');
  if (remote !== null && (choice === null || choice === 'remote')) return { kind: 'remote', remote };
  if (choice === null || choice === 'remote') {
    const model = SENTENCE_MODELS.find((one) => isAdded(modelsFolder, one));
    return model === undefined ? { kind: 'latent' } : { kind: 'local', model };
  }
  const model = modelOf(choice);
  if (isAdded(modelsFolder, model)) return { kind: 'local', model };
  throw usage(`ADDUCE_EMBEDDER is ${choice}, which is not added: adduce models add ${choice}`);
}

/** The add-on that answers weigh sentences by; null: there is none. Throws as `addOnIn`. */
export function openSentenceEmbedder({ modelsFolder }: EmbedderSettings): OnnxEmbedder | null {
  const model = addOnIn(modelsFolder);
  return model && new OnnxEmbedder(model, addOnFiles(modelsFolder));
}

/** Null: latent vectors, which need no model. Throws as `chosenEmbedder`. */
export function openEmbedder(settings: EmbedderSettings): OnnxEmbedder | RemoteEmbedder | null {
  const chosen = chosenEmbedder(settings);
  if (chosen.kind === 'latent') return null;
  if (chosen.kind === 'remote') return new RemoteEmbedder(chosen.remote);
  return new OnnxEmbedder(chosen.model, filesOf(settings.modelsFolder, chosen.model));
}

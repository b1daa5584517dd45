import type { ArtefactId } from '../../graph/address.ts';
import { type CommandFailure, missing, usage } from './failure.ts';
import { requireStore } from './open-store.ts';
import { type Environment, locate, type Settings } from './settings.ts';

const ARTEFACT_ID = /^a1[a-z2-7]{1,64}$/;

/** @throws {CommandFailure} for what is no artefact id */
export function artefactArgument(text: string): ArtefactId {
  if (isArtefactId(text)) return text;
  throw usage(
    `${JSON.stringify(text)} is no artefact: give its id, a1 and letters, as answers and searches show it`,
  );
}

function isArtefactId(text: string): text is ArtefactId {
  return ARTEFACT_ID.test(text);
}

export function unknownArtefact(id: ArtefactId): CommandFailure {
  return missing('missing:artefact', `there is no artefact ${id} (missing:artefact)`);
}

/**
 * The settings with another store, where one was named: its keys are in its own folder.
 * @param store as `locate` reads it; true: the settings'
 * @throws {CommandFailure} where there is no store: a command that names an artefact never creates one
 */
export async function settingsWithStore(
  settings: Settings,
  env: Environment,
  store: string | true | undefined,
): Promise<Settings> {
  const graph = typeof store === 'string' ? locate(env, store, settings.dataFolder) : settings.graph;
  await requireStore(graph);
  if (typeof store !== 'string') return settings;
  return graph.kind === 'embedded' ? { ...settings, graph, dataFolder: graph.path } : { ...settings, graph };
}

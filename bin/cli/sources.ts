/** What the log calls a source, so that `serve` can observe it again: its absolute paths, one a line. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { usage } from './failure.ts';

const DEMO_CORPUS = 'things-that-changed';
/** The demo corpus moves with the program, so its name is no path. */
const DEMO_SOURCE = `demo:${DEMO_CORPUS}`;
/** Where the demo's documents and the questions about them are. */
export const DEMO_FOLDER = resolve(import.meta.dirname, '..', '..', 'corpus', DEMO_CORPUS);
const MAX_PATHS = 1_000;

export const DEMO = {
  corpus: DEMO_CORPUS,
  name: DEMO_SOURCE,
  /** The documents, without the questions and the note beside them. */
  get paths(): readonly string[] {
    const names = readdirSync(DEMO_FOLDER).filter((name) => /^\d\d-.*\.md$/.test(name));
    return names.sort().map((name) => join(DEMO_FOLDER, name));
  },
} as const;

/** @throws {CommandFailure} for more paths than a log entry should name */
export function sourceName(paths: readonly string[]): string {
  if (paths.length > MAX_PATHS) throw usage(`more than ${MAX_PATHS} paths: name their folder instead`);
  return paths.map((path) => resolve(path)).join('\n');
}

/** The paths of a source that the log names. */
export function pathsOf(source: string): readonly string[] {
  return source === DEMO_SOURCE ? DEMO.paths : source.split('\n');
}

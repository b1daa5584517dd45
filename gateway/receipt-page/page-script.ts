/** The script of the page: the engine's own verification, bundled. */
import { join } from 'node:path';
import { builtScript } from '../built-script.ts';

let kept: Promise<string> | null = null;

/**
 * Bundled only when a source or the lockfile changed since: verifying a page needs the script too.
 * @throws {Error} with what Vite said of a script that does not build
 */
export function pageScript(): Promise<string> {
  kept ??= built().catch((fault: unknown) => {
    kept = null;
    throw fault;
  });
  return kept;
}

function built(): Promise<string> {
  return builtScript({
    config: join(import.meta.dirname, 'browser', 'vite.config.ts'),
    made: 'script.js',
    output: join(import.meta.dirname, 'dist'),
    env: {},
    finish: embeddable,
  });
}

/**
 * Escapes strings that would end the script's element, or begin a comment or another script, in the page (HTML,
 * 4.12.1.3).
 */
function embeddable(script: string): string {
  return script.replace(/<(?=!--|\/?script)/gi, '\\x3C').trim();
}

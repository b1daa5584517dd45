/** verify.mjs, bundled from the sources of this version. */
import { join } from 'node:path';
import { builtScript } from '../../../gateway/built-script.ts';
import { pageScript } from '../../../gateway/receipt-page/page-script.ts';
import { sourceHash } from '../../../gateway/receipt-page/render-page.ts';

/**
 * Its text: the same on every machine that has the sources and the packages of the lockfile.
 * @throws {Error} with what Vite said of a script that does not build
 */
export async function buildVerifier(): Promise<string> {
  return builtScript({
    config: join(import.meta.dirname, 'vite.config.ts'),
    made: 'verify.mjs',
    output: join(import.meta.dirname, 'dist'),
    // It knows pages of its version by their script.
    env: { PAGE_RENDERER: sourceHash(await pageScript()) },
    finish: ofNoPlace,
  });
}

/** Without what a checkout may change: the ends of lines in comments, and where packages are. */
function ofNoPlace(script: string): string {
  return script.replaceAll('\r\n', '\n').replaceAll(/^\/\/ \S*?node_modules\//gm, '// ');
}

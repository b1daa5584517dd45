/**
 * verify.mjs: one file that needs Node and nothing else. Not minified, so that its users can read it before they trust it. BLAKE3 is
 * the one that browsers have, because the engine's own is WebAssembly; all else is the engine's own.
 */
import { join, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
/** By path in the repository. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['graph/digest.ts', 'gateway/receipt-page/browser/digest.ts'],
]);
/** Of Node itself and of what can be bundled: pure packages. */
const TAKEN = /^(?:node:|@noble\/)/;

export default {
  root: ROOT,
  plugins: [
    {
      name: 'no-package-but-digests',
      enforce: 'pre',
      resolveId(source: string, importer?: string) {
        if (importer === undefined || importer.includes('node_modules')) return null;
        if (!source.startsWith('.')) {
          if (TAKEN.test(source)) return null;
          throw new Error(`${importer} needs ${source}, which verify.mjs cannot bring`);
        }
        const path = join(importer, '..', source)
          .slice(ROOT.length + 1)
          .split(sep)
          .join('/');
        const instead = INSTEAD.get(path);
        return instead === undefined ? null : join(ROOT, instead);
      },
    },
  ],
  define: { PAGE_RENDERER: JSON.stringify(process.env.PAGE_RENDERER) },
  ssr: { noExternal: true },
  build: {
    target: 'node20',
    ssr: true,
    minify: false,
    rolldownOptions: {
      input: join(import.meta.dirname, 'main.ts'),
      output: { format: 'es', entryFileNames: 'verify.mjs' },
    },
  },
};

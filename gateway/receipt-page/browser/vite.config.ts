/** One script without a request: the engine's verification with what a browser has in the place of Node's. */
import { join, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
/** By path in the repository. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['graph/digest.ts', 'digest.ts'],
  ['graph/canonical.ts', 'canonical.ts'],
  ['graph/log/checkpoint.ts', 'checkpoint.ts'],
]);

interface Resolved {
  readonly id: string;
}

interface Resolver {
  resolve(source: string, importer?: string): Promise<Resolved | null>;
}

export default {
  root: import.meta.dirname,
  plugins: [
    {
      name: 'browser-instead-of-node',
      enforce: 'pre',
      async resolveId(this: Resolver, source: string, importer?: string) {
        if (source.startsWith('node:')) throw new Error(`${importer} needs ${source}, which no browser has`);
        if (!source.startsWith('.') || importer === undefined) return null;
        const path = join(importer, '..', source)
          .slice(ROOT.length + 1)
          .split(sep)
          .join('/');
        const instead = INSTEAD.get(path);
        return instead === undefined ? null : join(import.meta.dirname, instead);
      },
    },
  ],
  build: {
    target: 'es2024',
    modulePreload: false,
    rolldownOptions: {
      input: join(import.meta.dirname, 'main.ts'),
      output: { format: 'iife', entryFileNames: 'script.js' },
    },
  },
};

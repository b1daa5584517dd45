/** What a browser has in the place of Node's, for every bundle that holds the engine's verification. */
import { join, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const BROWSER = join(import.meta.dirname, 'browser');
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

/** A plugin of Vite; it refuses a bundle that needs a module of Node. */
export const browserInsteadOfNode = {
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
    return instead === undefined ? null : join(BROWSER, instead);
  },
} as const;

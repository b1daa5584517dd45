/**
 * Preloaded into a process, makes the program that of the next version: one of its formats is greater by one, which is all that an
 * older program can see of a newer one.
 */
import { registerHooks } from 'node:module';

interface FormatConstant {
  readonly module: string;
  readonly number: RegExp;
}

/** Where each format has its number, by the name that `NEWER_FORMAT` gives. */
const FORMATS: Readonly<Record<string, FormatConstant>> = {
  embedded: { module: '/graph/embedded/formats.ts', number: /(?<=export const PROJECTION_FORMAT = )\d+/ },
  neo4j: { module: '/graph/neo4j/format.ts', number: /(?<=export const VERSION = )\d+/ },
  postgres: { module: '/graph/postgres/schema.ts', number: /(?<=const FORMAT = )\d+/ },
};

const raised = FORMATS[process.env.NEWER_FORMAT ?? ''];
if (raised === undefined) throw new RangeError(`NEWER_FORMAT is one of ${Object.keys(FORMATS).join(', ')}`);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(raised.module)) return loaded;
    // A module of a file has its text, or the text's bytes.
    const source =
      typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
    if (!raised.number.test(source)) throw new Error(`${url} has no format`);
    return { ...loaded, source: source.replace(raised.number, (number) => String(Number(number) + 1)) };
  },
});

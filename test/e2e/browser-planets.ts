/** A server with a page and a document on each of some planets, so that each test of a file has a question of its own. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { BffOptions } from '../../bff/create-bff.ts';
import { ensureWeb } from '../../bff/web-build.ts';
import { dataFolder, startWholeServer, type WholeServer } from '../bff/whole-server.ts';
import { ingestInto, jsonLines } from '../engine/documents.ts';
import type { ChromiumBrowser } from '../setup/engine.ts';
import { closeContexts, launch } from './browser-page.ts';

interface PlanetServer {
  /** Of the server's data; to be disposed after the server. */
  readonly folder: Awaited<ReturnType<typeof dataFolder>>;
  readonly server: WholeServer;
}

interface PlanetBrowser extends PlanetServer {
  readonly browser: Browser;
}

/** A server and a browser for all tests of a file, each of which has windows of its own. Read them where tests or hooks run. */
export function planetBrowser(
  found: () => ChromiumBrowser,
  planets: readonly string[],
  options: PlanetOptions = {},
): PlanetBrowser {
  let opened: PlanetBrowser | undefined;
  const current = () => {
    if (opened === undefined) throw new Error('the server is started by a hook of the file');
    return opened;
  };
  beforeAll(async () => {
    opened = { ...(await servePlanets(planets, options)), browser: await launch(found().executablePath) };
  });
  afterEach(async () => {
    await closeContexts(current().browser);
  });
  afterAll(async () => {
    const { browser, server, folder } = current();
    await browser.close();
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });
  return {
    get browser() {
      return current().browser;
    },
    get server() {
      return current().server;
    },
    get folder() {
      return current().folder;
    },
  };
}

/** What the document on a planet answers. */
export const questionOf = (planet: string) => `How many moons does ${planet} have?`;

interface PlanetOptions {
  readonly bff?: Partial<BffOptions>;
  /** By planet; `About Saturn` where there is none. */
  readonly titles?: Readonly<Record<string, string>>;
}

/** The first planet has 60 known moons, each further one a moon more. */
async function servePlanets(
  planets: readonly string[],
  { bff, titles }: PlanetOptions = {},
): Promise<PlanetServer> {
  const folder = await dataFolder();
  const watchTiming = { beat: 300, retry: 200, settle: 300 };
  const server = await startWholeServer({
    folder: folder.path,
    bff: { webFolder: await ensureWeb(), watchTiming, ...bff },
  });
  const texts = planets.map((planet, at) => `${planet} has ${60 + at} known moons.`);
  await publish(server, texts, { titles });
  return { folder, server };
}

interface Publication {
  /** When the documents were written: `2026-09-28`. */
  readonly day?: string;
  /** By the first word of a document; `About Saturn` where there is none. */
  readonly titles?: Readonly<Record<string, string>>;
  /** A language tag; `en` where there is none. */
  readonly lang?: string;
}

/** Documents whose first word names them: one of the same word is its next version. */
export async function publish(
  { engine }: WholeServer,
  texts: readonly string[],
  { day = '2026-09-28', titles = {}, lang = 'en' }: Publication = {},
): Promise<void> {
  const documents = texts.map((text) => {
    const [name = ''] = text.split(' ');
    const id = name.toLowerCase();
    return { id, text, domain: `${id}.example`, day, title: titles[name] ?? `About ${name}`, lang };
  });
  await ingestInto(engine, 'sky', [jsonLines(documents)]);
}

/** The page over a few documents on moons, in a browser. */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { WatchTiming } from '../../bff/watch-timing.ts';
import { ensureWeb } from '../../bff/web-build.ts';
import {
  claimsOf,
  dataFolder,
  disputeTwice,
  ingestMoons,
  MOONS,
  startWholeServer,
  type WholeServer,
} from '../bff/whole-server.ts';
import type { ChromiumBrowser } from '../setup/engine.ts';
import { closeContexts, launch } from './browser-page.ts';

/** A folder for pictures of each view, for people to look at; none by default. */
const PICTURES = process.env.ADDUCE_TEST_PICTURES;

export let browser: Browser;
export let webFolder: string;
export let folder: Awaited<ReturnType<typeof dataFolder>>;
export let server: WholeServer;

let timing: Partial<WatchTiming> | undefined;

/**
 * A server for each test, and one browser for the tests of a file.
 * @param watchTiming absent: as in use
 */
export function serveMoons(found: () => ChromiumBrowser, watchTiming?: Partial<WatchTiming>): void {
  beforeAll(async () => {
    timing = watchTiming;
    webFolder = await ensureWeb();
    browser = await launch(found().executablePath);
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    folder = await dataFolder();
    server = await start(0);
    await ingestMoons(server.engine);
  });
  afterEach(async () => {
    await closeContexts(browser);
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });
}

function start(port: number): Promise<WholeServer> {
  return startWholeServer({
    folder: folder.path,
    port,
    bff: { webFolder, ...(timing && { watchTiming: timing }) },
  });
}

export async function ask(page: Page, question = MOONS): Promise<void> {
  await page.getByLabel('Your question').fill(question);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await banner(page)
    .getByText(/^Live, last checked \d\d:\d\d/)
    .waitFor();
}

export const banner = (page: Page) => page.getByRole('region', { name: 'Verdict' });

export const saved = (page: Page) => page.getByRole('region', { name: 'Saved', exact: true });

export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}

export async function turn(page: Page): Promise<void> {
  const { body } = { body: await page.evaluate('fetch("/api/history").then((reply) => reply.json())') } as {
    body: { items: { answer_id: string }[] };
  };
  const [claim = ''] = await claimsOf(server, body.items[0]?.answer_id ?? '');
  await disputeTwice(server, claim);
}

/** Starts the server again after it was disposed of, over the same data. */
export async function startAgain(port: number): Promise<void> {
  server = await start(port);
}

/** A real browser on the page, and what is asked of every view of it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page, type Route } from 'playwright-core';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Of every wait for something that has only to happen, on a machine that is busy. */
const PATIENCE_MS = 60_000;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS });
}

export interface OpenedPage {
  readonly page: Page;
  /** Errors of scripts, and what the page's policy refused. */
  readonly errors: readonly string[];
}

/** A window of its own: new cookies, nothing cached. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext(options);
  // A failed wait names its place, before the test as a whole runs out of time.
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // A lost or refusing server is the network's news, not the page's fault.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      errors.push(message.text());
  });
  await page.goto(url);
  return { page, errors };
}

/** Ends every window. A reply that a test still holds back would fail outside of all tests. */
export async function closeContexts(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) {
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
}

/** Holds the first reply to such a request back: for so many milliseconds, or until what happens meanwhile has. */
export async function replyLate(
  page: Page,
  requests: RegExp,
  late: number | (() => Promise<unknown>),
): Promise<void> {
  let isFirst = true;
  // It stays for as long as the page: what is unrouted while its handler runs could not be ended.
  const held = async (route: Route) => {
    if (!isFirst) return route.fallback();
    isFirst = false;
    const reply = await route.fetch();
    await (typeof late === 'number' ? pause(late) : late());
    await route.fulfill({ response: reply });
  };
  await page.route(requests, held);
}

/**
 * What axe finds wrong with the page as it stands: rule and place.
 * @param within CSS selectors of the parts that are looked at; by default the whole page
 */
export async function violations(page: Page, within: readonly string[] = ['html']): Promise<string[]> {
  // Through the debugger, since the page's own policy lets no foreign script in.
  await page.evaluate(AXE);
  const context = JSON.stringify({ include: within.map((part) => [part]) });
  // To describe what passed, and bring it here, would take as long as the rules.
  const violations = (await page.evaluate(
    `axe.run(${context}, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )) as AxeResults['violations'];
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
}

/** A page whose verdicts are live, in a browser, and what it shows of them. */
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { claimsOf, disputeTwice, MOONS, type WholeServer } from '../bff/whole-server.ts';
import type { ChromiumBrowser } from '../setup/engine.ts';
import { banner, browser, serveMoons, server } from './browser-moons.ts';
import { openPage, violations } from './browser-page.ts';

/** A folder for pictures of each state, for people to look at; none by default. */
const PICTURES = process.env.ADDUCE_TEST_PICTURES;

/** As in use, only faster. */
export const TIMING = { beat: 300, retry: 200, settle: 300 };

const SCHEMES = ['light', 'dark'] as const;

export const history = (page: Page) => page.getByRole('region', { name: 'History', exact: true });
export const service = (page: Page) => page.getByRole('status', { name: 'Service' });
export const coloured = (page: Page) =>
  page.locator('[data-tone="PASS"], [data-tone="WARN"], [data-tone="FAIL"]').count();

export async function ask(page: Page): Promise<void> {
  await page.getByLabel('Your question').fill(MOONS);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await banner(page).waitFor();
}

export async function live(page: Page): Promise<void> {
  await banner(page)
    .getByText(/^Live, last checked \d\d:\d\d/)
    .waitFor();
}

/** No violation of accessibility, and a picture in both schemes. */
export async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    if (PICTURES !== undefined) {
      await page.screenshot({ path: join(PICTURES, `${name}-${colorScheme}.png`) });
    }
    expect(await violations(page)).toEqual([]);
  }
}

/** A server for each test, and one browser for the tests of a file. */
export function serveLive(found: () => ChromiumBrowser): void {
  serveMoons(found, TIMING);
}

export async function open(options: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await openPage(browser, server.url, options);
  return page;
}

/** The answer in front turns to FAIL. */
export async function fail(page: Page, engine: WholeServer = server): Promise<void> {
  const answerId = new URL(page.url()).searchParams.get('answer') ?? '';
  const [claim = ''] = await claimsOf(engine, answerId);
  await disputeTwice(engine, claim);
}

/** Readers in a browser who have saved answers, and what their library shows. */
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ChromiumBrowser } from '../setup/engine.ts';
import { openPage } from './browser-page.ts';
import { planetBrowser, questionOf } from './browser-planets.ts';

/** A folder for pictures of each state, for people to look at; none by default. */
const PICTURES = process.env.ADDUCE_TEST_PICTURES;
export const WIDTHS = [360, 768, 1280] as const;
const SCHEMES = ['light', 'dark'] as const;
export const PLANETS = ['Saturn', 'Jupiter', 'Uranus', 'Neptune'] as const;
/** Whose only statement one of the tests disputes. */
export const DISPUTED = 'Mars';

export let world: ReturnType<typeof planetBrowser>;

/** One server and one browser for the tests of a file. */
export function serveLibrary(found: () => ChromiumBrowser): void {
  world = planetBrowser(found, [...PLANETS, DISPUTED]);
}

export const entries = (page: Page) => page.locator('.library [data-saved]');
export const titles = (page: Page) => page.locator('.library [data-saved] .entry').allInnerTexts();
export const box = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select “${title}”` });
export const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });

export const chosen = (page: Page, count: number) =>
  page.locator('.library-bar > p').getByText(`${count} selected`).waitFor();

export const open = (page: Page, search = '') => page.goto(`${world.server.url}/library${search}`);

/** As a program of the reader's would do it. */
export async function post(page: Page, path: string, data: unknown) {
  const headers = { origin: world.server.url };
  const response = await page.request.post(`${world.server.url}${path}`, { data, headers });
  expect(response.status(), path).toBeLessThan(300);
  return response.json();
}

export async function ask(page: Page, planet: string): Promise<string> {
  return (await post(page, '/api/answers?corpus=sky', { q: questionOf(planet) })).answer_id;
}

/** A reader who saved the answer on each planet, in an order. */
export async function reader(options: BrowserContextOptions = {}) {
  const opened = await openPage(world.browser, world.server.url, options);
  const answers = new Map<string, string>();
  for (const planet of PLANETS) {
    const answer_id = await ask(opened.page, planet);
    answers.set(planet, answer_id);
    const folder = planet === 'Saturn' ? 'Rings' : undefined;
    await post(opened.page, '/api/saved', { answer_id, title: planet, folder, tags: ['sky'] });
  }
  return { ...opened, answers };
}

export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  for (const colorScheme of SCHEMES) {
    for (const width of WIDTHS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({
        path: join(PICTURES, `library-${name}-${width}-${colorScheme}.png`),
        fullPage: true,
      });
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: 'light' });
}

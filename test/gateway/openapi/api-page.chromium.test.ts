import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HttpServer, serve } from '../../../gateway/http/node-http.ts';
import { launch, openPage, violations } from '../../e2e/browser-page.ts';
import { describeChromium } from '../../setup/describe-engine.ts';
import { openRestFixture, type RestFixture } from '../rest/rest-fixture.ts';
import { DESCRIPTION } from './description.ts';

/** A folder for pictures of each view, for people to look at; none by default. */
const PICTURES = process.env.ADDUCE_TEST_PICTURES;

describeChromium('the page of the API', (found) => {
  let browser: Browser;
  let fixture: RestFixture;
  let server: HttpServer;

  beforeAll(async () => {
    fixture = await openRestFixture();
    const fallback = fixture.rest();
    server = await serve({ host: '127.0.0.1', port: 0, routes: [], fallback, onFault: () => undefined });
    browser = await launch(found().executablePath);
  });
  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
    await fixture[Symbol.asyncDispose]();
  });

  it.each([
    ['light', 1200],
    ['light', 360],
    ['dark', 1200],
    ['dark', 360],
  ] as const)(
    'is legible and accessible in %s at %i pixels, and its policy refuses nothing',
    async (colorScheme, width) => {
      const viewport = { width, height: 800 };
      const { page, errors } = await openPage(browser, `${server.url}/docs`, {
        colorScheme,
        viewport,
        // axe is put into the page by the test, which the page's own policy refuses.
        bypassCSP: true,
      });
      expect(await violations(page)).toEqual([]);
      expect(errors).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      if (PICTURES !== undefined)
        await page.screenshot({ path: join(PICTURES, `api-${colorScheme}-${width}.png`) });
      await page.context().close();
    },
  );

  it('asks nothing of any server but its own, and has its style', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const asked: string[] = [];
    const refused: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => refused.push(message.text()));
    await page.goto(`${server.url}/docs`, { waitUntil: 'networkidle' });
    expect(asked.filter((url) => !url.startsWith(`${server.url}/`))).toEqual([]);
    expect(refused.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
    expect(await page.evaluate('getComputedStyle(document.body).marginTop')).toBe('0px');
    await context.close();
  });

  it('leads from the list to each operation, and from a body to its type', async () => {
    const { page } = await openPage(browser, `${server.url}/docs`);
    const operations = Object.values(DESCRIPTION.paths).flatMap((item) => Object.values(item));
    for (const { operationId } of operations) {
      await page.locator(`nav a[href="#${operationId}"]`).click();
      expect(await page.locator(`#${operationId} h3`).isVisible()).toBe(true);
    }
    const broken = await page.evaluate(
      `[...document.querySelectorAll('a[href^="#"]')].map((a) => a.hash.slice(1)).filter((id) => !document.getElementById(id))`,
    );
    expect(broken).toEqual([]);
    await page.context().close();
  });
});

/** What a browser paints before the page's script is there. */
import { type Browser, devices, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureWeb } from '../../../bff/web-build.ts';
import { launch, openPage } from '../../e2e/browser-page.ts';
import { describeChromium } from '../../setup/describe-engine.ts';
import { dataFolder, startWholeServer, type WholeServer } from '../whole-server.ts';

/** What is asked twice is asked again by then. */
const SETTLED_MS = 1_000;
const SCRIPT = /\.js$/;

describeChromium('the page before its script', (found) => {
  let browser: Browser;
  let folder: Awaited<ReturnType<typeof dataFolder>>;
  let server: WholeServer;

  beforeAll(async () => {
    folder = await dataFolder();
    server = await startWholeServer({ folder: folder.path, bff: { webFolder: await ensureWeb() } });
    browser = await launch(found().executablePath);
  });
  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const painted = (page: Page) =>
    page.evaluate("performance.getEntriesByName('first-contentful-paint').length");
  const textOf = async (page: Page) => (await page.locator('#page').innerText()).trim();

  it('shows no bars that promise more where scripts are off', async () => {
    const { page } = await openPage(browser, server.url, { javaScriptEnabled: false });
    await page.getByText('Adduce', { exact: true }).waitFor();
    await page.locator('.coming').waitFor({ state: 'hidden' });
  });

  it.each(['/', '/?q=Saturn&lang=de', '/library'])(
    'is painted at %s in no language, fits a phone, and gives way to what the script draws',
    async (path) => {
      const { page, errors } = await openPage(browser, 'about:blank', devices['Pixel 5']);
      const script = Promise.withResolvers<void>();
      await page.route(SCRIPT, (route) => script.promise.then(() => route.continue()));
      await page.goto(`${server.url}${path}`, { waitUntil: 'commit' });
      await expect.poll(() => painted(page)).toBe(1);
      expect(await textOf(page)).toBe('Adduce');
      expect(await page.locator('.coming').isVisible()).toBe(true);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      script.resolve();
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await page.locator('.coming').count()).toBe(0);
      expect(await page.getByText('Adduce', { exact: true }).count()).toBe(1);
      expect(errors).toEqual([]);
    },
  );

  it.each([
    ['/?q=Saturn', 'ask'],
    ['/?answer=ans_none', 'open'],
  ])('asks for what %s names before anything else, and once', async (path, call) => {
    const calls = await callsOf(path);
    expect(calls[0]).toBe(call);
    expect(calls.filter((name) => name === call)).toEqual([call]);
  });

  it.each(['/', '/?q=%20', '/?view=add&q=Saturn', '/library'])('asks for no answer at %s', async (path) => {
    expect(await callsOf(path)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(ask|open)$/)]));
  });

  /** Names of the procedures that are called until everything is there, in their order. */
  async function callsOf(path: string): Promise<string[]> {
    const { page } = await openPage(browser, 'about:blank');
    const calls: string[] = [];
    page.on('request', (request) => {
      calls.push(...(/\/api\/trpc\/([\w.]+)/.exec(request.url())?.slice(1) ?? []));
    });
    await page.goto(`${server.url}${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await expect.poll(() => calls).toContain('history.list');
    await page.waitForTimeout(SETTLED_MS);
    return calls;
  }
});

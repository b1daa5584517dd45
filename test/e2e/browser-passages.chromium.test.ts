/** The page on a question that nothing answers and that documents come near to, and on how sure an answer is. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ensureWeb } from '../../bff/web-build.ts';
import { openEmbedded } from '../../graph/embedded/open.ts';
import { readRange } from '../../graph/store/ranges.ts';
import { dataFolder, startWholeServer, type WholeServer } from '../bff/whole-server.ts';
import { demoFiles, ingestInto, jsonLines } from '../engine/documents.ts';
import { createTestEngine } from '../engine/test-engine.ts';
import { describeChromium } from '../setup/describe-engine.ts';
import { closeContexts, launch, openPage, violations } from './browser-page.ts';

/** A folder for pictures of each view, for people to look at; none by default. */
const PICTURES = process.env.ADDUCE_TEST_PICTURES;
/** No document of the demo says it, and several speak of the capital. */
const NEAR = 'Which painter was born in Kazakhstan?';

describeChromium('the page on what is near', (found) => {
  let browser: Browser;
  let webFolder: string;
  /** The demo corpus, read once: each test has a copy. */
  let demo: Awaited<ReturnType<typeof dataFolder>>;
  let folder: Awaited<ReturnType<typeof dataFolder>>;
  let server: WholeServer;

  beforeAll(async () => {
    webFolder = await ensureWeb();
    browser = await launch(found().executablePath);
    demo = await dataFolder();
    await using store = await openEmbedded({ path: demo.path });
    const engine = createTestEngine(store);
    await ingestInto(engine, 'demo', demoFiles());
    await engine.writer.settled();
  });
  afterAll(async () => {
    await browser.close();
    await demo[Symbol.asyncDispose]();
  });

  beforeEach(async () => {
    folder = await dataFolder();
    await cp(demo.path, folder.path, { recursive: true });
    server = await startWholeServer({ folder: folder.path, bff: { webFolder } });
  });
  afterEach(async () => {
    await closeContexts(browser);
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  async function ask(page: Page, question: string): Promise<void> {
    await page.getByLabel('Your question').fill(question);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('heading', { name: question }).waitFor();
    await page
      .getByRole('region', { name: 'Verdict' })
      .getByText(/^Live, last checked/)
      .waitFor();
  }

  const passages = (page: Page) => page.getByRole('region', { name: 'Nearest passages, not checked' });

  async function picture(page: Page, name: string): Promise<void> {
    if (PICTURES !== undefined)
      await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  }

  for (const [colorScheme, width] of [
    ['light', 1_200],
    ['dark', 360],
  ] as const) {
    it(`quotes them as not verified under an empty answer, in ${colorScheme} at ${width} pixels`, async () => {
      const { page, errors } = await openPage(browser, server.url, {
        colorScheme,
        viewport: { width, height: 800 },
      });
      await ask(page, NEAR);
      await page.getByText('Nothing here answers that.').waitFor();
      await page.getByRole('heading', { level: 2, name: 'Nearest passages, not checked' }).waitFor();
      const quotes = await passages(page).locator('blockquote').allTextContents();
      expect(quotes.length).toBeGreaterThan(0);
      expect(quotes.join(' ')).toMatch(/Kazakhstan/);
      const links = await passages(page).locator('li a').all();
      expect(links).toHaveLength(quotes.length);
      for (const link of links) expect(await link.getAttribute('href')).toMatch(/^https:\/\//);
      expect(await page.locator('[data-tone="PASS"]').count()).toBe(0);
      expect(await page.getByText(/^Confidence/).count()).toBe(0);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      await picture(page, `passages-${colorScheme}-${width}`);
      expect(await violations(page)).toEqual([]);
      expect(errors).toEqual([]);
    });
  }

  it('shows them again where the answer is opened later, without the words of what was redacted since', async () => {
    const { page } = await openPage(browser, server.url);
    await ask(page, NEAR);
    const before = await passages(page).locator('blockquote').allTextContents();
    await page.reload();
    await passages(page).locator('blockquote').first().waitFor();
    expect(await passages(page).locator('blockquote').allTextContents()).toEqual(before);
    const [view] = await readRange(
      server.engine.store,
      'answersOfCorpus',
      { corpus: 'demo', after: -1 },
      { limit: 1 },
    );
    const stored = view && (await server.engine.answer(view.body.answer_id, view.tenant));
    const artefact = stored?.answer.passages?.[0]?.artefact_id ?? 'a1none';
    const done = await server.engine.redact({ artefact, reason: 'a court order', by: null });
    expect(done.ok).toBe(true);
    await page.reload();
    await passages(page).getByText('Its words may not be shown here any more.').first().waitFor();
    expect(await passages(page).textContent()).not.toContain(before[0]);
  });

  it('escapes what they say, and links only to web addresses', async () => {
    const title = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    // Markup itself is left out of what is read; escaped, it is text.
    const text =
      'The &lt;b>quagga&lt;/b> of Lake Vell weighs &lt;img src=x onerror="document.title=3"> 300 kilograms.';
    const file = jsonLines([{ id: 'evil', text, domain: 'evil.example', day: '2026-09-28', title }]);
    const lines = new TextDecoder()
      .decode(file.bytes)
      .replace('https://evil.example/evil', 'wx://demo/article/evil');
    await ingestInto(server.engine, 'demo', [{ name: 'evil.jsonl', bytes: new TextEncoder().encode(lines) }]);
    const { page, errors } = await openPage(browser, server.url);
    await ask(page, 'Is the quagga of Lake Vell blue?');
    await passages(page).getByText(title).first().waitFor();
    await passages(page).getByText('<b>quagga</b>').first().waitFor();
    expect(await page.locator('main img, main script, main b, main a[href^="wx"]').count()).toBe(0);
    await expect.poll(() => page.title()).toBe('? No answer here: Is the quagga of Lake Vell blue? · Adduce');
    expect(errors).toEqual([]);
  });

  it('says how sure an answer is, and what that means a click away', async () => {
    const { page } = await openPage(browser, server.url);
    await ask(page, 'How many moons does Saturn have?');
    await page
      .getByRole('region', { name: 'Verdict' })
      .getByText(/^confidence (high|fair|low), \.\d\d$/)
      .waitFor();
    await page.getByRole('tab', { name: 'Why' }).click();
    const meaning = page.getByText(
      /^Confidence (over |under )?\d+ %: of the answers that were given with it in tests, /,
    );
    await meaning.waitFor();
    expect(await passages(page).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    const figure = await meaning.textContent();
    await page.reload();
    await page.getByText(figure ?? '', { exact: true }).waitFor();
  });
});

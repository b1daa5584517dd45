/** The page on the demo corpus: what a newcomer sees, and where an answer is read, dated, explained and proved. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureWeb } from '../../bff/web-build.ts';
import { dataFolder, MOONS, startWholeServer, type WholeServer } from '../bff/whole-server.ts';
import { demoFiles, ingestInto } from '../engine/documents.ts';
import { describeChromium } from '../setup/describe-engine.ts';
import { closeContexts, launch, openPage, violations } from './browser-page.ts';

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true } as const;
const CURRENCY = "What is Bulgaria's currency?";
const SLOW = 'What is the capital of Kazakhstan?';

describeChromium('the page on the demo corpus', (found) => {
  let browser: Browser;
  let folder: Awaited<ReturnType<typeof dataFolder>>;
  let server: WholeServer;

  beforeAll(async () => {
    folder = await dataFolder();
    server = await startWholeServer({ folder: folder.path, bff: { webFolder: await ensureWeb() } });
    await ingestInto(server.engine, 'demo', demoFiles());
    browser = await launch(found().executablePath);
  });
  afterEach(async () => {
    await closeContexts(browser);
  });
  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const banner = (page: Page) => page.getByRole('region', { name: 'Verdict' });
  const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
  const overflow = (page: Page) =>
    page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

  async function ask(page: Page, question: string): Promise<void> {
    await page.getByLabel('Your question').fill(question);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await heading(page, question).waitFor();
    await banner(page)
      .getByText(/^Live, last checked/)
      .waitFor();
  }

  it('says what it is, and offers what has changed in the corpus itself', async () => {
    const { page, errors } = await openPage(browser, server.url);
    await heading(page, 'Answers that know when they stop being true.').waitFor();
    const corpus = page.getByRole('combobox', { name: 'Corpus' });
    await page.getByText(/^44 documents · 2004–2026 · observed .* · in English, Spanish$/).waitFor();
    expect(await corpus.locator('option').allTextContents()).toEqual(['Demo']);
    const examples = page.getByRole('region', { name: 'Try' }).getByRole('listitem');
    await examples.first().waitFor();
    expect(await examples.allInnerTexts()).toEqual([
      expect.stringMatching(/^How many moons does Saturn have\?\s+5 values since 2016/),
      expect.stringMatching(/^How many moons does Jupiter have\?\s+3 values since 2018/),
      expect.stringMatching(/^What is the capital of Kazakhstan\?\s+3 values since 2018/),
      expect.stringMatching(/^What is Bulgaria's currency\?\s+changed January 2026/),
    ]);
    expect(await page.getByRole('complementary', { name: /^History/ }).count()).toBe(0);
    expect(await page.locator('html').getAttribute('dir')).toBe('ltr');
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await violations(page)).toEqual([]);
    for (const question of [MOONS, SLOW, CURRENCY]) {
      await page.goto(server.url);
      await examples.getByRole('link', { name: question }).click();
      await heading(page, question).waitFor();
      await banner(page).getByText('Sources hold').waitFor();
    }
    expect(errors).toEqual([]);
  });

  it('says so where the corpus or the answer of its address is not here, and leads on', async () => {
    const { page, errors } = await openPage(browser, `${server.url}/?corpus=nowhere`);
    await page.getByRole('alert').getByText('There is no corpus “nowhere” here.').waitFor();
    expect(await page.getByRole('combobox', { name: 'Corpus' }).locator('option:checked').innerText()).toBe(
      'nowhere',
    );
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Ask Demo instead' }).click();
    await page.getByRole('link', { name: MOONS }).waitFor();
    await page.goto(`${server.url}/?q=${encodeURIComponent(MOONS)}&answer=ans_aaaaaaaaaaaaaaaaaaaaaaaaaa`);
    await page.getByRole('alert').getByText('There is no such answer in your history.').waitFor();
    await page.getByRole('link', { name: 'Ask this question' }).click();
    await banner(page).getByText('Sources hold').waitFor();
    expect(errors).toEqual([]);
  });

  it('leaves the question room in its header, and shows of the corpus what fits', async () => {
    for (const [width, least] of [
      [360, 200],
      [768, 400],
      [1_280, 400],
    ] as const) {
      const { page } = await openPage(browser, `${server.url}/?view=check`, {
        viewport: { width, height: 740 },
      });
      await page.getByText(/^The file is read and verified by this browser/).waitFor();
      await page
        .getByRole('combobox', { name: 'Corpus' })
        .locator('option', { hasText: 'Demo' })
        .waitFor({ state: 'attached' });
      const box = await page.getByLabel('Your question').boundingBox();
      expect(box?.width, `${width}`).toBeGreaterThan(least);
      expect(await overflow(page)).toBe(0);
    }
  });

  it('moves nothing while it loads, on a phone, and fits its width', async () => {
    const { page } = await openPage(browser, 'about:blank', PHONE);
    await page.addInitScript(`{ window.moved = 0; new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.moved += entry.value;
    }).observe({ type: 'layout-shift', buffered: true }); }`);
    await page.goto(server.url);
    await page.getByRole('link', { name: MOONS }).waitFor();
    expect(await page.evaluate('window.moved')).toBeLessThan(0.05);
    expect(await overflow(page)).toBe(0);
    await page.getByRole('link', { name: MOONS }).click();
    await banner(page).getByText('Sources hold').waitFor();
    expect(await overflow(page)).toBe(0);
    await page.reload();
    await banner(page).getByText('Sources hold').waitFor();
    await page.getByText('As known today').waitFor();
    expect(await page.evaluate('window.moved')).toBeLessThan(0.05);
  });

  it('stays as wide as the window, whatever is asked', async () => {
    const long = 'Saturn'.repeat(300);
    for (const options of [{}, PHONE]) {
      const { page } = await openPage(browser, server.url, options);
      await ask(page, long);
      expect(await overflow(page)).toBe(0);
    }
  });

  describe('of two questions', () => {
    async function held(page: Page, question: string) {
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route('**/api/trpc/ask*', async (route) => {
        if (route.request().postData()?.includes(question)) await promise;
        await route.continue();
      });
      return resolve;
    }

    it('shows the one in its address, however late another is answered', async () => {
      const { page } = await openPage(browser, server.url);
      const release = await held(page, SLOW);
      await page.getByLabel('Your question').fill(SLOW);
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await page.getByText('Reading the documents…').waitFor();
      await page.getByRole('link', { name: 'Adduce', exact: true }).click();
      await ask(page, CURRENCY);
      const answered = page.waitForResponse(/\/api\/trpc\/ask/);
      release();
      await answered;
      await page.waitForTimeout(300);
      expect(await heading(page, CURRENCY).count()).toBe(1);
      expect(new URL(page.url()).searchParams.get('q')).toBe(CURRENCY);
    });

    it('asks once for a double click, and anew for a later one', async () => {
      const { page } = await openPage(browser, server.url);
      const sent: string[] = [];
      page.on('request', (request) => {
        if (/\/api\/trpc\/ask/.test(request.url())) sent.push(request.url());
      });
      await page.getByLabel('Your question').fill(CURRENCY);
      await page.getByRole('button', { name: 'Ask', exact: true }).dblclick();
      await heading(page, CURRENCY).waitFor();
      await banner(page).getByText('Sources hold').waitFor();
      expect(sent).toHaveLength(1);
      await ask(page, CURRENCY);
      await expect.poll(() => sent.length).toBe(2);
    });

    it('says why one failed under that one alone', async () => {
      const { page } = await openPage(browser, server.url);
      await page.goto(`${server.url}/?corpus=nowhere&q=${encodeURIComponent(MOONS)}`);
      await page.getByRole('alert').waitFor();
      await page.getByRole('combobox', { name: 'Corpus' }).waitFor();
      await page.goto(`${server.url}/?q=${encodeURIComponent(CURRENCY)}`);
      await banner(page).getByText('Sources hold').waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      await page.goBack();
      await page.getByRole('alert').waitFor();
    });
  });

  it('shows the passage in its document, what counts for it, and what would change that', async () => {
    const { page, errors } = await openPage(browser, server.url);
    await ask(page, MOONS);
    const pill = page.getByRole('button', { name: 'Source 1', exact: true }).first();
    await pill.hover();
    await page.locator('.hover-card').getByText('Saturn has 274 known moons').waitFor();
    await pill.click();
    const text = page.getByRole('region', { name: 'Document' });
    expect(await text.innerText()).toContain('Our members have given up learning the list by heart.');
    expect(await text.locator('mark').first().innerText()).toBe(
      'Saturn has 274 known moons, and most of them have no name yet.',
    );
    expect(new URL(page.url()).searchParams.get('source')).toBe('1');
    const link = page.getByRole('link', { name: /^Open document/ });
    expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer nofollow external',
    ]);
    await tab(page, 'Why');
    const claim = page.getByRole('region', {
      name: 'Saturn has 274 known moons, and most of them have no name yet.',
    });
    await claim.getByText('ringwatch.example').waitFor();
    await claim.getByText(/^What would change that:/).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await claim.waitFor();
    expect(errors).toEqual([]);
  });

  it('goes back in time by the values, and says what was known then', async () => {
    const { page } = await openPage(browser, server.url);
    await ask(page, MOONS);
    await page.getByRole('button', { name: /^82, since 8 October 2019/ }).click();
    const shown = page.getByRole('article', { name: 'Answer' });
    await shown.getByText('as known on 8 October 2019', { exact: true }).waitFor();
    await page
      .getByRole('article', { name: 'Answer' })
      .getByText(/^Saturn now has 82 known moons/)
      .waitFor();
    expect(new URL(page.url()).searchParams.get('as_of')).toBe('2019-10-08');
    await page.goBack();
    await page
      .getByRole('article', { name: 'Answer' })
      .getByText(/^Saturn has 274 known moons/)
      .waitFor();
  });

  it('verifies the receipt in the browser, step by step, and a file of it; one changed byte fails', async () => {
    const { page, errors } = await openPage(browser, server.url);
    await ask(page, MOONS);
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page.getByText(/^16 of 16 steps verified in this browser, none failed\.$/).waitFor();
    expect(await violations(page)).toEqual([]);
    const answerId = new URL(page.url()).searchParams.get('answer');
    const sent = await page
      .context()
      .request.get(`${server.url}/api/answers/${answerId}/receipt?download=json`);
    const good = join(folder.path, 'good.json');
    const bad = join(folder.path, 'bad.json');
    await writeFile(good, await sent.body());
    await writeFile(bad, (await readFile(good, 'utf8')).replace('274 known', '275 known'));
    await page.goto(`${server.url}/?view=check`);
    await page.getByLabel('Receipt', { exact: true }).setInputFiles(good);
    await page.getByText(/steps verified in this browser, none failed\.$/).waitFor();
    await page.getByRole('region', { name: 'Verification' }).getByText(MOONS).waitFor();
    await page.getByLabel('Receipt', { exact: true }).setInputFiles(bad);
    await page.getByText(/^Not verified: \d+ of \d+ steps? failed\.$/).waitFor();
    const none = join(folder.path, 'none.json');
    await writeFile(none, 'no receipt');
    await page.getByLabel('Receipt', { exact: true }).setInputFiles(none);
    await page.getByText('Not verified: 1 of 1 steps failed.').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('plays one turn of the corpus: the answer of before, the document, and the answer of today', async () => {
    const { page } = await openPage(browser, server.url, { reducedMotion: 'reduce' });
    await page.getByRole('link', { name: 'Watch one turn' }).click();
    await page
      .getByText(/146 known moons/)
      .first()
      .waitFor();
    await page
      .getByText(/^12 March 2025: a new document says/)
      .or(page.getByText(/March 2025: a new document says/))
      .waitFor();
    await page.locator('ins', { hasText: '274' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('says once that nothing answers, which words are missing, and what is near', async () => {
    const { page } = await openPage(browser, server.url);
    await ask(page, 'How many moons does Neptune have?');
    await page.getByText('No document here has the word Neptune.').waitFor();
    expect(await page.getByText('Nothing here answers that.').count()).toBe(1);
    expect(
      await page.getByRole('region', { name: 'Nearest passages, not checked' }).locator('li').count(),
    ).toBe(3);
    expect(await page.locator('[data-tone="PASS"]').count()).toBe(0);
    expect(await page.getByRole('tablist').count()).toBe(0);
  });

  it('keeps the focus in the list from which an entry is removed', async () => {
    const { page } = await openPage(browser, server.url);
    await ask(page, MOONS);
    await page.getByText('Save this answer').click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: `Remove “${MOONS}”` }).click();
    await page.getByText('Nothing saved yet.').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Saved');
  });

  it('is worked by keys: to the question, through the lists, and to the list of keys', async () => {
    const { page } = await openPage(browser, server.url);
    await ask(page, MOONS);
    await ask(page, CURRENCY);
    await expect.poll(() => page.locator('.entry').allInnerTexts()).toEqual([CURRENCY, MOONS]);
    await heading(page, CURRENCY).click();
    const focused = () => page.evaluate('document.activeElement.textContent');
    await page.keyboard.press('j');
    await expect.poll(focused).toBe(CURRENCY);
    await page.keyboard.press('j');
    await expect.poll(focused).toBe(MOONS);
    await page.keyboard.press('k');
    await expect.poll(focused).toBe(CURRENCY);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('j?k');
    expect(await page.getByLabel('Your question').inputValue()).toBe('j?k');
  });

  it('asks no other host for anything', async () => {
    const { page } = await openPage(browser, server.url);
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await ask(page, MOONS);
    await tab(page, 'Proof');
    await page.getByText(/steps verified in this browser/).waitFor();
    expect([...hosts]).toEqual([server.url]);
  });
});

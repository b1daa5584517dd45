import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { receiptDocument } from '../../../engine/receipt/receipt-document.ts';
import { pageData } from '../../../gateway/receipt-page/page-data.ts';
import { receiptPage } from '../../../gateway/receipt-page/receipt-page.ts';
import { verifierText } from '../../../graph/log/checkpoint.ts';
import { launch, openPage, violations } from '../../e2e/browser-page.ts';
import { type DemoReceipt, openDemoReceipt } from '../../engine/receipt/demo-receipt.ts';
import { testVerifier } from '../../engine/test-engine.ts';
import { describeChromium } from '../../setup/describe-engine.ts';

/** A folder for pictures of the page, for people to look at; none by default. */
const PICTURES = process.env.ADDUCE_TEST_PICTURES;

describeChromium('the page of a receipt, opened from a file', (found) => {
  let browser: Browser;
  let demo: DemoReceipt;
  let folder: string;
  let text: string;

  beforeAll(async () => {
    demo = await openDemoReceipt();
    text = await receiptPage(receiptDocument(demo.view));
    folder = await mkdtemp(join(tmpdir(), 'adduce-page-'));
    browser = await launch(found().executablePath);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await demo.opened.dispose();
    await rm(folder, { recursive: true });
  });

  async function saved(name: string, contents = text): Promise<string> {
    const file = join(folder, name);
    await writeFile(file, contents);
    return pathToFileURL(file).href;
  }

  const verdictOf = (page: Page) => page.locator('#verdict').textContent();
  const failedSteps = (page: Page) =>
    page
      .locator('#steps li.failed')
      .evaluateAll((items) => items.map((item) => item.getAttribute('data-step')));

  async function failing(changed: string): Promise<(string | null)[]> {
    expect(changed).not.toBe(text);
    const { page } = await openPage(browser, await saved('changed.html', changed));
    expect(await verdictOf(page)).toMatch(/^Not verified/);
    const steps = await failedSteps(page);
    await page.context().close();
    return steps;
  }

  it('verifies itself with every step, and asks nothing of anybody', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const [asked, said]: [string[], string[]] = [[], []];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    const url = await saved('receipt.html');
    await page.goto(url, { waitUntil: 'networkidle' });
    expect(await verdictOf(page)).toMatch(
      /^No step failed, under the key that the receipt names: its signer was not checked\./,
    );
    expect(await page.locator('#steps li.ok').count()).toBe(15);
    expect(await page.locator('#steps li.open').getAttribute('data-step')).toBe('checkpoint');
    expect(asked).toEqual([url]);
    expect(said).toEqual([]);
    await context.close();
  });

  it('shows the question, the quotes, the artefacts and what disagrees', async () => {
    const { page } = await openPage(browser, await saved('receipt.html'));
    const shown = (await page.locator('article').textContent()) ?? '';
    const { request, sentences, artefacts, claim_clusters, evidence_set } = demo.view.receipt;
    const against = claim_clusters.flatMap(({ counterfactuals }) =>
      counterfactuals.map(({ quote }) => quote),
    );
    const quotes = sentences.flatMap(({ citations }) => citations.map(({ quote }) => quote));
    const wanted = [
      request.q,
      ...quotes,
      ...against,
      ...artefacts.map(({ artefact_id }) => artefact_id),
      evidence_set.set_id,
    ];
    expect(against.length).toBeGreaterThan(0);
    for (const one of wanted) expect(shown).toContain(one);
    await page.context().close();
  });

  it('is checked against a key that its reader gives: the log’s, another’s, and none', async () => {
    const { page } = await openPage(browser, await saved('receipt.html'));
    const check = async (key: string) => {
      await page.getByLabel('public key').fill(key);
      await page.getByRole('button').click();
      return failedSteps(page);
    };
    expect(await check(verifierText(testVerifier))).toEqual([]);
    expect(await verdictOf(page)).toBe('Verified under the key that you gave: every step passed.');
    expect(await page.locator('#steps li[data-step="checkpoint"]').textContent()).toContain(
      `signed by ${testVerifier.name}`,
    );
    expect(await check('other.example+1b8d6a16+AfV5Y3gYyuJJS9q2bpSgVJbLxYZTWpCpEj/q7iYUF0jA')).toEqual([
      'checkpoint',
    ]);
    expect(await check('nonsense')).toEqual(['checkpoint']);
    expect(await verdictOf(page)).toBe('Not verified: checkpoint.');
    await page.context().close();
  });

  it.each<[string, (page: string) => string, string[]]>([
    [
      'its hash',
      (page) => page.replace(/"hash":"(.)/, (_, digit) => `"hash":"${digit === '0' ? 1 : 0}`),
      ['receipt_hash'],
    ],
    ['its class', (page) => page.replace('"class":"verified"', '"class":"dev"'), ['receipt_hash']],
    ['a proof', (page) => page.replace('"inclusion":["', '"inclusion":["0'), ['provenance']],
    [
      'white space in its data',
      (page) => page.replace('"class":"verified"', '"class": "verified"'),
      ['form'],
    ],
    ['a key', (page) => page.replace('"keys":["', '"keys":["x'), ['checkpoint']],
    [
      'what it shows',
      (page) => page.replace('<h2>Answer</h2>', '<h2>Answer</h2><p>All is well.</p>'),
      ['form'],
    ],
  ])('says which step failed after a change of %s', async (_, change, steps) => {
    expect(await failing(change(text))).toEqual(expect.arrayContaining(steps));
  });

  it('shows what the receipt says where the page said something else', async () => {
    const url = await saved(
      'changed.html',
      text.replace('<h2>Answer</h2>', '<h2>Answer</h2><p>All is well.</p>'),
    );
    const { page } = await openPage(browser, url);
    expect(await page.locator('article').textContent()).not.toContain('All is well.');
    await page.context().close();
  });

  it('does not run a script that was changed, and says that none has run', async () => {
    const url = await saved('changed.html', text.replace('every step passed.', 'every step passed!'));
    const { page } = await openPage(browser, url);
    expect(await verdictOf(page)).toBe('Not verified: the script of this page has not run.');
    await page.context().close();
  });

  it('runs nothing of what a stranger wrote into a receipt, and shows it as text', async () => {
    const hostile =
      '</script><script>document.title = "owned"</script><img src="https://evil.example/x" onerror="document.title = 1">';
    const given = receiptDocument(demo.view);
    const document = {
      ...given,
      content: { ...given.content, request: { ...given.content.request, q: hostile } },
    };
    const url = await saved('hostile.html', await receiptPage(document));
    const context = await browser.newContext();
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(url, { waitUntil: 'networkidle' });
    expect(asked).toEqual([url]);
    expect(await page.title()).toBe(`Receipt ${given.receipt_id}`);
    expect(await page.locator('article').textContent()).toContain(hostile);
    expect(await failedSteps(page)).toEqual(['receipt_hash']);
    expect(pageData(document)).not.toContain('<');
    await context.close();
  });

  it('is readable without any script', async () => {
    const { page } = await openPage(browser, await saved('receipt.html'), { javaScriptEnabled: false });
    expect(await verdictOf(page)).toBe('Not verified: the script of this page has not run.');
    expect(await page.locator('article').textContent()).toContain(demo.view.receipt.request.q);
    expect(await page.locator('#check').isVisible()).toBe(false);
    await page.context().close();
  });

  it.each([
    ['light', 1200],
    ['light', 360],
    ['dark', 1200],
    ['dark', 360],
  ] as const)('is legible and accessible in %s at %i pixels', async (colorScheme, width) => {
    // axe is put into the page by the test, which the page's own policy refuses.
    const options = { colorScheme, viewport: { width, height: 900 }, bypassCSP: true };
    const { page, errors } = await openPage(browser, await saved('receipt.html'), options);
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    if (PICTURES !== undefined)
      await page.screenshot({ path: join(PICTURES, `receipt-${colorScheme}-${width}.png`), fullPage: true });
    await page.context().close();
  });
});

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

  it('verifies itself with every step and without a request', async () => {
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

  const EVIL = 'All is well, says the court.';
  const ahead = (mark: string, added: string) => (page: string) => page.replace(mark, () => added + mark);
  const atEnd = (added: string) => (page: string) =>
    page.replace(/<\/body>\n<\/html>\n$/, (end) => added + end);
  const scriptOf = (page: string) => /<script>.*?<\/script>/s.exec(page)?.[0] ?? '';
  const dataOf = (page: string) => /<script type="application.*?<\/script>/s.exec(page)?.[0] ?? '';

  async function remains(changed: string): Promise<{ verdict: string | null; steps: (string | null)[] }> {
    expect(changed).not.toBe(text);
    const { page } = await openPage(browser, await saved('changed.html', changed));
    expect(await page.content()).not.toContain(EVIL);
    expect(await page.content()).not.toContain('evil.example');
    expect(await page.locator('#verdict').isVisible()).toBe(true);
    expect(await page.locator('article').textContent()).toContain(demo.view.receipt.request.q);
    await expect.poll(() => page.title()).toBe(`Receipt ${demo.view.receipt_id}`);
    const found = { verdict: await verdictOf(page), steps: await failedSteps(page) };
    await page.context().close();
    return found;
  }

  it.each<[string, (page: string) => string]>([
    ['in its article', ahead('<h2>Answer</h2>', `<p>${EVIL}</p>`)],
    ['before its article', ahead('<article', `<p>${EVIL}</p>`)],
    ['behind its article', ahead('</main>', `<p>${EVIL}</p>`)],
    ['before its script', ahead('<script type', `<p>${EVIL}</p>`)],
    ['behind its script', atEnd(`<p>${EVIL}</p>`)],
    ['behind its end', (page) => `${page}<p>${EVIL}</p>`],
    ['behind its end, so that nothing ends it', (page) => `${page}<plaintext>${EVIL}`],
    ['before its beginning, in another mode', (page) => `<p>${EVIL}</p>${page}`],
    ['in a comment before its beginning', (page) => `<!-- ${EVIL} -->${page}`],
    ['in its title', ahead('Receipt rc_', EVIL)],
    ['in an attribute of its body', (page) => page.replace('<body>', `<body title="${EVIL}">`)],
    ['on top of it', ahead('</main>', `<dialog open>${EVIL}</dialog>`)],
    ['in a frame', ahead('</main>', `<iframe srcdoc="${EVIL}"></iframe>`)],
    ['where no script runs', ahead('</main>', `<noscript>${EVIL}</noscript>`)],
    ['in a style', ahead('</head>', `<style>main::before { content: "${EVIL}" }</style>`)],
    ['by hiding what it says', (page) => page.replace('<html lang="en">', '<html lang="en" hidden>')],
    ['by an address of its own', ahead('<meta name="viewport"', '<base href="https://evil.example/">')],
    [
      'by a way elsewhere',
      ahead('<title>', '<meta http-equiv="refresh" content="9999; url=https://evil.example/">'),
    ],
    ['by a script', ahead('</main>', `<script>document.title = "${EVIL}"</script>`)],
    ['by its own script a second time', (page) => atEnd(scriptOf(page))(page)],
    ['by its own data a second time', (page) => ahead('</main>', dataOf(page))(page)],
    [
      'by the name of another renderer',
      ahead('<meta name="generator"', '<meta name="generator" content="x">'),
    ],
    [
      'by a form that is named as a member is',
      ahead('</main>', `<form name="getElementById">${EVIL}</form>`),
    ],
    [
      'by a form that is named as its root is',
      ahead('</main>', `<form name="documentElement">${EVIL}</form>`),
    ],
    [
      'by an image that is named as its comparison is',
      ahead('</main>', '<img name="isEqualNode" alt="evil.example">'),
    ],
  ])('shows nothing of what somebody added %s, and says that it did', async (_, change) => {
    expect(await remains(change(text))).toEqual({ verdict: 'Not verified: form.', steps: ['form'] });
  });

  it.each<[string, (page: string) => string]>([
    [
      'in the shadow of its main part',
      (page) => page.replace('<main>', `<main><template shadowrootmode="open">${EVIL}</template>`),
    ],
    ['in an end tag', (page) => page.replace('</main>', `</main title="${EVIL}">`)],
  ])('shows nothing of what somebody hid from browsers %s', async (_, change) => {
    const { steps } = await remains(change(text));
    expect(steps).toEqual([]);
  });

  it('says that it does not know whether the SHA-256 of verify.mjs is the right one', async () => {
    const named = /(<code id="verifier">)[0-9a-f]{64}/;
    expect(text).toMatch(named);
    const url = await saved('other.html', text.replace(named, `$1${'ab'.repeat(32)}`));
    const { page } = await openPage(browser, url);
    expect(await failedSteps(page)).toEqual([]);
    expect(await page.locator('#steps li[data-step="form"]').textContent()).toContain(
      'whether it names the SHA-256 of verify.mjs rightly, that program says',
    );
    await page.context().close();
  });

  it.each(['', 'ab'.repeat(31), 'AB'.repeat(32), 'ab'.repeat(33)])(
    'shows no receipt where %j stands for the SHA-256 of verify.mjs',
    async (digest) => {
      expect(await failing(text.replace(/(<code id="verifier">)[0-9a-f]{64}/, `$1${digest}`))).toEqual([
        'form',
      ]);
    },
  );

  it('shows no receipt where its data are none', async () => {
    const { page } = await openPage(
      browser,
      await saved('changed.html', text.replace('{"class":', '{"clasz":')),
    );
    expect(await verdictOf(page)).toBe('Not verified: form.');
    expect(await page.locator('#steps').textContent()).toContain('class is missing');
    expect(await page.locator('article').textContent()).toBe('');
    await page.context().close();
  });

  it('does not run a script that was changed, and says that none has run', async () => {
    const url = await saved('changed.html', text.replace('every step passed.', 'every step passed!'));
    const { page } = await openPage(browser, url);
    expect(await verdictOf(page)).toBe('Not verified: the script of this page has not run.');
    await page.context().close();
  });

  it('runs no markup or script in a receipt, and shows it as text', async () => {
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
    await expect.poll(() => page.title()).toBe(`Receipt ${given.receipt_id}`);
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

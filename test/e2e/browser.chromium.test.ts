import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { TRUST_REPORT_EXPORT } from '../../bff/features.ts';
import { writeInvitation } from '../../bff/invitation.ts';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import { openSessionKey } from '../../bff/session-key.ts';
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
import { ingestInto, jsonLines } from '../engine/documents.ts';
import { describeChromium } from '../setup/describe-engine.ts';
import { launch, openPage, violations } from './browser-page.ts';

/** A folder for pictures of each view, for people to look at; none by default. */
const PICTURES = process.env.ADDUCE_TEST_PICTURES;

/** Each with its button's name, its address behind the answer's, and how its name ends. */
const FILES = [
  ['Receipt as HTML', 'receipt?download=html', 'receipt.html'],
  ['Receipt as JSON', 'receipt?download=json', 'receipt.json'],
  ['Receipt as CBOR', 'receipt?download=cbor', 'receipt.cbor'],
  ['Trust report as HTML', 'trust-report?format=html', 'trust-report.html'],
  ['Trust report as PDF', 'trust-report?format=pdf', 'trust-report.pdf'],
  ['Trust report as JSON', 'trust-report?format=json', 'trust-report.json'],
] as const;

describeChromium('the page in a browser', (found) => {
  let browser: Browser;
  let webFolder: string;
  let folder: Awaited<ReturnType<typeof dataFolder>>;
  let server: WholeServer;

  beforeAll(async () => {
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
    for (const context of browser.contexts()) await context.close();
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  function start(port: number): Promise<WholeServer> {
    return startWholeServer({ folder: folder.path, port, bff: { webFolder } });
  }

  async function ask(page: Page, question = MOONS): Promise<void> {
    await page.getByLabel('Your question').fill(question);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await banner(page)
      .getByText(/^Live, last checked \d\d:\d\d/)
      .waitFor();
  }

  const banner = (page: Page) => page.getByRole('region', { name: 'Verdict' });
  const history = (page: Page) => page.getByRole('region', { name: 'History', exact: true });
  const saved = (page: Page) => page.getByRole('region', { name: 'Saved', exact: true });

  async function picture(page: Page, name: string): Promise<void> {
    if (PICTURES !== undefined)
      await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  }

  async function entitle(enabled: boolean): Promise<void> {
    await using records = await openSqliteRecords(join(folder.path, 'bff.sqlite'));
    await records.entitle('local', TRUST_REPORT_EXPORT, 'audit', enabled);
  }

  async function turn(page: Page): Promise<void> {
    const { body } = { body: await page.evaluate('fetch("/api/history").then((reply) => reply.json())') } as {
      body: { items: { answer_id: string }[] };
    };
    const [claim = ''] = await claimsOf(server, body.items[0]?.answer_id ?? '');
    await disputeTwice(server, claim);
  }

  /** Presses Tab until the element has the focus. */
  async function tabTo(page: Page, target: Locator): Promise<void> {
    await target.waitFor();
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('the keyboard does not reach it');
  }

  it('asks, cites, and turns the banner when evidence comes from another window', async () => {
    const { page, errors } = await openPage(browser, server.url);
    expect(await page.getByLabel('Your question').inputValue()).toBe('');
    await ask(page);
    await banner(page).getByText('Sources hold').waitFor();
    const pill = page.getByRole('button', { name: 'Source 1', exact: true });
    await pill.click();
    await page.locator('.document mark', { hasText: 'Saturn has 62 known moons.' }).waitFor();
    await picture(page, 'verified');

    await turn(page);
    await banner(page).getByText('No longer holds').waitFor();
    await banner(page).getByText('Sources of weight contradict it.').waitFor();
    await page.getByRole('button', { name: 'Source 1, questioned' }).waitFor();
    await history(page).getByText('No longer holds').waitFor();
    expect(await banner(page).getByText('Sources hold').count()).toBe(0);

    await page.getByRole('button', { name: 'Ask again' }).click();
    await page
      .getByText(/^Asked again/)
      .first()
      .waitFor();
    await picture(page, 'failed');
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('keeps answer, history and saved answers over a reload and a restart', async () => {
    const { page } = await openPage(browser, server.url);
    await ask(page);
    await page.getByText('Save this answer').click();
    await page.getByLabel('Title').fill('Moons of Saturn');
    await page.getByLabel('Folder').fill('Sky');
    await page.getByLabel(/^Tags/).fill('saturn, moons');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    const everything = async () => {
      await saved(page).getByRole('link', { name: 'Moons of Saturn', exact: true }).waitFor();
      await saved(page).getByText('Sky #moons #saturn').waitFor();
      await history(page).getByRole('link', { name: MOONS }).waitFor();
      await page
        .getByRole('article', { name: 'Answer' })
        .getByText('Saturn has 62 known moons.')
        .first()
        .waitFor();
      await banner(page).getByText('Sources hold').waitFor();
    };
    await everything();
    await page.reload();
    await everything();

    const port = Number(new URL(server.url).port);
    await server[Symbol.asyncDispose]();
    server = await start(port);
    await page.reload();
    await everything();
    await picture(page, 'saved');

    // Saving it again wipes neither its folder nor its tags.
    await page.getByText('★ Saved: change title, folder or tags').click();
    await page.getByLabel('Title').fill('Moons');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await saved(page).getByRole('link', { name: 'Moons', exact: true }).waitFor();
    await saved(page).getByText('Sky #moons #saturn').waitFor();

    await page.getByRole('button', { name: 'Remove “Moons”' }).click();
    await saved(page).getByText('Nothing saved yet.').waitFor();
  });

  it('never shows a verdict as current while the server is away, and catches up when it is back', async () => {
    const { page } = await openPage(browser, server.url);
    await ask(page);
    const port = Number(new URL(server.url).port);
    await server[Symbol.asyncDispose]();
    await banner(page)
      .getByText(/^Live updates paused, last checked \d\d:\d\d/)
      .waitFor();
    await banner(page).getByText('Not current. Last known: Sources hold').waitFor();
    await history(page).getByText('Last known: Sources hold').waitFor();
    expect(await page.locator('[data-tone="PASS"]').count()).toBe(0);
    await picture(page, 'paused');
    expect(await violations(page)).toEqual([]);

    server = await start(port);
    await banner(page)
      .getByText(/^Live, last checked/)
      .waitFor();
    await turn(page);
    await banner(page).getByText('No longer holds').waitFor();
  });

  it('says so when nothing supports an answer, and when the server is gone', async () => {
    const { page } = await openPage(browser, server.url);
    await ask(page, 'How many moons does Neptune have?');
    await page.getByText('Nothing here answers that.').waitFor();
    await banner(page).getByText('No answer here').waitFor();
    await server[Symbol.asyncDispose]();
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('alert').getByText('This page has lost its server.').waitFor();
    server = await start(0);
  });

  it('asks before it joins by the invitation in its address, which is then gone, and says why one does not hold', async () => {
    const now = Date.parse(server.clock.now());
    const key = await openSessionKey(folder.path);
    const facts = { org: 'acme', role: 'curator', issued: now, expires: now + 60_000 } as const;
    const invitation = encodeURIComponent(writeInvitation(key, facts));
    const { page, errors } = await openPage(browser, `${server.url}/#invitation=${invitation}`);
    const dialog = page.getByRole('dialog', { name: 'Join acme?' });
    await dialog.waitFor();
    expect(await violations(page)).toEqual([]);
    const joined = async (): Promise<readonly string[]> =>
      (await (await page.request.get(`${server.url}/api/session`)).json()).organisations;
    for (const key of ['Enter', 'Escape']) {
      await dialog.waitFor();
      // The focus is on No.
      await page.keyboard.press(key);
      await dialog.waitFor({ state: 'hidden' });
      expect(await joined()).toEqual([]);
      await page.goto('about:blank');
      await page.goto(`${server.url}/#invitation=${invitation}`);
    }
    await dialog.getByRole('button', { name: 'Join acme' }).click();
    await page.getByText('You have joined acme.').waitFor();
    expect(page.url()).toBe(`${server.url}/`);
    expect(await joined()).toEqual(['acme']);
    await page.getByRole('link', { name: 'Members of acme' }).waitFor();
    const { page: other } = await openPage(browser, `${server.url}/#invitation=v1.e30.AAAA`);
    await other.getByRole('alert').getByText('This invitation has ended').waitFor();
    for (const [fragment, says] of [
      ['#invitation=%', 'This invitation has ended'],
      ['#sign-in=%', 'Signing in did not work.'],
    ]) {
      await other.goto('about:blank');
      await other.goto(`${server.url}/${fragment}`);
      await other
        .getByRole('alert')
        .getByText(says ?? '')
        .waitFor();
    }
    expect(errors).toEqual([]);
  });

  it('signs out for good: the history is gone with the session', async () => {
    const { page } = await openPage(browser, server.url);
    await ask(page);
    await history(page).getByRole('link', { name: MOONS }).waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await picture(page, 'sign-out');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out for good' }).click();
    await page.getByRole('heading', { name: 'Answers that know when they stop being true.' }).waitFor();
    expect(await history(page).count()).toBe(0);
  });

  it('can be worked by keyboard alone', async () => {
    const { page } = await openPage(browser, server.url);
    await tabTo(page, page.getByLabel('Your question'));
    await page.keyboard.type(MOONS);
    await page.keyboard.press('Enter');
    await banner(page).getByText('Sources hold').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Source 1', exact: true }));
    await page
      .getByRole('tooltip')
      .or(page.locator('.hover-card'))
      .getByText('Saturn has 62 known moons.')
      .waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.document mark', { hasText: 'Saturn has 62 known moons.' }).waitFor();
    await tabTo(page, page.getByRole('slider'));
    await page.keyboard.press('ArrowLeft');
    await page.getByText(/^As known on 1 /).waitFor();
    await page.keyboard.press('End');
    await page.getByText('As known today').waitFor();
  });

  it('shows the knowledge of a day, and brings it back with the back button', async () => {
    const { page } = await openPage(browser, server.url);
    await ask(page);
    await page.getByRole('slider').press('Home');
    await page.getByText('As known on 1 August 2026').waitFor();
    await page.getByText('Nothing here answers that.').waitFor();
    expect(new URL(page.url()).searchParams.get('as_of')).toBe('2026-08-01');
    expect(await page.getByRole('slider').evaluate((slider) => slider === document.activeElement)).toBe(true);
    await page.goBack();
    await page
      .getByRole('article', { name: 'Answer' })
      .getByText('Saturn has 62 known moons.')
      .first()
      .waitFor();
  });

  it('shows what was checked for the opposite, and the documents that were found clear', async () => {
    const near = [
      { id: 'titan', text: 'Titan is one of the moons that Saturn has, and nobody has counted its lakes.' },
      { id: 'rhea', text: 'Saturn was known to the ancients. Rhea, of its moons, has the most craters.' },
    ].map((one) => ({ ...one, domain: `${one.id}.example`, day: '2026-09-20', title: `About ${one.id}` }));
    await ingestInto(server.engine, 'sky', [jsonLines(near)]);
    const { page, errors } = await openPage(browser, server.url);
    await ask(page);
    await page.getByRole('tab', { name: 'Against' }).click();
    const checked = page.locator('details.checked');
    expect(await checked.locator('summary').innerText()).toMatch(
      /^Checked for the opposite: [34] searches, \d+ sentences, nothing disagrees\.$/,
    );
    const clear = page.getByRole('table', { name: 'Found clear: nothing in these disagrees' });
    expect(await clear.isVisible()).toBe(false);
    await checked.locator('summary').press('Enter');
    await clear.getByRole('row', { name: 'About titan titan.example' }).waitFor();
    await clear.getByRole('row', { name: 'About rhea rhea.example' }).waitFor();
    await checked.getByText(/^Searched for a denial: \d+ places? found$/).waitFor();
    await picture(page, 'checked');
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('shows a replaced value on the timeline and not against the answer', async () => {
    const before = { id: 'count', title: 'A count', domain: 'count.example', day: '2014-03-01' };
    await ingestInto(server.engine, 'sky', [jsonLines([{ ...before, text: 'Saturn has 53 known moons.' }])]);
    const { page, errors } = await openPage(browser, server.url);
    await ask(page);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByRole('button', { name: '53, since 1 March 2014' }).waitFor();
    await timeline.getByRole('button', { name: '62, since 28 September 2026', pressed: true }).waitFor();
    await page.getByRole('tab', { name: 'Against' }).click();
    await page.getByText('Nothing that was found counts against this answer.').waitFor();
    await page.getByText(/^Checked for the opposite: .*, nothing disagrees\.$/).waitFor();
    await picture(page, 'earlier-values');
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('hands out each file of an answer as its server has it, by keyboard too', async () => {
    await entitle(true);
    const { page, errors } = await openPage(browser, server.url);
    await ask(page);
    const downloads = page.getByRole('region', { name: 'Downloads' });
    const answerId = new URL(page.url()).searchParams.get('answer');
    for (const [name, path, file] of FILES) {
      const saved = page.waitForEvent('download');
      await downloads.getByRole('button', { name, exact: true }).press('Enter');
      const download = await saved;
      expect(download.suggestedFilename()).toBe(`${answerId}.${file}`);
      await downloads.getByRole('status').getByText(`Downloaded ${answerId}.${file}.`).waitFor();
      const sent = await page.context().request.get(`${server.url}/api/answers/${answerId}/${path}`);
      expect(sent.status()).toBe(200);
      const bytes = await readFile(await download.path());
      expect(bytes.equals(await sent.body()), name).toBe(true);
    }
    await picture(page, 'downloads');
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('says why it hands out no trust report, and saves nothing of the refusal', async () => {
    await entitle(false);
    const { page, errors } = await openPage(browser, server.url, { viewport: { width: 360, height: 800 } });
    await ask(page);
    const saved: unknown[] = [];
    page.on('download', (download) => saved.push(download));
    const downloads = page.getByRole('region', { name: 'Downloads' });
    for (const format of ['HTML', 'PDF', 'JSON']) {
      await downloads.getByRole('button', { name: `Trust report as ${format}` }).click();
      await downloads
        .getByRole('status')
        .getByText(/^Exporting trust reports is not part of your plan\./)
        .waitFor();
    }
    await picture(page, 'downloads-refused');
    expect(await violations(page)).toEqual([]);
    await downloads.getByRole('button', { name: 'Receipt as CBOR' }).click();
    await downloads
      .getByRole('status')
      .getByText(/^Downloaded ans_/)
      .waitFor();
    expect(saved).toHaveLength(1);
    await server[Symbol.asyncDispose]();
    await downloads.getByRole('button', { name: 'Receipt as JSON' }).click();
    await downloads.getByRole('status').getByText('This page has lost its server.').waitFor();
    expect(saved).toHaveLength(1);
    expect(errors).toEqual([]);
    server = await start(0);
  });

  it('escapes what documents say, and links only to web addresses', async () => {
    const text = 'Vesta has 3 known moons.';
    const title = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const file = jsonLines([{ id: 'evil', text, domain: 'evil.example', day: '2026-09-28', title }]);
    const lines = new TextDecoder()
      .decode(file.bytes)
      .replace('https://evil.example/evil', 'wx://sky/article/evil');
    await ingestInto(server.engine, 'sky', [{ name: 'evil.jsonl', bytes: new TextEncoder().encode(lines) }]);
    const { page, errors } = await openPage(browser, server.url);
    await ask(page, 'How many moons does Vesta have?');
    await page.getByRole('region', { name: 'What it rests on' }).getByText(title).first().waitFor();
    expect(await page.locator('main img, main script, main a[href^="wx"]').count()).toBe(0);
    await expect.poll(() => page.title()).toBe('✓ Sources hold: How many moons does Vesta have? · Adduce');
    expect(errors).toEqual([]);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1_200, 360]) {
      it(`has no violations of accessibility in ${colorScheme} at ${width} pixels`, async () => {
        const options = { colorScheme, viewport: { width, height: 800 } };
        const { page, errors } = await openPage(browser, server.url, options);
        expect(await violations(page)).toEqual([]);
        await ask(page);
        await page.getByRole('button', { name: 'Source 1', exact: true }).click();
        for (const summary of await page.locator('summary').all()) await summary.click();
        await picture(page, `${colorScheme}-${width}`);
        expect(await violations(page)).toEqual([]);
        await turn(page);
        await banner(page).getByText('No longer holds').waitFor();
        expect(await violations(page)).toEqual([]);
        const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect(await page.evaluate(overflow)).toBe(0);
        expect(errors).toEqual([]);
      });
    }
  }
});

/** An answer that is shared by a link: who has it reads and verifies it without a session, until it is revoked. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureWeb } from '../../bff/web-build.ts';
import { dataFolder, ingestMoons, MOONS, startWholeServer, type WholeServer } from '../bff/whole-server.ts';
import { describeChromium } from '../setup/describe-engine.ts';
import { launch, openPage, violations } from './browser-page.ts';

/** Between two reads of the page, and a little more. */
const MINUTE = 61_000;
const SMALL = { viewport: { width: 360, height: 740 } };

describeChromium('an answer that is shared by a link', (found) => {
  let browser: Browser;
  let folder: Awaited<ReturnType<typeof dataFolder>>;
  let server: WholeServer;
  let owner: Page;
  let address: string;

  beforeAll(async () => {
    folder = await dataFolder();
    server = await startWholeServer({ folder: folder.path, bff: { webFolder: await ensureWeb() } });
    await ingestMoons(server.engine);
    browser = await launch(found().executablePath);
    ({ page: owner } = await openPage(browser, server.url));
    await owner.getByLabel('Your question').fill(MOONS);
    await owner.getByRole('button', { name: 'Ask', exact: true }).click();
    await owner.getByRole('button', { name: 'Share by link' }).click();
    address = await owner.getByLabel('Anybody who has this address').inputValue();
  });
  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it('has one address, however often it is shared', async () => {
    await owner.reload();
    await owner.getByRole('button', { name: 'Share by link' }).click();
    expect(await owner.getByLabel('Anybody who has this address').inputValue()).toBe(address);
    expect(await violations(owner)).toEqual([]);
  });

  it('is read and verified by a stranger, who gets no cookie', async () => {
    const { page, errors } = await openPage(browser, address, SMALL);
    await page.getByRole('heading', { name: MOONS }).waitFor();
    await page.getByText('Saturn has 62 known moons.').first().waitFor();
    expect(await page.locator('blockquote mark').allTextContents()).toEqual(['Saturn has 62 known moons.']);
    await page.getByText(/^\d+ of \d+ steps verified in this browser, none failed\.$/).waitFor();
    // Nothing is green that is not watched.
    expect(await page.getByRole('region', { name: 'Verdict' }).innerText()).toContain('Last known');
    expect(await page.locator('[data-tone="PASS"].chip').count()).toBe(0);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(SMALL.viewport.width);
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('has the room of a wide window', async () => {
    const { page } = await openPage(browser, address, { viewport: { width: 1_280, height: 800 } });
    const box = await page.getByRole('article', { name: 'Answer' }).boundingBox();
    expect(box?.width).toBeGreaterThan(600);
    await page.context().close();
  });

  it('says so to who has a link that is not whole', async () => {
    const { page } = await openPage(browser, `${address.slice(0, -4)}AAAA`);
    await page.getByRole('heading', { name: 'This answer cannot be shown' }).waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('revoked, or it is not whole');
    await page.context().close();
  });

  it('is not on the screen any more a minute after the link is revoked, and until then says what could not be read', async () => {
    const page = await (await browser.newContext()).newPage();
    await page.clock.install();
    await page.goto(address);
    const sentence = page.getByText('Saturn has 62 known moons.').first();
    await sentence.waitFor();
    await page.route(/api\/public\/answers/, (route) => route.abort(), { times: 1 });
    await page.clock.fastForward(MINUTE);
    await page.getByRole('status').getByText('could not be read again').waitFor();
    expect(await sentence.count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await page.clock.fastForward(MINUTE);
    await page.getByText('could not be read again').waitFor({ state: 'detached' });
    await owner.getByRole('button', { name: 'Revoke' }).click();
    await owner.getByText('The link is revoked').waitFor();
    await page.clock.fastForward(MINUTE);
    await page.getByRole('heading', { name: 'This answer cannot be shown' }).waitFor();
    expect(await page.getByText('Saturn has').count()).toBe(0);
    await page.context().close();
  });

  it('can be read by nobody once the link is revoked', async () => {
    const { page } = await openPage(browser, address);
    await page.getByRole('heading', { name: 'This answer cannot be shown' }).waitFor();
    await page.context().close();
  });
});

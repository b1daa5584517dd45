/** The line on the setup, in a browser. */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureWeb } from '../../../bff/web-build.ts';
import { launch, openPage, violations } from '../../e2e/browser-page.ts';
import { describeChromium } from '../../setup/describe-engine.ts';
import { dataFolder, startWholeServer } from '../whole-server.ts';

const PICTURES = process.env.ADDUCE_TEST_PICTURES;
const HINT = {
  id: 'sentence_model',
  command: 'adduce models add minilm',
  gain: 'puts the right sentence first for 40 % of questions instead of 26 %',
};

describeChromium('the line on the setup', (found) => {
  let browser: Browser;
  let webFolder: string;

  beforeAll(async () => {
    webFolder = await ensureWeb();
    browser = await launch(found().executablePath);
  });
  afterAll(() => browser.close());

  it('names the command, is dismissed, and stays away in this browser alone', async () => {
    await using folder = await dataFolder();
    await using server = await startWholeServer({ folder: folder.path, bff: { webFolder, setupHint: HINT } });
    const { page, errors } = await openPage(browser, server.url);
    const line = page.getByRole('complementary', { name: 'Setup' });
    await line.getByText('adduce models add minilm').waitFor();
    expect(await line.textContent()).toContain(HINT.gain);
    expect(await violations(page)).toEqual([]);
    if (PICTURES !== undefined)
      await page.screenshot({ path: join(PICTURES, 'setup-hint.png'), fullPage: true });
    await line.getByRole('button', { name: 'Dismiss' }).click();
    await line.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Ask', exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await line.count()).toBe(0);
    expect(errors).toEqual([]);
    await page.context().close();
    const other = await openPage(browser, server.url);
    await other.page.getByRole('complementary', { name: 'Setup' }).waitFor();
    await other.page.context().close();
  });

  it('is absent where the program has no hint', async () => {
    await using folder = await dataFolder();
    await using server = await startWholeServer({ folder: folder.path, bff: { webFolder } });
    const { page, errors } = await openPage(browser, server.url);
    await page.getByRole('button', { name: 'Ask', exact: true }).waitFor();
    await page.waitForLoadState('load');
    expect(await page.getByRole('complementary', { name: 'Setup' }).count()).toBe(0);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

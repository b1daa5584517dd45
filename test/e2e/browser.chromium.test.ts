import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { writeInvitation } from '../../bff/invitation.ts';
import { openSessionKey } from '../../bff/session-key.ts';
import { MOONS } from '../bff/whole-server.ts';
import { describeChromium } from '../setup/describe-engine.ts';
import {
  ask,
  banner,
  browser,
  folder,
  picture,
  saved,
  serveMoons,
  server,
  startAgain,
  turn,
} from './browser-moons.ts';
import { openPage, violations } from './browser-page.ts';

describeChromium('the page in a browser', (found) => {
  serveMoons(found);

  const history = (page: Page) => page.getByRole('region', { name: 'History', exact: true });

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
    await startAgain(port);
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

    await startAgain(port);
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
    await startAgain(0);
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
});

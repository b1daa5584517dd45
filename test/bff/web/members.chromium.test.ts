/** Curators manage the members of their organisation in the page. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ROLES } from '../../../bff/roles.ts';
import { openPage, violations } from '../../e2e/browser-page.ts';
import { describeChromium } from '../../setup/describe-engine.ts';
import {
  browser,
  curates,
  provider,
  records,
  roleIn,
  rowOf,
  rows,
  says,
  serveOrganisations,
  server,
} from './curated-organisation.ts';

/** A folder for pictures of each state, for people to look at; none by default. */
const PICTURES = process.env.ADDUCE_TEST_PICTURES;
const WIDTHS = [360, 768, 1280];
const SCHEMES = ['light', 'dark'] as const;
/** Many pages, each looked at by axe. */
const LAYOUTS_MS = 600_000;
const LONG = `Wolfeschlegelsteinhausenbergerdorff${'w'.repeat(60)}`;
/** More than one page of the list. */
const CROWD = 51;

describeChromium('the members of an organisation', (found) => {
  serveOrganisations(found);

  async function picture(page: Page, name: string): Promise<void> {
    if (PICTURES !== undefined)
      await page.screenshot({ path: join(PICTURES, `members-${name}.png`), fullPage: true });
  }

  it('are reached from the account and the rail, and listed with names, roles and days', async () => {
    const { page, errors, org } = await curates(['reader', 'contributor']);
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Ada Lovelace' }).click();
    const menu = page.getByRole('region', { name: 'Account' });
    await menu.getByRole('link', { name: `Members of ${org}` }).click();
    await rows(page).nth(2).waitFor();
    await expect.poll(() => page.title()).toBe(`Members of ${org} · Adduce`);
    expect(await rowOf(page, 'Ada Lovelace').textContent()).toMatch(/you.*Curator · since 1 October 2026/);
    expect(await rows(page).allTextContents()).toEqual([
      expect.stringContaining('Ada Lovelace'),
      expect.stringMatching(/^Member ther_0Reader/),
      expect.stringMatching(/^Member ther_1Contributor/),
    ]);
    await page.goto(server.url);
    await page
      .locator('.rail')
      .getByRole('link', { name: `Members of ${org}` })
      .waitFor();
    expect(errors).toEqual([]);
  });

  it('get another role by the keyboard alone, and the one before again', async () => {
    const { page, org, errors } = await curates(['reader']);
    const button = page.getByRole('button', { name: 'Change role: Member ther_0' });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change role: Member ther_0' });
    await dialog.waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    // What was pressed twice changes nothing.
    await expect.poll(focused).toBe('Cancel');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Change role');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await dialog.getByRole('radio', { name: /^Reader/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect.poll(focused).toBe('Change');
    await page.keyboard.press('Enter');
    await says(page, 'The role of Member ther_0 is now: Curator.');
    await expect.poll(focused).toBe('Members');
    expect(await roleIn(org, 'u_other_0')).toBe('curator');
    await page.keyboard.press('Tab');
    await expect.poll(focused).toBe('Undo');
    await page.keyboard.press('Enter');
    await says(page, /^Undone: the role of Member ther_0 is again: Reader\./);
    expect(await roleIn(org, 'u_other_0')).toBe('reader');
    await expect.poll(() => rowOf(page, 'ther_0').textContent()).toContain('Reader');
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('are asked about anew while the dialog before still closes', async () => {
    const { page, errors } = await curates(['reader']);
    for (const name of ['Change role: Member ther_0', 'Remove Member ther_0', 'End all invitations']) {
      const button = page.getByRole('button', { name }).and(page.locator(':not(dialog *)'));
      await button.click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      // In one task: the browser says only afterwards that the dialog was closed.
      await button.evaluate((element: HTMLElement) => {
        document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
        element.click();
      });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    expect(errors).toEqual([]);
  });

  it('stay listed where they cannot be read again, and what was done last can be undone', async () => {
    const { page, org } = await curates(['reader']);
    await page.route(/curating\.members/, (route) => route.abort());
    await page.getByRole('button', { name: 'Change role: Member ther_0' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^Curator/ }).check();
    await dialog.getByRole('button', { name: 'Change' }).click();
    await says(page, 'The role of Member ther_0 is now: Curator.');
    await page
      .getByRole('alert')
      .getByText(/lost its server/)
      .waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await says(page, /^Undone: the role of Member ther_0 is again: Reader\./);
    expect(await roleIn(org, 'u_other_0')).toBe('reader');
  });

  it('are listed no more once the reader is no curator', async () => {
    const { page } = await curates(['reader']);
    await page.getByRole('button', { name: 'Change role: Ada Lovelace' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^Reader/ }).check();
    await dialog.getByRole('button', { name: 'Change' }).click();
    await page
      .getByRole('alert')
      .getByText(/That needs the role of curator/)
      .waitFor();
    await expect.poll(() => rows(page).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Make an invitation' }).count()).toBe(0);
  });

  it('are shown what a lower role ends, and keep the one that the sign-in service gives, with why', async () => {
    provider.signsIn = 'bob';
    provider.people.set('bob', { name: 'Bob', groups: ['staff'] });
    const other = await openPage(browser, server.url);
    await other.page.getByRole('link', { name: 'Sign in' }).click();
    await other.page.getByRole('button', { name: 'Bob' }).waitFor();
    provider.signsIn = 'eve';
    provider.people.set('eve', { name: 'Eve', groups: ['editors'] });
    const { page } = await openPage(browser, server.url);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Eve' }).waitFor();
    await page.goto(`${server.url}/?view=members`);
    await rowOf(page, 'Bob').waitFor();
    expect(await rowOf(page, 'Bob').textContent()).toContain('role given by the sign-in service');
    await page.getByRole('button', { name: 'Change role: Bob' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByText('ends the invitations').count()).toBe(0);
    await dialog.getByRole('radio', { name: /^Reader/ }).check();
    await dialog.getByText('A lower role also ends the invitations that were made before.').waitFor();
    await dialog.getByRole('button', { name: 'Change' }).click();
    const refusal = dialog.getByRole('alert');
    await refusal.waitFor();
    expect(await refusal.textContent()).toMatch(
      /The identity provider gives this member the role\. Change the groups of the person there/,
    );
    expect(await violations(page)).toEqual([]);
    await picture(page, 'refused');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Remove Bob' }).click();
    await page.getByRole('dialog').getByText('gives this membership again at the next sign-in').waitFor();
    await picture(page, 'remove');
  });

  it('have the role of now in the question about it, also where another curator has changed it meanwhile', async () => {
    const { page, org } = await curates(['reader']);
    const button = page.getByRole('button', { name: 'Change role: Member ther_0' });
    await button.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^Reader/, checked: true }).waitFor();
    {
      await using store = await records();
      await store.setRole({ org_id: org, user_id: 'u_other_0', role: 'contributor', at: 1 });
    }
    // Whatever changes the list reads it again, a deed that is refused too.
    await page.route(/curating\.changeRole/, (route) => route.abort(), { times: 1 });
    await dialog.getByRole('radio', { name: /^Curator/ }).check();
    await dialog.getByRole('button', { name: 'Change' }).click();
    await expect.poll(() => rowOf(page, 'Member ther_0').textContent()).toContain('Contributor');
    await dialog.getByRole('radio', { name: /^Contributor/ }).check();
    await dialog.getByRole('button', { name: 'Change' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await roleIn(org, 'u_other_0')).toBe('contributor');
  });

  it('who are gone already are said to be, with the list as it is', async () => {
    const { page, org } = await curates(['reader']);
    await page.getByRole('button', { name: 'Remove Member ther_0' }).click();
    {
      await using store = await records();
      await store.leave(org, 'u_other_0');
    }
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('alert').getByText('There is no such member.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
  });

  it('are shown to curators alone: others see what it takes', async () => {
    const { page, org, id, visit } = await curates();
    {
      await using store = await records();
      await store.setRole({ org_id: org, user_id: id, role: 'reader', at: 1 });
    }
    await visit();
    const refusal = page.getByRole('alert');
    await refusal.waitFor();
    expect(await refusal.textContent()).toBe(
      `That needs the role of curator in ${org}; yours is reader. Ask a curator of ${org}, or the operator.`,
    );
    expect(await page.getByRole('button', { name: 'Make an invitation' }).count()).toBe(0);
    await page.goto(`${server.url}/?view=members&org=nobody`);
    await page.getByRole('alert').getByText('You belong to no organisation of that name.').waitFor();
    await page.goto(`${server.url}/?view=members`);
    await page.getByRole('alert').getByText('You are a curator of no organisation.').waitFor();
    const anonymous = await openPage(browser, `${server.url}/?view=members&org=${org}`);
    await anonymous.page.getByRole('alert').waitFor();
    expect(await anonymous.page.locator('.member-list').count()).toBe(0);
  });

  it('of a crowd come page by page', async () => {
    const { page } = await curates(Array.from({ length: CROWD }, () => 'reader' as const));
    await expect.poll(() => rows(page).count()).toBe(50);
    await page.getByRole('button', { name: 'Show more members' }).click();
    await expect.poll(() => rows(page).count()).toBe(CROWD + 1);
    expect(await page.getByRole('button', { name: 'Show more members' }).count()).toBe(0);
  });

  it('are laid out for every width in both schemes and languages, and axe finds nothing', {
    timeout: LAYOUTS_MS,
  }, async () => {
    const { page, org, id, visit } = await curates(ROLES);
    {
      await using store = await records();
      await store.signIn({
        issuer: 'https://id.example',
        subject: LONG,
        name: LONG,
        before: { session: 's', user: 'u_other_1', isSignedIn: false, expiresAt: 1 },
        freshUser: 'u_none',
        session: 'long',
        sessionExpiresAt: 1,
        idToken: null,
        memberships: [{ org_id: org, role: 'curator' }],
        at: Date.parse(server.clock.now()),
      });
      await store.join('a-second-organisation', id, 1, 'curator');
    }
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width: 1280, height: 900 });
      await visit();
      await page.getByRole('button', { name: 'Make an invitation' }).click();
      await page.locator('.invite-address').waitFor();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        expect(await overflow(), `${scheme} ${width}`).toBeLessThanOrEqual(0);
        expect(await violations(page), `${scheme} ${width}`).toEqual([]);
        await picture(page, `${scheme}-${width}`);
        await rows(page).nth(1).getByRole('button').first().click();
        await page.getByRole('dialog').waitFor();
        expect(await overflow(), `${scheme} ${width}, dialog`).toBeLessThanOrEqual(0);
        expect(await violations(page), `${scheme} ${width}, dialog`).toEqual([]);
        await picture(page, `role-${scheme}-${width}`);
        await page.keyboard.press('Escape');
      }
    }
    await page.setViewportSize({ width: 360, height: 900 });
    for (const lang of ['de', 'es', 'en-XA', 'ar-XB']) {
      await page.goto(`${server.url}/?view=members&org=${org}&lang=${lang}`);
      await rows(page).nth(3).waitFor();
      expect(await overflow(), lang).toBeLessThanOrEqual(0);
      await picture(page, lang);
    }
  });
});

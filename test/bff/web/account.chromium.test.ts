/** Signing in and out in a browser, at a real identity provider. */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ensureWeb } from '../../../bff/web-build.ts';
import { launch, openPage, violations } from '../../e2e/browser-page.ts';
import { describeChromium } from '../../setup/describe-engine.ts';
import { freePort } from '../../setup/free-port.ts';
import { CLIENT_ID, CLIENT_SECRET, startProvider, type TestProvider } from '../sign-in/test-provider.ts';
import { dataFolder, startWholeServer, type WholeServer } from '../whole-server.ts';

const PICTURES = process.env.ADDUCE_TEST_PICTURES;
const MAPPING = new Map([['editors', { org_id: 'acme', role: 'curator' as const }]]);

describeChromium('signing in', (found) => {
  let browser: Browser;
  let folder: Awaited<ReturnType<typeof dataFolder>>;
  let provider: TestProvider;
  let server: WholeServer;

  beforeAll(async () => {
    const webFolder = await ensureWeb();
    folder = await dataFolder();
    const port = await freePort();
    provider = await startProvider(`http://127.0.0.1:${port}`);
    const client = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
    const claims = { scope: 'openid profile groups', claim: 'groups', mapping: MAPPING };
    const signIn = { issuer: provider.issuer, ...client, ...claims };
    server = await startWholeServer({ folder: folder.path, port, bff: { webFolder, signIn } });
    browser = await launch(found().executablePath);
  });
  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    provider.signsIn = 'ada';
    provider.people.set('ada', { name: 'Ada Lovelace, Countess of Lovelace', groups: ['editors'] });
  });

  const picture = async (page: Awaited<ReturnType<typeof openPage>>['page'], name: string) => {
    if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  };

  it('goes by the keyboard, comes back to the same place, and ends with the provider’s session', async () => {
    const { page, errors } = await openPage(browser, `${server.url}/explore?q=moons`);
    const link = page.getByRole('link', { name: 'Sign in' });
    await link.waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'sign-in');
    await link.focus();
    await page.keyboard.press('Enter');
    const account = page.getByRole('button', { name: 'Ada Lovelace' });
    await account.waitFor();
    expect(new URL(page.url()).pathname).toBe('/explore');
    const menu = page.getByRole('region', { name: 'Account' });
    expect(await menu.isVisible()).toBe(false);
    await account.focus();
    await page.keyboard.press('Enter');
    await menu.waitFor();
    expect(await menu.textContent()).toContain('acme: curator');
    expect(await violations(page)).toEqual([]);
    await picture(page, 'account');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    expect(await account.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe('Members of acme');
    await page.keyboard.press('Tab');
    await expect.poll(focused).toBe('Sign out');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.origin === provider.issuer && url.pathname === '/session/end');
    const session = await page.request.get(`${server.url}/api/session`);
    expect(await session.json()).toMatchObject({ account: null });
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('that was refused says so, and takes it out of the address', async () => {
    provider.signsIn = null;
    const { page } = await openPage(browser, server.url);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('The sign-in was not completed.').waitFor();
    expect(page.url()).toBe(`${server.url}/`);
    expect(await violations(page)).toEqual([]);
    await picture(page, 'sign-in-refused');
    await page.context().close();
  });

  it('has its entry inside the header at each width', async () => {
    const { page } = await openPage(browser, server.url);
    await page.getByRole('link', { name: 'Sign in' }).click();
    const account = page.getByRole('button', { name: 'Ada Lovelace' });
    for (const width of [320, 768, 1_280]) {
      await page.setViewportSize({ width, height: 800 });
      await account.waitFor();
      const own = await account.boundingBox();
      expect(own && own.x >= 0 && own.x + own.width <= width).toBe(true);
      const overlaps = await account.evaluate((button) => {
        const box = button.getBoundingClientRect();
        const others = [...document.querySelectorAll('.top a, .top select, .top button')];
        return others.filter((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          const isApart = right <= box.left || left >= box.right || bottom <= box.top || top >= box.bottom;
          return one !== button && !isApart && right > left;
        }).length;
      });
      expect(overlaps).toBe(0);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await picture(page, `account-${width}`);
    }
    await page.context().close();
  });

  it('is ended where the server lets nobody sign in any more', async () => {
    await using other = await dataFolder();
    const webFolder = await ensureWeb();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const [context, cookies] = await signedInAt(other.path, port, webFolder);
    // The same records and key, without the settings.
    await using plain = await startWholeServer({ folder: other.path, port, bff: { webFolder } });
    expect(plain.url).toBe(url);
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('button', { name: 'Ada Lovelace' }).click();
    const menu = page.getByRole('region', { name: 'Account' });
    await menu.getByText('Nobody can sign in on this server any more').waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'sign-out-only');
    await menu.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL((to) => to.href === `${url}/`);
    await page.getByRole('button', { name: 'Ask', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Ada Lovelace' }).count()).toBe(0);
    // A copy of the cookie has ended, too.
    const copy = await browser.newContext();
    await copy.addCookies(cookies);
    const { account } = await (await copy.request.get(`${url}/api/session`)).json();
    expect(account).toBeNull();
    await copy.close();
    await context.close();
  });

  /** A browser that signed in at a server that has ended since. */
  async function signedInAt(path: string, port: number, webFolder: string) {
    await using own = await startProvider(`http://127.0.0.1:${port}`);
    own.signsIn = 'ada';
    own.people.set('ada', { name: 'Ada Lovelace', groups: [] });
    const client = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
    const signIn = {
      issuer: own.issuer,
      ...client,
      scope: 'openid profile',
      claim: 'groups',
      mapping: new Map(),
    };
    await using signing = await startWholeServer({ folder: path, port, bff: { webFolder, signIn } });
    const { page } = await openPage(browser, signing.url);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Ada Lovelace' }).waitFor();
    const context = page.context();
    const cookies = await context.cookies(signing.url);
    await page.close();
    return [context, cookies] as const;
  }

  it('has no entry where the server lets nobody sign in', async () => {
    await using other = await dataFolder();
    const webFolder = await ensureWeb();
    await using plain = await startWholeServer({ folder: other.path, bff: { webFolder } });
    const { page } = await openPage(browser, plain.url);
    await page.getByRole('button', { name: 'Ask', exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(0);
    await page.context().close();
  });
});

/** An organisation that a reader of the page curates, in a browser. */
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openSqliteRecords } from '../../../bff/records/open-sqlite.ts';
import type { Role } from '../../../bff/roles.ts';
import { ensureWeb } from '../../../bff/web-build.ts';
import { closeContexts, launch, openPage } from '../../e2e/browser-page.ts';
import type { ChromiumBrowser } from '../../setup/engine.ts';
import { freePort } from '../../setup/free-port.ts';
import { CLIENT_ID, CLIENT_SECRET, startProvider, type TestProvider } from '../sign-in/test-provider.ts';
import { dataFolder, ingestMoons, startWholeServer, type WholeServer } from '../whole-server.ts';

export let browser: Browser;
let folder: Awaited<ReturnType<typeof dataFolder>>;
export let provider: TestProvider;
export let server: WholeServer;
let organisations = 0;

/** One server, one provider of accounts and one browser for the tests of a file. */
export function serveOrganisations(found: () => ChromiumBrowser): void {
  beforeAll(async () => {
    folder = await dataFolder();
    const port = await freePort();
    provider = await startProvider(`http://127.0.0.1:${port}`);
    const client = { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
    const mapping = new Map([
      ['editors', { org_id: 'given', role: 'curator' as const }],
      ['staff', { org_id: 'given', role: 'contributor' as const }],
    ]);
    const signIn = { ...client, scope: 'openid profile groups', claim: 'groups', mapping };
    server = await startWholeServer({
      folder: folder.path,
      port,
      bff: { webFolder: await ensureWeb(), signIn },
    });
    await ingestMoons(server.engine);
    browser = await launch(found().executablePath);
  });
  afterEach(async () => {
    await closeContexts(browser);
  });
  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });
}

export const records = () => openSqliteRecords(join(folder.path, 'bff.sqlite'));

/** Signs in, as a curator of an organisation of its own with these others. */
export async function curates(others: readonly Role[] = [], options: BrowserContextOptions = {}) {
  const org = `org-${++organisations}`;
  provider.signsIn = `ada ${org}`;
  provider.people.set(`ada ${org}`, { name: 'Ada Lovelace', groups: [] });
  const opened = await openPage(browser, server.url, options);
  const { page } = opened;
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Ada Lovelace' }).waitFor();
  const session = await (await page.request.get(`${server.url}/api/session`)).json();
  const id: string = session.personal_org.split('/')[1];
  await using store = await records();
  const at = Date.parse(server.clock.now());
  await store.join(org, id, at, 'curator');
  for (const [index, role] of others.entries()) await store.join(org, `u_other_${index}`, at, role);
  const visit = () => page.goto(`${server.url}/?view=members&org=${org}`);
  await visit();
  await page.getByRole('heading', { name: `Members of ${org}` }).waitFor();
  await rows(page).first().waitFor();
  return { ...opened, org, id, visit };
}

export const rows = (page: Page) => page.locator('.member-list > li');
export const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
export const says = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).waitFor();
export const roleIn = async (org: string, user: string) => {
  await using store = await records();
  return (await store.members(org)).find(({ user_id }) => user_id === user)?.role ?? null;
};

import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, openPage, violations } from '../../../e2e/browser-page.ts';
import { describeChromium } from '../../../setup/describe-engine.ts';
import { appendFindings } from '../graphql-server.ts';
import { type DemoServer, startDemo } from './demo-server.ts';

/** A folder for pictures of each view, for people to look at; none by default. */
const PICTURES = process.env.ADDUCE_TEST_PICTURES;
const RUN = 'button[aria-label^="Execute query"]';
/** Ours; what is in between is GraphiQL's. */
const OWN = ['.adduce-bar', '.adduce-log'];

describeChromium('the page of GraphQL', (found) => {
  let browser: Browser;
  let demo: DemoServer;

  beforeAll(async () => {
    demo = await startDemo();
    browser = await launch(found().executablePath);
  });
  afterAll(async () => {
    await browser.close();
    await demo[Symbol.asyncDispose]();
  });

  async function opened(hash = '', options = {}): Promise<{ page: Page; errors: readonly string[] }> {
    const { page, errors } = await openPage(browser, `${demo.server.url}${hash}`, options);
    await page.waitForSelector(RUN);
    return { page, errors };
  }

  /** What a button copied, as the page was given it. */
  async function copied(page: Page, button: string): Promise<string> {
    await page.evaluate(
      'navigator.clipboard.writeText = (text) => { self.copied = text; return Promise.resolve(); }',
    );
    await page.click(button);
    return String(await page.evaluate('self.copied'));
  }

  it.each(['light', 'dark'] as const)(
    'is accessible in its own parts and breaks no policy in %s',
    async (colorScheme) => {
      const { page, errors } = await opened('', { colorScheme, viewport: { width: 1200, height: 800 } });
      await page.click('#events');
      // GraphiQL puts the name of a button's picture behind each name.
      const tabs = (await page.getByRole('tab').allTextContents()).join(' ');
      for (const name of ['Entities', 'Changes', 'Publishers', 'Clusters', 'LiveFindings']) {
        expect(tabs).toContain(name);
      }
      await page.click(RUN);
      await page.locator('.result-window').getByText('totalCount').first().waitFor();
      expect(errors).toEqual([]);
      if (PICTURES !== undefined)
        await page.screenshot({ path: join(PICTURES, `graphql-${colorScheme}.png`) });
      await page.context().close();
      const bare = await opened('', { colorScheme, bypassCSP: true });
      await bare.page.click('#events');
      expect(await violations(bare.page, OWN)).toEqual([]);
      await bare.page.context().close();
    },
  );

  it('opens another tab by the mouse', async () => {
    const { page } = await opened('', { viewport: { width: 1200, height: 800 } });
    const tab = page.getByRole('tab').nth(2);
    const box = await tab.boundingBox();
    if (box === null) throw new Error('the tab is not in sight');
    await page.mouse.click(box.x + box.width / 3, box.y + box.height / 2);
    await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
    await page.context().close();
  });

  it('asks no server but its own', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(demo.server.url);
    await page.waitForSelector(RUN);
    const { origin } = new URL(demo.server.url);
    expect(asked.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([]);
    await context.close();
  });

  it('carries a query in a link, behind the #, and opens it', async () => {
    const hash = `#${new URLSearchParams({ query: 'query Mine($q: String!) { search(q: $q) { title } }', variables: '{"q":"it’s Saturn"}' })}`;
    const { page } = await opened(hash);
    const link = new URL(await copied(page, '#share'));
    expect(new URLSearchParams(link.hash.slice(1)).get('query')).toContain('query Mine');
    expect(link.search).toBe('');
    const command = await copied(page, '#curl');
    expect(command).toContain(`curl '${new URL(demo.server.url).origin}/graphql'`);
    expect(command).toContain('it’s Saturn');
    await page.context().close();
  });

  it('gives a command that a shell takes as it stands, whatever the query holds', async () => {
    const query = `{ search(q: "it's $(touch x) \`y\`") { title } }`;
    const { page } = await opened(`#${new URLSearchParams({ query, variables: '{}' })}`);
    const command = await copied(page, '#curl');
    const { execFile } = await import('node:child_process');
    const { promisify } = await import('node:util');
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -s`]);
    expect(JSON.parse(stdout).errors).toBeUndefined();
    await page.context().close();
  });

  it('logs each event of a subscription as text', async () => {
    const query = 'subscription { findings { seq answerId reasons { code } } }';
    const { page, errors } = await opened(`#${new URLSearchParams({ query, variables: '{}' })}`);
    await page.click('#events');
    await page.click(RUN);
    await page.locator('#entries p', { hasText: demo.answerId }).first().waitFor();
    await appendFindings(demo.server.engine, [
      { answer: 'x', reasons: [{ code: '<img src=x onerror=alert(1)>' as never, claim: null }] },
    ]);
    await page.locator('#entries p', { hasText: 'onerror' }).waitFor();
    expect(await page.locator('#entries img').count()).toBe(0);
    expect(Number(await page.textContent('#count'))).toBeGreaterThan(2);
    await page.click('#clear');
    expect(await page.textContent('#count')).toBe('0');
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

/** What a reader puts to a statement of an answer, from the page: tried first, appended once, refused in words. */
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { CONTRIBUTE } from '../../bff/features.ts';
import { writeInvitation } from '../../bff/invitation.ts';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import { openSessionKey } from '../../bff/session-key.ts';
import type { ClaimAddr } from '../../graph/address.ts';
import { claimsOf } from '../bff/whole-server.ts';
import { disputeBy } from '../engine/annotated.ts';
import { describeChromium } from '../setup/describe-engine.ts';
import { openPage, violations } from './browser-page.ts';
import { planetBrowser, questionOf } from './browser-planets.ts';

/** A folder for pictures of each state, for people to look at; none by default. */
const PICTURES = process.env.ADDUCE_TEST_PICTURES;
const WIDTHS = [360, 768, 1280];
const SCHEMES = ['light', 'dark'] as const;
/** One question for each test, so that none changes the verdict of another's answer. */
const PLANETS = ['Saturn', 'Jupiter', 'Uranus', 'Neptune', 'Mars', 'Pluto', 'Ceres'] as const;
type Planet = (typeof PLANETS)[number];
const TITLES = { Ceres: `كوكب ${'w'.repeat(200)}` };
const LONG_WORD = 'w'.repeat(2_000);

describeChromium('a contribution', (found) => {
  const world = planetBrowser(found, PLANETS, { titles: TITLES });
  beforeAll(async () => {
    await using records = await openSqliteRecords(join(world.folder.path, 'bff.sqlite'));
    await records.entitle('acme', CONTRIBUTE, 'team', true);
  });

  interface Asked {
    readonly page: Page;
    readonly errors: readonly string[];
    readonly answerId: string;
    readonly claim: ClaimAddr;
  }

  /** A member of an organisation that may contribute, before an answer. */
  async function asked(
    planet: Planet,
    options: BrowserContextOptions = {},
    org: string | null = 'acme',
  ): Promise<Asked> {
    const { page, errors } = await openPage(world.browser, await addressFor(org), options);
    if (org !== null) {
      await page.getByRole('button', { name: `Join ${org}` }).click();
      await page.getByText(`You have joined ${org}.`).waitFor();
    }
    await page.getByLabel('Your question').fill(questionOf(planet));
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('region', { name: 'Verdict' }).and(page.locator('[data-tone="PASS"]')).waitFor();
    const answerId = new URL(page.url()).searchParams.get('answer') ?? '';
    // `claimsOf` gives addresses of claims.
    const [claim = ''] = (await claimsOf(world.server, answerId)) as readonly ClaimAddr[];
    return { page, errors, answerId, claim: claim as ClaimAddr };
  }

  async function addressFor(org: string | null): Promise<string> {
    if (org === null) return world.server.url;
    const key = await openSessionKey(world.folder.path);
    const now = Date.parse(world.server.clock.now());
    const invitation = writeInvitation(key, { org, issued: now, expires: now + 600_000 });
    return `${world.server.url}/#invitation=${encodeURIComponent(invitation)}`;
  }

  const form = (page: Page) => page.getByRole('dialog');

  async function opens(page: Page, deed: string): Promise<void> {
    const isNarrow = (page.viewportSize()?.width ?? 1_280) < 800;
    if (isNarrow) await page.getByRole('tab', { name: 'Evidence' }).click();
    await page.getByRole('button', { name: deed, exact: true }).first().click();
    await form(page).getByRole('heading', { name: deed }).waitFor();
  }

  async function tries(page: Page): Promise<void> {
    await form(page).getByRole('button', { name: 'See what it would change' }).click();
  }

  async function namesPage(page: Page, url: string, quote: string): Promise<void> {
    await form(page).getByLabel('A page of the web').check();
    await form(page).getByLabel('Its address').fill(url);
    await form(page)
      .getByLabel(/The passage that says so/)
      .fill(quote);
  }

  async function disputesOf(claim: ClaimAddr): Promise<readonly { readonly actor_root: string }[]> {
    const [entries = []] = await world.server.engine.store.ranges('ledger', {
      by: [{ claim, after: -1 }],
      limit: 100,
    });
    return entries.filter(({ kind }) => kind === 'dispute');
  }

  async function picture(page: Page, name: string): Promise<void> {
    if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  }

  it('is tried before it is written, appended once by a double click, and seen by its sender', async () => {
    const { page, errors, claim } = await asked('Saturn');
    await opens(page, 'Dispute');
    expect(new URL(page.url()).searchParams.get('contribute')).toBe('dispute');
    await namesPage(page, 'https://recount.example/2026', 'Nobody has counted more than twenty.');
    await tries(page);
    await form(page)
      .getByText(/^Belief in the statement: \.\d\d settled → \.\d\d settled$/)
      .waitFor();
    await form(page).getByText('None of your answers would change its verdict.').waitFor();
    await form(page)
      .getByText(/In the name of acme, of standing 700/)
      .waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await disputesOf(claim)).toEqual([]);
    await form(page).getByRole('button', { name: 'Append to the log' }).dblclick();
    await form(page)
      .getByText(/It is entry \d+ of the log, and number 2 in the ledger/)
      .waitFor();
    await form(page).getByText(/^rc_/).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await disputesOf(claim)).toMatchObject([{ actor_root: 'org:acme' }]);
    await page.keyboard.press('Escape');
    await page.getByText(/New evidence, verdict unchanged/).waitFor();
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.getByText('Nobody has counted more than twenty.').waitFor();
    expect(errors).toEqual([]);
  });

  it('names the answer whose verdict would change, and is tried again when its words change', async () => {
    const { page, claim } = await asked('Jupiter');
    await disputeBy(world.server.engine, claim, 'ann');
    await opens(page, 'Dispute');
    await namesPage(page, 'https://recount.example/2026', 'Nobody has counted more than twenty.');
    await tries(page);
    await form(page).getByText('1 answer of yours would change:').waitFor();
    const turn = form(page).getByRole('listitem').filter({ hasText: 'How many moons does Jupiter have?' });
    expect(await turn.innerText()).toMatch(/Sources hold\s+→\s+(Something changed|No longer holds)/);
    const append = form(page).getByRole('button', { name: 'Append to the log' });
    await append.waitFor();
    await form(page)
      .getByLabel(/A note of yours/)
      .fill('Seen in the archive.');
    await append.waitFor({ state: 'detached' });
  });

  it('that is refused says what would be accepted, and keeps what was written', async () => {
    const { page, claim } = await asked('Uranus');
    await opens(page, 'Corroborate');
    await tries(page);
    await form(page).getByRole('button', { name: 'Append to the log' }).waitFor();
    const quote = form(page).getByLabel(/The passage that says so/);
    await quote.fill('Uranus has 99 known moons.');
    await tries(page);
    await form(page)
      .getByRole('alert')
      .getByText(/These words do not stand in “About Uranus”\. Copy the passage from the document/)
      .waitFor();
    const seen = form(page).getByRole('alert').boundingBox();
    expect(((await seen)?.y ?? 0) + ((await seen)?.height ?? 0)).toBeLessThanOrEqual(
      page.viewportSize()?.height ?? 0,
    );
    expect(await quote.inputValue()).toBe('Uranus has 99 known moons.');
    expect(await violations(page)).toEqual([]);
    await picture(page, 'refused');
    await quote.fill('Uranus has 62 known moons.');
    await tries(page);
    await form(page).getByRole('button', { name: 'Append to the log' }).click();
    await form(page)
      .getByText(/It is entry/)
      .waitFor();
    expect(await disputesOf(claim)).toEqual([]);
  });

  it('whose reply is lost is sent again without a second entry', async () => {
    const { page, claim } = await asked('Neptune');
    await opens(page, 'Dispute');
    await namesPage(page, 'https://lost.example/1', 'It was lost.');
    await tries(page);
    await page.route(
      /contribute\.append/,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    const append = form(page).getByRole('button', { name: 'Append to the log' });
    await append.click();
    await form(page)
      .getByRole('alert')
      .getByText(/lost its server/)
      .waitFor();
    expect(await disputesOf(claim)).toHaveLength(1);
    await append.click();
    await form(page)
      .getByText(/It is entry/)
      .waitFor();
    expect(await disputesOf(claim)).toHaveLength(1);
  });

  it('proposes a statement that is found by words', async () => {
    const { page } = await asked('Mars');
    await opens(page, 'Propose a successor');
    await form(page).getByLabel('Find a statement').fill('Pluto moons');
    await page.keyboard.press('Enter');
    await form(page)
      .getByLabel(/Pluto has 65 known moons/)
      .check();
    await form(page).getByLabel('Document', { exact: true }).selectOption({ index: 0 });
    await tries(page);
    await form(page)
      .getByText(/Nothing has been written yet/)
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await form(page).getByRole('button', { name: 'Append to the log' }).click();
    await form(page)
      .getByText(/It is entry/)
      .waitFor();
  });

  it('rests on the document that the form shows, also after others were found', async () => {
    const { page } = await asked('Pluto');
    await opens(page, 'Corroborate');
    await tries(page);
    const append = form(page).getByRole('button', { name: 'Append to the log' });
    await append.waitFor();
    const shown = form(page).getByLabel('Document', { exact: true });
    const tried = await shown.inputValue();
    await form(page).getByLabel('Find another document').fill('About Mars');
    await page.keyboard.press('Enter');
    await expect.poll(() => shown.inputValue()).not.toBe(tried);
    await append.waitFor({ state: 'detached' });
    await shown.selectOption(tried);
    await append.waitFor();
  });

  it('is not open to a stranger, who reads what it takes', async () => {
    const { page } = await asked('Pluto', {}, null);
    await opens(page, 'Annotate');
    await form(page)
      .getByText(/not open to you on this server\. It is open to members.*ask for an invitation/)
      .waitFor();
    expect(await form(page).getByRole('textbox').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await picture(page, 'stranger');
  });

  it('is reached and left by keyboard, and its address opens it again', async () => {
    const { page } = await asked('Saturn');
    const deed = page.getByRole('button', { name: 'Annotate', exact: true }).first();
    await deed.focus();
    await page.keyboard.press('Enter');
    await form(page).getByLabel('Your note').waitFor();
    expect(
      await page.evaluate('document.querySelector("[role=dialog]").contains(document.activeElement)'),
    ).toBe(true);
    await page.reload();
    await form(page).getByLabel('Your note').fill('Looked up.');
    await tries(page);
    await form(page)
      .getByText(/change neither its belief nor any verdict/)
      .waitFor();
    await page.keyboard.press('Escape');
    await form(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.has('contribute')).toBe(false);
  });

  it.each(WIDTHS)(
    'has its place at %i px, with words of 2,000 letters and from right to left',
    async (width) => {
      for (const colorScheme of SCHEMES) {
        const { page } = await asked('Ceres', { viewport: { width, height: 780 }, colorScheme });
        await opens(page, 'Dispute');
        await namesPage(page, `https://long.example/${'p'.repeat(300)}`, LONG_WORD);
        await form(page)
          .getByLabel(/A note of yours/)
          .fill('لا أحد يعرف');
        await tries(page);
        await form(page)
          .getByText(/Nothing has been written yet/)
          .waitFor();
        expect(await violations(page, ['[role="dialog"]'])).toEqual([]);
        const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect(wide).toBeLessThanOrEqual(0);
        const box = await form(page).boundingBox();
        expect(box).not.toBeNull();
        if (box === null) return;
        expect([box.x >= 0, box.x + box.width <= width]).toEqual([true, true]);
        const inside = await form(page).evaluate((popup) => popup.scrollWidth - popup.clientWidth);
        expect(inside).toBeLessThanOrEqual(0);
        // A sheet at the bottom where there is no room beside the answer.
        expect(Math.round(box.y + box.height)).toBe(780);
        await picture(page, `form-${width}-${colorScheme}`);
        await form(page).evaluate((popup) => popup.scrollTo(0, popup.scrollHeight));
        await picture(page, `form-end-${width}-${colorScheme}`);
      }
    },
  );
});

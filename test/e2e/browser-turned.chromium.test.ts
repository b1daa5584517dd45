/** Watching a question in a real browser: the inbox, what is new in it in every window, and notifications. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSqliteRecords, RECORDS_FILE } from '../../bff/records/open-sqlite.ts';
import { claimsOf, disputeTwice } from '../bff/whole-server.ts';
import { saved, verdict } from '../conformance/records-harness.ts';
import { describeChromium } from '../setup/describe-engine.ts';
import { openPage, replyLate, violations } from './browser-page.ts';
import { planetBrowser, publish, questionOf } from './browser-planets.ts';

/** A folder for pictures of each state, for people to look at; none by default. */
const PICTURES = process.env.ADDUCE_TEST_PICTURES;
const WIDTHS = [360, 768, 1280] as const;
const SCHEMES = ['light', 'dark'] as const;

/** One for each test, so that none changes the answer of another's question. */
const PLANETS = ['Saturn', 'Jupiter', 'Uranus', 'Neptune', 'Mars', 'Pluto'] as const;

const SEE = /turned\.see/;
/** A page of the inbox; the count of what is new reads one entry. */
const PAGE = /turned\.list.*limit%22%3A20/;
const QUESTIONS = /questions\.list/;
/** The stream looks at the inbox once a second. */
const LATE_MS = 3_000;
/** Many entries are made and seen, each by a click. */
const SLOW = { timeout: 300_000 };

describeChromium('a watched question', (found) => {
  const lookTiming = { look: 100, again: 0, pace: 0 };
  const world = planetBrowser(found, PLANETS, { bff: { lookTiming } });

  const watchButton = (page: Page) => page.getByRole('button', { name: 'Watch this question' });
  const unseen = (page: Page, count: number) =>
    page.getByText(`${count} ${count === 1 ? 'change' : 'changes'} not seen`).waitFor({ state: 'attached' });
  const entries = (page: Page) => page.locator('.turned-entries > li');

  async function ask(page: Page, q: string): Promise<void> {
    await page.getByLabel('Your question').fill(q);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('article', { name: 'Answer' }).waitFor();
    await page.getByRole('heading', { level: 1, name: q }).waitFor();
  }

  async function watch(page: Page, q: string): Promise<void> {
    await ask(page, q);
    await watchButton(page).click();
    await watchButton(page).and(page.locator('[aria-pressed="true"]')).waitFor();
  }

  async function picture(page: Page, name: string): Promise<void> {
    if (PICTURES === undefined) return;
    for (const colorScheme of SCHEMES) {
      for (const width of WIDTHS) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({
          path: join(PICTURES, `${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
      }
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.emulateMedia({ colorScheme: 'light' });
  }

  const overflow = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  it('is new in the inbox of every window when its answer changes, with the old beside the new', async () => {
    const { page, errors } = await openPage(world.browser, world.server.url);
    await watch(page, questionOf('Saturn'));
    expect(await violations(page)).toEqual([]);
    await picture(page, 'watching');
    const other = await page.context().newPage();
    await other.goto(world.server.url);
    await other.getByRole('link', { name: 'Turned', exact: true }).waitFor();
    await publish(world.server, ['Saturn has 274 known moons.'], { day: '2026-09-30' });
    for (const window of [page, other]) await unseen(window, 1);
    await other.getByRole('link', { name: 'Turned', exact: true }).click();
    expect(new URL(other.url()).search).toBe('?view=turned');
    const entry = other.getByRole('article', { name: questionOf('Saturn') });
    await entry.getByText('The answer has changed').waitFor();
    expect(await entry.locator('del').allInnerTexts()).toEqual(['60']);
    expect(await entry.locator('ins').allInnerTexts()).toEqual(['274']);
    await expect.poll(() => other.title()).toBe('Turned 1 · Adduce');
    expect(await violations(other)).toEqual([]);
    await picture(other, 'turned-new');
    await entry.getByRole('button', { name: `Mark as seen: ${questionOf('Saturn')}` }).click();
    await other.getByText('Nothing new.').waitFor();
    for (const window of [page, other]) {
      await window.getByText('change not seen').waitFor({ state: 'detached' });
    }
    await expect.poll(() => other.evaluate(() => document.activeElement?.id)).toBe('inbox-list');
    await picture(other, 'turned-empty');
    await other.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'All' }).click();
    await entry.getByText(/^seen \d/).waitFor();
    await other.reload();
    await entry.getByText(/^seen \d/).waitFor();
    await entry.getByRole('link', { name: questionOf('Saturn') }).click();
    await other.getByRole('region', { name: 'Then and now' }).locator('ins').getByText('274').waitFor();
    await watchButton(other).and(other.locator('[aria-pressed="true"]')).waitFor();
    expect(errors).toEqual([]);
  });

  it('is watched, and new in the inbox, also where each happened while its list was first read', async () => {
    const { page } = await openPage(world.browser, 'about:blank');
    const { promise, resolve } = Promise.withResolvers<void>();
    await replyLate(page, QUESTIONS, () => promise);
    await page.goto(world.server.url);
    await ask(page, questionOf('Pluto'));
    const watched = page.waitForResponse(/questions\.watch/);
    await watchButton(page).click();
    await watched;
    resolve();
    await watchButton(page).and(page.locator('[aria-pressed="true"]')).waitFor();
    await replyLate(page, PAGE, async () => {
      await publish(world.server, ['Pluto has 274 known moons.'], { day: '2026-09-30' });
      await unseen(page, 1);
    });
    await page.getByRole('link', { name: 'Turned', exact: true }).first().click();
    const entry = page.getByRole('article', { name: questionOf('Pluto') });
    await entry.waitFor();
    // The reply from before the change comes now.
    await page.unrouteAll({ behavior: 'wait' });
    await entry.waitFor();
  });

  it('without an answer is watched from its page, and the inbox says when the gap closes', async () => {
    const q = 'Who painted the ceiling of the Sistine Chapel?';
    const { page, errors } = await openPage(world.browser, world.server.url);
    await watch(page, q);
    await page.getByText('Nothing here answers that.').waitFor();
    await page.getByText(/or when there is one\.$/).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'watching-a-gap');
    await publish(world.server, ['Michelangelo painted the ceiling of the Sistine Chapel.'], {
      day: '2026-09-30',
    });
    await unseen(page, 1);
    await page.goto(`${world.server.url}/?view=turned`);
    const entry = page.getByRole('article', { name: q });
    await entry.getByText('There is an answer now').waitFor();
    await entry.locator('ins').first().waitFor();
    await picture(page, 'turned-gap');
    await page.getByRole('button', { name: 'Mark all as seen' }).click();
    await page.getByText('Nothing new.').waitFor();
    expect(errors).toEqual([]);
  });

  it('is listed with its answer, and is not watched any more after a click', async () => {
    const { page } = await openPage(world.browser, world.server.url);
    await watch(page, questionOf('Uranus'));
    await page.goto(`${world.server.url}/?view=turned&list=questions`);
    const entry = page.getByRole('article', { name: questionOf('Uranus') });
    await entry.getByText('Uranus has 62 known moons.').waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'questions');
    await entry.getByRole('button', { name: `Stop watching “${questionOf('Uranus')}”` }).click();
    await page.getByText('You watch no question yet').waitFor();
    await page.goBack();
    await page.getByRole('article', { name: 'Answer' }).waitFor();
    await watchButton(page).and(page.locator('[aria-pressed="false"]')).waitFor();
  });

  it('shares its inbox with saved answers whose verdict changes', async () => {
    const { page } = await openPage(world.browser, world.server.url);
    await ask(page, questionOf('Mars'));
    await page.getByText('Save this answer').click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    const [claim = ''] = await claimsOf(world.server, new URL(page.url()).searchParams.get('answer') ?? '');
    await disputeTwice(world.server, claim);
    await unseen(page, 1);
    await page.goto(`${world.server.url}/?view=turned`);
    const entry = page.getByRole('article', { name: questionOf('Mars') });
    await entry.getByText('The same answer has another verdict').waitFor();
    await entry.getByText('Sources hold → No longer holds').waitFor();
    await picture(page, 'turned-saved');
  });

  /** Entries on saved answers, as if their verdicts had changed one after the other. */
  async function fillInbox(q: string, count: number): Promise<void> {
    const file = join(world.folder.path, RECORDS_FILE);
    const database = new Database(file, { readonly: true });
    const user = database
      .prepare<[string], string>('select user_id from watched_questions where q = ?')
      .pluck()
      .get(q);
    database.close();
    await using records = await openSqliteRecords(file);
    for (let at = 0; at < count; at += 1) {
      const answer_id = `ans_many_${at}`;
      await records.save(saved(`many_${at}`, { user_id: user ?? '', answer_id, q: `Number ${at}?` }));
      const found = new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString();
      await records.noteVerdict({ ...verdict(answer_id, 'FAIL', 0), at: found });
    }
  }

  it('is marked as seen one by one with a read each, however many pages are loaded', SLOW, async () => {
    const q = 'Who carved the Venus of Milo?';
    const { page, errors } = await openPage(world.browser, world.server.url);
    await watch(page, q);
    await fillInbox(q, 50);
    await unseen(page, 50);
    await page.goto(`${world.server.url}/?view=turned`);
    for (const count of [20, 40]) {
      await expect.poll(() => entries(page).count()).toBe(count);
      await page.getByRole('button', { name: 'Show older changes' }).click();
    }
    await expect.poll(() => entries(page).count()).toBe(50);
    let reads = 0;
    page.on('request', (request) => {
      if (request.url().includes('turned.list')) reads += 1;
    });
    await replyLate(page, SEE, LATE_MS);
    const late = page.waitForResponse(SEE);
    for (let clicks = 1; clicks <= 9; clicks += 1) {
      const name = `Mark as seen: Number ${50 - 4 * clicks}?`;
      await page.getByRole('button', { name, exact: true }).click();
      await unseen(page, 50 - clicks);
      if (clicks > 1) continue;
      await late;
      await page.waitForTimeout(300);
      await unseen(page, 49);
    }
    await page.waitForTimeout(1_500);
    expect(reads).toBeLessThanOrEqual(9);
    expect(await entries(page).count()).toBe(41);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByRole('button', { name: 'Mark all as seen' }).click();
    await page.getByText('Nothing new.').waitFor();
    expect(errors).toEqual([]);
  });

  it.each([
    ['a word of 2,000 letters', 'ab'.repeat(1_000)],
    ['right-to-left text', 'כמה ירחים יש לשבתאי, ומתי התגלו?'],
  ])('of %s stays within a narrow window', async (name, q) => {
    const { page } = await openPage(world.browser, world.server.url, {
      viewport: { width: 360, height: 800 },
    });
    await watch(page, q);
    await page.goto(`${world.server.url}/?view=turned&list=questions`);
    await entries(page).first().waitFor();
    expect(await overflow(page)).toBe(0);
    expect(await page.locator('.turned-entries h3').getAttribute('dir')).toBe('auto');
    expect(await violations(page)).toEqual([]);
    await picture(page, `questions-${name.split(' ')[0]}-${q.length}`);
  });

  /** Counts what the browser is asked to show, in all windows. */
  async function countNotifications(context: BrowserContext): Promise<string[]> {
    const shown: string[] = [];
    await context.exposeBinding('onNotified', (_, title: string) => void shown.push(title));
    await context.addInitScript(() => {
      const Real = window.Notification;
      class Counted extends Real {
        constructor(title: string, options?: NotificationOptions) {
          super(title, options);
          (window as unknown as { onNotified(title: string): void }).onNotified(title);
        }
      }
      window.Notification = Counted;
    });
    return shown;
  }

  /** As in a browser whose processes read each other's writes late: a window sees what was stored when it was opened. */
  const readStaleStorage = (page: Page) =>
    page.addInitScript(() => {
      const stored: Record<string, unknown> = { ...window.localStorage };
      Storage.prototype.getItem = (name) => (stored[name] as string | undefined) ?? null;
    });

  it('notifies once, however many windows are open, and not again until that is seen', async () => {
    const q = questionOf('Jupiter');
    const { page } = await openPage(world.browser, world.server.url);
    const context = page.context();
    await context.grantPermissions(['notifications'], { origin: world.server.url });
    const shown = await countNotifications(context);
    await page.reload();
    await watch(page, q);
    await page.getByRole('button', { name: 'Notify me in this browser' }).click();
    await page.getByText('This browser notifies you of each change').waitFor();
    await picture(page, 'notified');
    const others = [await context.newPage(), await context.newPage()];
    for (const other of others) {
      await readStaleStorage(other);
      await other.goto(`${world.server.url}/?view=turned`);
      await other.getByText('Nothing new.').waitFor();
    }
    await publish(world.server, ['Jupiter has 95 known moons.'], { day: '2026-09-29' });
    for (const window of [page, ...others]) await unseen(window, 1);
    await expect.poll(() => shown).toEqual(['The answer has changed · Adduce']);
    await publish(world.server, ['Jupiter has 97 known moons.'], { day: '2026-09-30' });
    await others[0]?.getByText('The answer has changed, after 2 changes').waitFor();
    await page.reload();
    await unseen(page, 1);
    expect(shown).toHaveLength(1);
    await others[0]?.getByRole('button', { name: 'Mark all as seen' }).click();
    for (const window of [page, ...others]) {
      await window.getByText('change not seen').waitFor({ state: 'detached' });
    }
    await publish(world.server, ['Jupiter has 101 known moons.'], { day: '2026-10-01' });
    await unseen(page, 1);
    await expect.poll(() => shown).toHaveLength(2);
  });

  it('asks for no permission without a click, and says where notifications are refused or unknown', async () => {
    const context = await world.browser.newContext();
    await context.addInitScript(() => {
      const asked: string[] = [];
      Object.assign(window, { asked });
      Object.defineProperty(Notification, 'permission', {
        get: () => (asked.length === 0 ? 'default' : 'denied'),
      });
      Notification.requestPermission = async () => {
        asked.push('asked');
        return 'denied';
      };
    });
    const page = await context.newPage();
    await page.goto(world.server.url);
    await watch(page, questionOf('Neptune'));
    const asked = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked.length);
    expect(await asked()).toBe(0);
    await page.getByRole('button', { name: 'Notify me in this browser' }).click();
    await page.getByText('This browser does not allow this page to notify you').waitFor();
    expect(await asked()).toBe(1);
    expect(await page.getByRole('button', { name: 'Notify me in this browser' }).count()).toBe(0);
    const without = await world.browser.newContext();
    await without.addInitScript(() => Reflect.deleteProperty(window, 'Notification'));
    const old = await without.newPage();
    await old.goto(`${world.server.url}/?view=turned`);
    await old.getByText('This browser shows no notifications of pages').waitFor();
    expect(await violations(old)).toEqual([]);
  });
});

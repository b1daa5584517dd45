/** Nothing is green that is not watched: what a page shows when its stream is narrow, late, silent, cut off or without an engine. */
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import { claimsOf, disputeTwice, MOONS } from '../bff/whole-server.ts';
import { ingestInto, jsonLines } from '../engine/documents.ts';
import { describeChromium } from '../setup/describe-engine.ts';
import {
  ask,
  coloured,
  fail,
  history,
  live,
  look,
  open,
  serveLive,
  service,
  TIMING,
} from './browser-live.ts';
import { banner, folder, server } from './browser-moons.ts';
import { replyLate } from './browser-page.ts';

const STREAM = '**/api/trpc/findings*';

/** Long enough to look at the page meanwhile. */
const LATE_MS = 2_000;
const SAVED = 260;

const saved = (page: Page) => page.getByRole('region', { name: 'Saved', exact: true });

describeChromium('what a page shows as current', (found) => {
  serveLive(found);

  describe('of many saved answers', () => {
    /** The one that was asked for is the oldest of 260, each of which was recorded as PASS. */
    async function withManySaved(page: Page): Promise<void> {
      await ask(page);
      await live(page);
      await using records = await openSqliteRecords(join(folder.path, 'bff.sqlite'));
      const org: string = await page.evaluate(
        'fetch("/api/session").then((reply) => reply.json()).then(({ personal_org }) => personal_org)',
      );
      const user = org.replace(/^.*\//, '');
      const [asked] = (await records.history({ of: { user }, limit: 1 })).rows;
      if (asked === undefined) throw new Error('nothing was recorded');
      for (let index = 0; index < SAVED; index += 1) {
        const { user_id, q, as_of, corpus, summary_hash, receipt_hash } = asked;
        await records.save({
          ...{ user_id, q, as_of, corpus, summary_hash, receipt_hash },
          id: `saved-${String(index).padStart(3, '0')}`,
          answer_id: index === 0 ? asked.answer_id : `ans_of_another_engine_${index}`,
          snapshot_id: 's',
          created_at: index,
          title: `Entry ${index}`,
          folder: null,
          summary: 's',
          findings_state: 'PASS',
          tags: [],
        });
      }
    }

    async function loadAll(page: Page): Promise<void> {
      const older = page.getByRole('button', { name: 'Show older saved answers' });
      for (let entries = 20; entries < SAVED; entries += 20) {
        await saved(page)
          .locator('li')
          .nth(entries - 1)
          .waitFor();
        await older.click();
      }
      await saved(page).getByRole('link', { name: 'Entry 0', exact: true }).waitFor();
    }

    const oldest = (page: Page) => saved(page).locator('li').last();

    it('the last of 260 turns too, and what the engine does not know is never green', async () => {
      const page = await open();
      await withManySaved(page);
      await page.reload();
      await loadAll(page);
      await oldest(page).locator('[data-tone="PASS"]').getByText('Sources hold').waitFor();
      expect(await saved(page).locator('[data-tone="PASS"]').count()).toBe(1);
      await saved(page).getByText('No verdict. Last known: Sources hold').first().waitFor();
      await fail(page);
      await oldest(page).locator('[data-tone="FAIL"]').getByText('No longer holds').waitFor();
      await look(page, 'many');
    });

    it('one beyond the bound is said not to be watched, and is not green when it fails', async () => {
      const page = await open();
      await withManySaved(page);
      const answer = new URL(page.url()).searchParams.get('answer') ?? '';
      // A server that watches only the newest twenty saved answers.
      await page.route(STREAM, async (route) => {
        const url = new URL(route.request().url());
        url.searchParams.set('input', JSON.stringify({ answer_ids: [], saved: 20, history: 0 }));
        await route.continue({ url: url.href });
      });
      await page.goto(server.url);
      await loadAll(page);
      await oldest(page).getByText('Not watched. Last known: Sources hold').waitFor();
      const [claim = ''] = await claimsOf(server, answer);
      await disputeTwice(server, claim);
      await server.engine.monitor.catchUp();
      await page.waitForTimeout(3 * TIMING.beat);
      expect(await coloured(page)).toBe(0);
      await look(page, 'beyond');
    });
  });

  it('an answer is grey until the stream confirms it, however long its first event takes', async () => {
    const page = await open();
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    await page.route(STREAM, async (route: Route) => {
      await gate;
      await route.continue();
    });
    await page.reload();
    await ask(page);
    await banner(page).getByText('Checking… As answered: Sources hold').waitFor();
    await banner(page)
      .getByText(/^As answered at \d\d:\d\d, connecting to live updates…/)
      .waitFor();
    await history(page).getByText('Checking… Last known: Sources hold').waitFor();
    expect(await coloured(page)).toBe(0);
    await look(page, 'first-word');
    await service(page)
      .getByText(/^This page has had no connection to its server since \d\d:\d\d/)
      .waitFor();
    expect(await coloured(page)).toBe(0);
    release();
    await live(page);
    await banner(page).and(page.locator('[data-tone="PASS"]')).waitFor();
    expect(await service(page).innerText()).toBe('');
  });

  for (const event of ['focus', 'pageshow', 'visibilitychange'] as const) {
    it(`a picture from before a sleep is grey before the next one is drawn, by ${event}`, async () => {
      const page = await open();
      await ask(page);
      await live(page);
      // What would come after the sleep never gets through.
      await page.route(STREAM, (route) => route.abort());
      const colours = await page.evaluate(`(async () => {
        const before = Date.now;
        Date.now = () => before() + 3_600_000;
        (${JSON.stringify(event)} === 'visibilitychange' ? document : window).dispatchEvent(new Event(${JSON.stringify(event)}));
        // A frame comes later than this.
        await Promise.resolve();
        return document.querySelectorAll('[data-tone="PASS"]').length;
      })()`);
      expect(colours).toBe(0);
      await banner(page).getByText('Not current. Last known: Sources hold').waitFor();
      await fail(page);
      await page.waitForTimeout(3 * TIMING.beat);
      expect(await coloured(page)).toBe(0);
      await page.unroute(STREAM);
      await banner(page).and(page.locator('[data-tone="FAIL"]')).waitFor();
    });
  }

  it('a jump of the clock makes it grey, whatever the old connection still sends', async () => {
    const page = await open();
    await ask(page);
    await live(page);
    await page.route(STREAM, (route) => route.abort());
    await page.evaluate('{ const before = Date.now; Date.now = () => before() + 3_600_000; }');
    await banner(page).getByText('Not current. Last known: Sources hold').waitFor();
    await page.waitForTimeout(3 * TIMING.beat);
    expect(await coloured(page)).toBe(0);
    await page.unroute(STREAM);
    await live(page);
  });

  for (const [event, target] of [
    ['freeze', 'document'],
    ['pagehide', 'window'],
  ] as const) {
    it(`the last picture before a ${event} is grey, and the page asks anew when it runs again`, async () => {
      const page = await open();
      await ask(page);
      await live(page);
      // The answer's, and that of its entry in the history.
      await expect.poll(() => coloured(page)).toBe(2);
      // Headless browsers freeze no page that is in front, so the event is all there is of it.
      const colours = await page.evaluate(`(async () => {
        const before = document.querySelectorAll('[data-tone="PASS"]').length;
        ${target}.dispatchEvent(new Event('${event}'));
        await Promise.resolve();
        return [before, document.querySelectorAll('[data-tone="PASS"]').length];
      })()`);
      expect(colours).toEqual([2, 0]);
      await banner(page).and(page.locator('[data-tone="PASS"]')).waitFor();
    });
  }

  it('the answer of one corpus is not shown while the same question is put to another', async () => {
    const other = {
      id: 'saturn',
      text: 'Saturn has 9 known moons.',
      domain: 'attic.example',
      day: '1905-01-01',
    };
    await ingestInto(server.engine, 'attic', [jsonLines([{ ...other, title: 'An old atlas' }])]);
    const page = await open();
    await ask(page);
    await page.getByLabel('Corpus').selectOption('attic');
    await replyLate(page, /trpc\/ask/, LATE_MS);
    await page.getByLabel('Your question').fill(MOONS);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.locator('.waiting').getByRole('heading', { name: MOONS }).waitFor();
    expect(await page.getByText('Saturn has 62 known moons.').count()).toBe(0);
    await page.getByRole('article').getByText('Saturn has 9 known moons.').first().waitFor();
  });

  it('a document that could not be read is not said to be gone, and is read when the page is opened again', async () => {
    const page = await open();
    await page.route(/trpc\/views\.document/, (route) => route.abort(), { times: 1 });
    await ask(page);
    await page.getByText('The document could not be read: these are its quoted words.').waitFor();
    expect(await page.getByText('cannot be read here any more').count()).toBe(0);
    expect(await page.locator('.source blockquote').innerText()).toBe('Saturn has 62 known moons.');
    await look(page, 'document-unread');
    await page.reload();
    await page.locator('.document').waitFor();
    expect(await page.getByText('could not be read').count()).toBe(0);
  });

  it('a refusal names its fault, the next step, and the receipt of the failed call', async () => {
    const page = await open();
    await page.goto(`${server.url}/?corpus=${'a'.repeat(64)}`);
    await page.getByLabel('Your question').fill(MOONS);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page
      .getByRole('alert')
      .getByText('The name of the corpus is too long: at most 63 characters are allowed. Please shorten it.')
      .waitFor();
    await page.route('**/api/trpc/ask*', (route) => {
      const refusal = {
        ...{ status: 404, kind: 'NotFound', reason: 'missing:corpus', message: 'There is no corpus “sea”.' },
        ...{ next_step: 'Choose another one.', receipt_id: 'rcpt_0123456789' },
      };
      const data = { code: 'NOT_FOUND', httpStatus: 404, path: 'ask', refusal };
      return route.fulfill({ status: 404, json: { error: { message: 'x', code: -32_004, data } } });
    });
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('There is no corpus “sea”. Choose another one.').waitFor();
    await alert.getByText('Receipt of the failed call: rcpt_0123456789').waitFor();
    await look(page, 'refused');
  });
});

/** The library in a real browser: found, narrowed, sorted and compared, by mouse and by keyboard. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSqliteRecords, RECORDS_FILE } from '../../bff/records/open-sqlite.ts';
import { claimsOf, disputeTwice } from '../bff/whole-server.ts';
import { saved } from '../conformance/records-harness.ts';
import { describeChromium } from '../setup/describe-engine.ts';
import { openPage, violations } from './browser-page.ts';
import { questionOf } from './browser-planets.ts';
import {
  ask,
  box,
  chosen,
  DISPUTED,
  entries,
  open,
  PLANETS,
  picture,
  post,
  reader,
  serveLibrary,
  titles,
  undo,
  WIDTHS,
  world,
} from './browser-saved.ts';

/** Hundreds of entries are written, and read page by page. */
const SLOW = { timeout: 300_000 };
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 0, 1);

describeChromium('the library', (found) => {
  serveLibrary(found);

  const shown = (page: Page, words: string) => page.locator('.library-bar').getByText(words, { exact: true });

  const address = (page: Page) => new URL(page.url()).search;
  const overflow = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  /** The reader of a page that has asked nothing but one question, with entries that were made. */
  async function filled(count: number, options: BrowserContextOptions = {}) {
    const opened = await openPage(world.browser, world.server.url, options);
    const answer = await ask(opened.page, 'Saturn');
    const file = join(world.folder.path, RECORDS_FILE);
    const database = new Database(file, { readonly: true });
    const user = database
      .prepare<[string], string>(
        'select user_id from queries where answer_id = ? order by rowid desc limit 1',
      )
      .pluck()
      .get(answer);
    database.close();
    await using records = await openSqliteRecords(file);
    for (let at = 0; at < count; at += 1) {
      const answer_id = `ans_made_${user}_${at}`;
      const entry = {
        user_id: user ?? '',
        answer_id,
        title: `Entry ${at}`,
        q: `Question ${at}?`,
        created_at: FIRST_DAY + Math.floor(at / 50) * DAY_MS + at,
        folder: at % 10 === 0 ? 'Tenth' : null,
        tags: at % 2 === 0 ? ['even'] : [],
        corpus: 'sky',
      };
      await records.save(saved(`made_${user}_${at}`, entry));
    }
    return opened;
  }

  it('lists what was saved with its verdict, and is reached from the rail and by a key', async () => {
    const { page, errors } = await reader();
    await page.reload();
    await page.locator('.rail').getByRole('link', { name: 'Library' }).click();
    await entries(page).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/library');
    await expect.poll(() => page.title()).toBe('Library · Adduce');
    expect((await titles(page)).toSorted()).toEqual([...PLANETS].toSorted());
    const rows = page.getByRole('table').getByRole('row');
    expect(await rows.count()).toBe(1 + PLANETS.length);
    await expect.poll(() => page.locator('.library .chip[data-currency="current"]').count()).toBe(4);
    const saturn = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^Saturn/ }) });
    expect(await saturn.innerText()).toMatch(/Sources hold\s+as when saved\s+Rings\s+#sky\s+sky/);
    expect(await violations(page)).toEqual([]);
    await picture(page, 'table');
    await page.locator('.brand').click();
    await page.locator('.home').waitFor();
    await page.locator('.brand').focus();
    await page.keyboard.press('l');
    await entries(page).first().waitFor();
    await page.getByRole('link', { name: 'Saturn', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: questionOf('Saturn') }).waitFor();
    expect(errors).toEqual([]);
  });

  it('counts anew what was removed and saved beside it meanwhile', async () => {
    const { page } = await reader();
    await open(page);
    const tags = page.getByLabel('Tag', { exact: true }).locator('option');
    await expect.poll(() => tags.allInnerTexts()).toEqual(['any', 'sky (4)']);
    await entries(page).first().locator('.entry').click();
    await page.locator('.rail').getByRole('button', { name: 'Remove “Saturn”' }).click();
    await page.locator('.rail').getByRole('link', { name: 'Library' }).click();
    await expect.poll(() => tags.allInnerTexts()).toEqual(['any', 'sky (3)']);
  });

  it('says so where nothing is saved, and where nothing matches', async () => {
    const { page } = await openPage(world.browser, world.server.url);
    await open(page);
    await page.getByText('Nothing saved yet.').last().waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'empty');
    await open(page, '?folder=Nowhere');
    await page.getByText('No saved answer matches.').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('Nothing saved yet. Save').waitFor();
    expect(address(page)).toBe('');
  });

  it('is searched, narrowed and sorted by its address, which a reload and the back button bring back', async () => {
    const { page } = await reader();
    await open(page);
    await page.getByLabel('Search your saved answers').fill('satu');
    await expect.poll(() => titles(page)).toEqual(['Saturn']);
    expect(address(page)).toBe('?find=satu');
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(['Saturn']);
    await page.getByLabel('Search your saved answers').fill('');
    await expect.poll(() => titles(page)).toHaveLength(4);
    await page.getByRole('button', { name: 'Title' }).click();
    await expect.poll(() => titles(page)).toEqual(['Jupiter', 'Neptune', 'Saturn', 'Uranus']);
    const head = page.getByRole('columnheader', { name: 'Title' });
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await page.getByRole('button', { name: 'Title' }).click();
    await expect.poll(() => titles(page)).toEqual(['Uranus', 'Saturn', 'Neptune', 'Jupiter']);
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    expect(await page.locator('th[aria-sort="none"]').count()).toBe(4);
    expect(address(page)).toBe('?sort=title&order=down');
    await page.getByLabel('Folder', { exact: true }).selectOption({ label: 'Rings (1)' });
    await expect.poll(() => titles(page)).toEqual(['Saturn']);
    expect(address(page)).toBe('?folder=Rings&sort=title&order=down');
    await page.goBack();
    await expect.poll(() => titles(page)).toHaveLength(4);
    await page.getByLabel('Verdict now').selectOption({ label: 'Sources hold (4)' });
    await page.getByLabel('Since saved').selectOption({ label: 'unchanged (4)' });
    await page.getByLabel('Tag', { exact: true }).selectOption({ label: 'sky (4)' });
    await page.locator('.library-filters').getByLabel('Corpus').selectOption({ label: 'sky (4)' });
    await page.getByLabel('Saved on').selectOption({ index: 1 });
    await expect.poll(() => titles(page)).toHaveLength(4);
    await expect
      .poll(() => address(page))
      .toMatch(/^\?verdict=PASS&changed=no&tag=sky&asked=sky&day=\d{4}-\d\d-\d\d&sort=title&order=down$/);
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(['Uranus', 'Saturn', 'Neptune', 'Jupiter']);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => address(page)).toBe('?sort=title&order=down');
  });

  it('shows a verdict that changes beside that of when it was saved', async () => {
    const { page } = await reader();
    const answer_id = await ask(page, DISPUTED);
    await post(page, '/api/saved', { answer_id, title: DISPUTED });
    await open(page);
    const row = entries(page).filter({ hasText: DISPUTED });
    await row.locator('.chip[data-currency="current"]').waitFor();
    const [claim = ''] = await claimsOf(world.server, answer_id);
    await disputeTwice(world.server, claim);
    await row.getByText('No longer holds').waitFor();
    await row.getByText('when saved: Sources hold').waitFor();
    await picture(page, 'changed');
    await page.getByRole('button', { name: 'Verdict' }).click();
    await expect.poll(async () => (await titles(page))[0]).toBe(DISPUTED);
    await expect
      .poll(async () => {
        await open(page, '?changed=yes');
        await page
          .locator('.library-bar [role="status"]')
          .getByText(/\d|matches/)
          .waitFor();
        return titles(page);
      })
      .toEqual([DISPUTED]);
  });

  it('is worked by keys alone: j and k go through the entries, x selects one', async () => {
    const { page } = await reader();
    await open(page, '?sort=title');
    await entries(page).first().waitFor();
    await page.locator('.brand').focus();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await chosen(page, 2);
    expect(await box(page, 'Jupiter').isChecked()).toBe(true);
    expect(await box(page, 'Saturn').isChecked()).toBe(true);
    await page.keyboard.press('x');
    await chosen(page, 1);
    await page.keyboard.press('k');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Neptune');
    await box(page, 'Jupiter').focus();
    await page.keyboard.press('j');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Jupiter');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByText('select an entry of the library').waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('Escape');
    expect(await box(page, 'Jupiter').isChecked()).toBe(true);
    await page.getByLabel('Search your saved answers').fill('x');
    expect(await box(page, 'Jupiter').count()).toBeLessThanOrEqual(1);
  });

  it('compares two answers by what both and only one of them says', async () => {
    const { page, answers } = await reader();
    await open(page);
    await box(page, 'Saturn').check();
    await box(page, 'Jupiter').check();
    await page.getByRole('button', { name: 'Compare' }).click();
    const first = page.getByRole('region', { name: 'First answer' });
    await first.waitFor();
    expect(address(page)).toMatch(/^\?compare=ans_\w+%7Eans_\w+$/);
    expect(decodeURIComponent(address(page))).toContain(answers.get('Saturn') ?? 'none');
    await page
      .getByRole('region', { name: /^Only the (first|second) says$/ })
      .getByText(/Saturn has 60/)
      .waitFor();
    await page
      .getByRole('region', { name: /^Only the (first|second) rests on$/ })
      .getByText(/About Jupiter/)
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'compared');
    await page.reload();
    await first.waitFor();
    await page.getByRole('link', { name: 'Back to the library' }).click();
    await expect.poll(() => entries(page).count()).toBe(4);
    await open(page, '?compare=ans_none~ans_other');
    await page.getByRole('alert').getByText('There is no such answer').waitFor();
  });

  it('of 500 entries is shown by pages of 50, and sorted as a whole', SLOW, async () => {
    const { page, errors } = await filled(500);
    await open(page);
    await expect.poll(() => entries(page).count()).toBe(50);
    expect((await titles(page))[0]).toBe('Entry 499');
    await shown(page, '1–50 of more than 100').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(async () => (await titles(page))[0]).toBe('Entry 449');
    expect(address(page)).toBe('?page=2');
    await page.getByRole('button', { name: 'Saved', exact: true }).click();
    await expect.poll(async () => (await titles(page))[0]).toBe('Entry 0');
    await shown(page, '1–50 of 500').waitFor();
    expect(await page.locator('table').getByRole('row').count()).toBe(51);
    await open(page, '?sort=saved&order=up&page=10');
    await expect.poll(async () => (await titles(page)).at(-1)).toBe('Entry 499');
    await shown(page, '451–500 of 500').waitFor();
    expect(await page.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled')).toBe('true');
    await open(page, '?page=1000000');
    await expect.poll(async () => (await titles(page)).at(-1)).toBe('Entry 0');
    await picture(page, 'many');
    expect(errors).toEqual([]);
  });

  it.each([
    ['words of 200 letters', 'ab'.repeat(100)],
    ['right-to-left text', 'כמה ירחים יש לשבתאי, ומתי התגלו?'],
  ])('has room for %s at each width, as cards where a table has none', async (_, text) => {
    const { page } = await reader();
    const answer_id = await ask(page, 'Saturn');
    const long = { folder: text.slice(0, 64), tags: [text.slice(0, 64)] };
    await post(page, '/api/saved', { answer_id, title: text, ...long });
    await open(page);
    await box(page, text).check();
    await chosen(page, 1);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const [tables, cards] = width === 360 ? [0, 1] : [1, 0];
      await expect.poll(() => page.locator('.saved-table').count()).toBe(tables);
      expect(await page.locator('.saved-cards').count()).toBe(cards);
      expect(await overflow(page)).toBe(0);
      // What is selected stays so, whatever it is shown as.
      expect(await box(page, text).isChecked()).toBe(true);
      expect(await violations(page)).toEqual([]);
    }
    const entry = entries(page).filter({ hasText: text });
    expect(await entry.locator('.entry [dir="auto"]').innerText()).toBe(text);
    await picture(page, `long-${text.length}`);
  });

  it('is sorted and selected as cards, too', async () => {
    const { page } = await reader({ viewport: { width: 360, height: 800 } });
    await open(page);
    await page.getByLabel('Sort by').selectOption('Title');
    await expect.poll(() => titles(page)).toEqual(['Jupiter', 'Neptune', 'Saturn', 'Uranus']);
    await page.getByRole('button', { name: 'Descending' }).click();
    await expect.poll(() => titles(page)).toEqual(['Uranus', 'Saturn', 'Neptune', 'Jupiter']);
    expect(address(page)).toBe('?sort=title&order=down');
    await box(page, 'Saturn').check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('1 answer deleted.').waitFor();
    await expect.poll(() => titles(page)).toEqual(['Uranus', 'Neptune', 'Jupiter']);
    await undo(page).click();
    await expect.poll(() => titles(page)).toHaveLength(4);
    expect(await violations(page)).toEqual([]);
  });
});

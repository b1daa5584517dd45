/** What changes the library in a real browser: many entries at a time, undone, shared, exported, deleted and restored. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { describeChromium } from '../setup/describe-engine.ts';
import { openPage, violations } from './browser-page.ts';
import {
  box,
  chosen,
  entries,
  open,
  PLANETS,
  picture,
  reader,
  serveLibrary,
  titles,
  undo,
  world,
} from './browser-saved.ts';

describeChromium('the library', (found) => {
  serveLibrary(found);

  it('moves, tags and deletes what is selected, and undoes each', async () => {
    const { page, errors } = await reader();
    await open(page, '?sort=title');
    await box(page, 'Saturn').check();
    await box(page, 'Uranus').check();
    await chosen(page, 2);
    const deeds = page.getByRole('region', { name: 'Change what is selected' });
    expect(await violations(page)).toEqual([]);
    await picture(page, 'selected');
    await deeds.getByLabel('Folder').fill('Giants');
    await deeds.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('2 answers moved to “Giants”.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('library-list');
    const folders = () => page.locator('.library [data-saved] span.saved-folder').allInnerTexts();
    await expect.poll(folders).toEqual(['Giants', 'Giants']);
    await picture(page, 'undo');
    await undo(page).click();
    await page.getByText('Undone.', { exact: true }).waitFor();
    await expect.poll(folders).toEqual(['Rings']);
    await box(page, 'Jupiter').check();
    await deeds.getByLabel('Tag').fill('gas');
    await deeds.getByRole('button', { name: 'Add tag' }).click();
    await page.getByText('Tag “gas” added to 1 answer.').waitFor();
    await entries(page).filter({ hasText: 'Jupiter' }).getByText('#gas').waitFor();
    await undo(page).click();
    await page.getByText('Undone.', { exact: true }).waitFor();
    expect(await page.getByText('#gas').count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await deeds.getByLabel('Tag').fill('sky');
    await deeds.getByRole('button', { name: 'Remove tag' }).click();
    await page.getByText('Tag “sky” removed from 4 answers.').waitFor();
    expect(await page.getByText('#sky').count()).toBe(0);
    await undo(page).click();
    await expect.poll(() => page.getByText('#sky').count()).toBe(4);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await deeds.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('4 answers deleted.').waitFor();
    await expect.poll(() => entries(page).count()).toBe(0);
    await undo(page).click();
    await expect.poll(() => titles(page)).toEqual(['Jupiter', 'Neptune', 'Saturn', 'Uranus']);
    await expect.poll(folders).toEqual(['Rings']);
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(['Jupiter', 'Neptune', 'Saturn', 'Uranus']);
    expect(errors).toEqual([]);
  });

  it('takes what is moved out of a folder from the list of that folder', async () => {
    const { page } = await reader();
    await open(page, '?folder=Rings');
    await box(page, 'Saturn').check();
    await page.getByRole('button', { name: 'Out of folder' }).click();
    await page.getByText('1 answer moved out of its folder.').waitFor();
    await expect.poll(() => entries(page).count()).toBe(0);
    await undo(page).click();
    await expect.poll(() => titles(page)).toEqual(['Saturn']);
  });

  it('undoes what was done last in another list, too', async () => {
    const { page } = await reader();
    await open(page, '?folder=Rings');
    await box(page, 'Saturn').check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await undo(page).waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => entries(page).count()).toBe(PLANETS.length - 1);
    await undo(page).click();
    await expect.poll(() => entries(page).count()).toBe(PLANETS.length);
  });

  it('says why a deed failed, and leaves everything selected', async () => {
    const { page } = await reader();
    await open(page);
    await box(page, 'Saturn').check();
    await page.route('**/saved.removeAll*', (route) => route.abort());
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.locator('.undo').getByText('This page has lost its server.').waitFor();
    expect(await undo(page).count()).toBe(0);
    expect(await titles(page)).toHaveLength(4);
    expect(await box(page, 'Saturn').isChecked()).toBe(true);
  });

  it('shares one answer by a link that a stranger can open', async () => {
    const { page } = await reader();
    await open(page);
    await box(page, 'Saturn').check();
    await page.getByRole('button', { name: 'Share by link' }).click();
    const link = await page.locator('.share input').inputValue();
    await picture(page, 'shared');
    const { page: stranger } = await openPage(world.browser, link);
    await stranger.getByText('Saturn has 60 known moons.').first().waitFor();
    await box(page, 'Uranus').check();
    expect(await page.locator('.share').count()).toBe(0);
  });

  it('exports what is selected, else all that match, in three formats', async () => {
    const { page } = await reader();
    await open(page, '?sort=title');
    const exported = async (name: string) => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name, exact: true }).click();
      const file = await download;
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
    };
    await page.getByRole('group', { name: 'Export all that match' }).waitFor();
    const all = await exported('CSV');
    expect(all.name).toBe('adduce-saved.csv');
    expect(all.text.trim().split('\r\n')).toHaveLength(5);
    await box(page, 'Saturn').check();
    await box(page, 'Uranus').check();
    await page.getByRole('group', { name: 'Export 2 selected' }).waitFor();
    const some = await exported('RIS');
    expect(some.text.match(/^TI {2}- (\w+)/gm)?.toSorted()).toEqual(['TI  - Saturn', 'TI  - Uranus']);
    await page.getByRole('button', { name: 'Select none' }).click();
    await page.getByLabel('Search your saved answers').fill('Saturn');
    await expect.poll(() => titles(page)).toEqual(['Saturn']);
    const found = await exported('Markdown');
    expect(found.text).toContain('## Saturn');
    expect(found.text).toContain('Saturn has 60 known moons.[^1]');
    expect(found.text).not.toContain('Uranus');
  });

  it('lists what was deleted, to be restored or deleted for good', async () => {
    const { page } = await reader();
    await open(page);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('4 answers deleted.').waitFor();
    await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Deleted' }).click();
    await page.getByRole('button', { name: 'Restore “Saturn”' }).click();
    await page.getByText('“Saturn” is back in the library.').waitFor();
    await page.getByRole('button', { name: 'Delete for good: “Uranus”' }).click();
    await page.getByText('“Uranus” is deleted for good.').waitFor();
    await expect.poll(() => page.locator('.saved-cards > li').count()).toBe(2);
    expect(await violations(page)).toEqual([]);
    await picture(page, 'deleted');
    await page.getByRole('link', { name: 'Saved', exact: true }).click();
    await expect.poll(() => titles(page)).toEqual(['Saturn']);
  });

  it('deletes the history for good after it was asked twice, and what is saved still opens', async () => {
    const { page } = await reader();
    await open(page);
    await page.locator('.rail .list li').first().waitFor();
    await page.getByRole('button', { name: 'Delete history …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This cannot be undone.').waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'forget');
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    expect(await page.locator('.rail .list li').count()).toBe(4);
    await page.getByRole('button', { name: 'Delete history …' }).click();
    await dialog.getByRole('button', { name: 'Delete the history for good' }).click();
    await page.getByText('4 questions deleted for good.').waitFor();
    await expect.poll(() => page.locator('.rail .list li').count()).toBe(0);
    await page.getByRole('link', { name: 'Saturn', exact: true }).click();
    await page.getByText('Saturn has 60 known moons.').first().waitFor();
  });
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TRUST_REPORT_EXPORT } from '../../bff/features.ts';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import { ingestInto, jsonLines } from '../engine/documents.ts';
import { describeChromium } from '../setup/describe-engine.ts';
import {
  ask,
  banner,
  browser,
  folder,
  picture,
  serveMoons,
  server,
  startAgain,
  turn,
} from './browser-moons.ts';
import { openPage, violations } from './browser-page.ts';

/** Each with its button's name, its address behind the answer's, and how its name ends. */
const FILES = [
  ['Receipt as HTML', 'receipt?download=html', 'receipt.html'],
  ['Receipt as JSON', 'receipt?download=json', 'receipt.json'],
  ['Receipt as CBOR', 'receipt?download=cbor', 'receipt.cbor'],
  ['Trust report as HTML', 'trust-report?format=html', 'trust-report.html'],
  ['Trust report as PDF', 'trust-report?format=pdf', 'trust-report.pdf'],
  ['Trust report as JSON', 'trust-report?format=json', 'trust-report.json'],
] as const;

describeChromium('the page in a browser', (found) => {
  serveMoons(found);

  async function entitle(enabled: boolean): Promise<void> {
    await using records = await openSqliteRecords(join(folder.path, 'bff.sqlite'));
    await records.entitle('local', TRUST_REPORT_EXPORT, 'audit', enabled);
  }

  it('shows what was checked for the opposite, and the documents that were found clear', async () => {
    const near = [
      { id: 'titan', text: 'Titan is one of the moons that Saturn has, and nobody has counted its lakes.' },
      { id: 'rhea', text: 'Saturn was known to the ancients. Rhea, of its moons, has the most craters.' },
    ].map((one) => ({ ...one, domain: `${one.id}.example`, day: '2026-09-20', title: `About ${one.id}` }));
    await ingestInto(server.engine, 'sky', [jsonLines(near)]);
    const { page, errors } = await openPage(browser, server.url);
    await ask(page);
    await page.getByRole('tab', { name: 'Against' }).click();
    const checked = page.locator('details.checked');
    expect(await checked.locator('summary').innerText()).toMatch(
      /^Checked for the opposite: [34] searches, \d+ sentences, nothing disagrees\.$/,
    );
    const clear = page.getByRole('table', { name: 'Found clear: nothing in these disagrees' });
    expect(await clear.isVisible()).toBe(false);
    await checked.locator('summary').press('Enter');
    await clear.getByRole('row', { name: 'About titan titan.example' }).waitFor();
    await clear.getByRole('row', { name: 'About rhea rhea.example' }).waitFor();
    await checked.getByText(/^Searched for a denial: \d+ places? found$/).waitFor();
    await picture(page, 'checked');
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('shows a replaced value on the timeline and not against the answer', async () => {
    const before = { id: 'count', title: 'A count', domain: 'count.example', day: '2014-03-01' };
    await ingestInto(server.engine, 'sky', [jsonLines([{ ...before, text: 'Saturn has 53 known moons.' }])]);
    const { page, errors } = await openPage(browser, server.url);
    await ask(page);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByRole('button', { name: '53, since 1 March 2014' }).waitFor();
    await timeline.getByRole('button', { name: '62, since 28 September 2026', pressed: true }).waitFor();
    await page.getByRole('tab', { name: 'Against' }).click();
    await page.getByText('Nothing that was found counts against this answer.').waitFor();
    await page.getByText(/^Checked for the opposite: .*, nothing disagrees\.$/).waitFor();
    await picture(page, 'earlier-values');
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('hands out each file of an answer as its server has it, by keyboard too', async () => {
    await entitle(true);
    const { page, errors } = await openPage(browser, server.url);
    await ask(page);
    const downloads = page.getByRole('region', { name: 'Downloads' });
    const answerId = new URL(page.url()).searchParams.get('answer');
    for (const [name, path, file] of FILES) {
      const saved = page.waitForEvent('download');
      await downloads.getByRole('button', { name, exact: true }).press('Enter');
      const download = await saved;
      expect(download.suggestedFilename()).toBe(`${answerId}.${file}`);
      await downloads.getByRole('status').getByText(`Downloaded ${answerId}.${file}.`).waitFor();
      const sent = await page.context().request.get(`${server.url}/api/answers/${answerId}/${path}`);
      expect(sent.status()).toBe(200);
      const bytes = await readFile(await download.path());
      expect(bytes.equals(await sent.body()), name).toBe(true);
    }
    await picture(page, 'downloads');
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('says why it hands out no trust report, and saves nothing of the refusal', async () => {
    await entitle(false);
    const { page, errors } = await openPage(browser, server.url, { viewport: { width: 360, height: 800 } });
    await ask(page);
    const saved: unknown[] = [];
    page.on('download', (download) => saved.push(download));
    const downloads = page.getByRole('region', { name: 'Downloads' });
    for (const format of ['HTML', 'PDF', 'JSON']) {
      await downloads.getByRole('button', { name: `Trust report as ${format}` }).click();
      await downloads
        .getByRole('status')
        .getByText(/^Exporting trust reports is not part of your plan\./)
        .waitFor();
    }
    await picture(page, 'downloads-refused');
    expect(await violations(page)).toEqual([]);
    await downloads.getByRole('button', { name: 'Receipt as CBOR' }).click();
    await downloads
      .getByRole('status')
      .getByText(/^Downloaded ans_/)
      .waitFor();
    expect(saved).toHaveLength(1);
    await server[Symbol.asyncDispose]();
    await downloads.getByRole('button', { name: 'Receipt as JSON' }).click();
    await downloads.getByRole('status').getByText('This page has lost its server.').waitFor();
    expect(saved).toHaveLength(1);
    expect(errors).toEqual([]);
    await startAgain(0);
  });

  it('escapes what documents say, and links only to web addresses', async () => {
    const text = 'Vesta has 3 known moons.';
    const title = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const file = jsonLines([{ id: 'evil', text, domain: 'evil.example', day: '2026-09-28', title }]);
    const lines = new TextDecoder()
      .decode(file.bytes)
      .replace('https://evil.example/evil', 'wx://sky/article/evil');
    await ingestInto(server.engine, 'sky', [{ name: 'evil.jsonl', bytes: new TextEncoder().encode(lines) }]);
    const { page, errors } = await openPage(browser, server.url);
    await ask(page, 'How many moons does Vesta have?');
    await page.getByRole('region', { name: 'What it rests on' }).getByText(title).first().waitFor();
    expect(await page.locator('main img, main script, main a[href^="wx"]').count()).toBe(0);
    await expect.poll(() => page.title()).toBe('✓ Sources hold: How many moons does Vesta have? · Adduce');
    expect(errors).toEqual([]);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1_200, 360]) {
      it(`has no violations of accessibility in ${colorScheme} at ${width} pixels`, async () => {
        const options = { colorScheme, viewport: { width, height: 800 } };
        const { page, errors } = await openPage(browser, server.url, options);
        expect(await violations(page)).toEqual([]);
        await ask(page);
        await page.getByRole('button', { name: 'Source 1', exact: true }).click();
        for (const summary of await page.locator('summary').all()) await summary.click();
        await picture(page, `${colorScheme}-${width}`);
        expect(await violations(page)).toEqual([]);
        await turn(page);
        await banner(page).getByText('No longer holds').waitFor();
        expect(await violations(page)).toEqual([]);
        const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect(await page.evaluate(overflow)).toBe(0);
        expect(errors).toEqual([]);
      });
    }
  }
});

/** Documents that a reader adds from the page: chosen or dropped, left out with a reason, lost and sent again, cancelled. */
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ADD_DOCUMENTS, MAKE_CORPORA } from '../../bff/features.ts';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import { ensureWeb } from '../../bff/web-build.ts';
import { visitor } from '../bff/browser.ts';
import { dataFolder, ingestMoons, startWholeServer, type WholeServer } from '../bff/whole-server.ts';
import { describeChromium } from '../setup/describe-engine.ts';
import { closeContexts, launch, openPage, replyLate, violations } from './browser-page.ts';

/** A folder for pictures of each state, for people to look at; none by default. */
const PICTURES = process.env.ADDUCE_TEST_PICTURES;
const WIDTHS = [360, 768, 1280];
const SCHEMES = ['light', 'dark'] as const;
/** More than between two looks at what the server has read. */
const FOLLOWED_MS = 1_000;
const FILES = /\/api\/uploads\/[^/]+\/files/;

const textFile = (name: string, text: string) => {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
};

describeChromium('adding documents', (found) => {
  let browser: Browser;
  let folder: Awaited<ReturnType<typeof dataFolder>>;
  let server: WholeServer;

  beforeAll(async () => {
    folder = await dataFolder();
    server = await startWholeServer({
      folder: folder.path,
      bff: { webFolder: await ensureWeb(), features: [ADD_DOCUMENTS, MAKE_CORPORA] },
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
    await folder[Symbol.asyncDispose]();
  });

  async function opens(options: BrowserContextOptions = {}) {
    const opened = await openPage(browser, server.url, options);
    await opened.page.getByRole('link', { name: 'Add your documents' }).click();
    await opened.page.getByRole('heading', { name: 'Add documents' }).waitFor();
    return opened;
  }

  const files = (page: Page) => page.getByLabel('Files', { exact: true }).and(page.locator('input'));
  const add = (page: Page) => page.getByRole('button', { name: 'Add to the corpus' }).click();
  const into = async (page: Page, corpus: string) => {
    const select = page.getByRole('main').getByLabel('Corpus');
    await select.selectOption({ label: 'A new corpus…' });
    await page.getByLabel(/Its name/).fill(corpus);
  };

  async function documentsOf(corpus: string): Promise<number> {
    return (await server.engine.store.counts(corpus)).documents;
  }

  /** As a restart forgets all. */
  async function forgetsIdle(): Promise<void> {
    server.clock.set(new Date(Date.parse(server.clock.now()) + 3_600_000).toISOString());
    const other = visitor(server.url);
    await other.send('GET', '/api/uploads');
    const { status, body } = await other.send('POST', '/api/uploads', { corpus: 'sky' });
    expect(status).toBe(201);
    await other.send('DELETE', `/api/uploads/${body.id}`);
  }

  async function picture(page: Page, name: string): Promise<void> {
    if (PICTURES !== undefined)
      await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  }

  it('into a new corpus names what was left out, with why, and the corpus can be asked', async () => {
    const { page, errors } = await opens();
    expect(await violations(page)).toEqual([]);
    await into(page, 'titans');
    await files(page).setInputFiles([
      textFile('titan.md', '# Titan\n\nTitan is the largest moon of Saturn.\n'),
      textFile('binary.txt', 'PK\0\0'),
      textFile('photo.png', 'x'),
      textFile('empty.txt', ''),
    ]);
    await page.getByText('4 files chosen.').waitFor();
    await add(page);
    await page.getByText(/1 document added to titans, with 1 statement\./).waitFor();
    const left = page.getByRole('region', { name: 'Left out (3)' });
    await left.getByRole('row', { name: /binary\.txt It is no text: a binary file\./ }).waitFor();
    await left.getByRole('row', { name: /photo\.png No reader knows “\.png” files/ }).waitFor();
    await left.getByRole('row', { name: /empty\.txt The file is empty\./ }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Ask the corpus titans' }).click();
    await page.getByText(/1 document · /).waitFor();
    await page.getByLabel('Your question').fill('What is the largest moon of Saturn?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page
      .getByRole('article', { name: 'Answer' })
      .getByText(/Titan is the largest moon/)
      .first()
      .waitFor();
    expect(errors).toEqual([]);
  });

  it('goes on while the reader is elsewhere on the page, and says so there', async () => {
    const { page } = await opens();
    const held = Promise.withResolvers<void>();
    await page.route(FILES, async (route) => {
      await held.promise;
      await route.continue();
    });
    await files(page).setInputFiles([textFile('elsewhere.txt', 'Rhea has 1 ring.')]);
    await add(page);
    await page.getByText('Sending 1 file…').waitFor();
    await page.getByRole('link', { name: 'Adduce' }).click();
    const notice = page.getByRole('status', { name: 'Adding documents' });
    await notice.getByText('Adding documents: 0 of 1 sent').waitFor();
    expect(await violations(page)).toEqual([]);
    held.resolve();
    await notice.getByText('Documents are added to sky').waitFor();
    await page.getByText(/3 documents · /).waitFor();
    await notice.getByRole('link').click();
    await page.getByText(/1 document added to sky/).waitFor();
  });

  it('that has lost its server goes on where it has stopped, and adds each file once', async () => {
    const { page } = await opens();
    await into(page, 'lost');
    let requests = 0;
    await page.route(FILES, async (route) => {
      requests += 1;
      if (requests === 2) await route.abort();
      else await route.continue();
    });
    await files(page).setInputFiles(
      ['a', 'b', 'c', 'd'].map((name, at) => textFile(`${name}.txt`, `Moon ${name} has ${at + 2} craters.`)),
    );
    await add(page);
    await page
      .getByRole('alert')
      .getByText(/lost its server/)
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText(/4 documents added to lost/).waitFor();
    expect(await documentsOf('lost')).toBe(4);
  });

  it('whose upload its server has forgotten begins another one, and sends all files', async () => {
    const { page } = await opens();
    await into(page, 'forgotten');
    let requests = 0;
    await page.route(FILES, async (route) => {
      requests += 1;
      if (requests === 3) await route.abort();
      else await route.continue();
    });
    await files(page).setInputFiles(
      ['a', 'b', 'c', 'd'].map((name, at) => textFile(`${name}.txt`, `Crater ${name} has ${at + 2} rims.`)),
    );
    await add(page);
    await page
      .getByRole('alert')
      .getByText(/lost its server/)
      .waitFor();
    await forgetsIdle();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText(/4 documents added to forgotten/).waitFor();
    expect(await documentsOf('forgotten')).toBe(4);
  });

  it('keeps what was chosen before the corpora are known', async () => {
    const { page } = await openPage(browser, 'about:blank');
    const chosen = Promise.withResolvers<void>();
    await replyLate(page, /views\.corpora/, () => chosen.promise);
    await page.goto(`${server.url}/?view=add`);
    await files(page).setInputFiles([textFile('titan.md', 'Titan is a moon.')]);
    await page.getByText('1 file chosen.').waitFor();
    chosen.resolve();
    const corpora = page.getByRole('main').getByLabel('Corpus').locator('option');
    await expect.poll(() => corpora.allInnerTexts()).toContain('sky');
    expect(await page.getByText('1 file chosen.').count()).toBe(1);
  });

  it('that the server would refuse is not sent at all', async () => {
    const { page } = await opens();
    await into(page, 'unsent');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (FILES.test(request.url())) sent.push(new URL(request.url()).searchParams.get('name') ?? '');
    });
    await files(page).setInputFiles([
      { name: 'video.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(20 * 1_048_576) },
      { name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(16 * 1_048_576 + 1, 'a') },
      textFile('fine.txt', 'Hyperion has 1 sponge.'),
    ]);
    await add(page);
    await page.getByText(/1 document added to unsent/).waitFor();
    await page.getByRole('row', { name: /video\.mp4 No reader knows “\.mp4” files/ }).waitFor();
    await page.getByRole('row', { name: /large\.txt The file is larger than 16 MiB/ }).waitFor();
    expect(sent).toEqual(['fine.txt']);
  });

  it('that is cancelled adds nothing', async () => {
    const { page } = await opens();
    await into(page, 'cancelled');
    await page.route(FILES, () => undefined);
    await files(page).setInputFiles([textFile('never.txt', 'Never.')]);
    await add(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText(/^Cancelled\./).waitFor();
    expect((await server.engine.store.corpora()).map(({ name }) => name)).not.toContain('cancelled');
    await page.getByRole('button', { name: 'Add more' }).click();
    await page.getByText(/Drop files or folders here/).waitFor();
  });

  it('that is cancelled while the server begins to read stays cancelled', async () => {
    const { page } = await opens();
    await into(page, 'overtaken');
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(/documents\.start/, async (route) => {
      const reply = await route.fetch();
      begun.resolve();
      await held.promise;
      await route.fulfill({ response: reply });
    });
    await files(page).setInputFiles([textFile('overtaken.txt', 'Pan has 1 gap.')]);
    await add(page);
    await begun.promise;
    await page.getByRole('button', { name: 'Cancel' }).click();
    const late = page.waitForResponse(/documents\.start/);
    held.resolve();
    await late;
    await page.waitForTimeout(FOLLOWED_MS);
    await page.getByText(/^Cancelled\./).waitFor();
    expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
  });

  it('takes what is dropped, and two files of one name are one and a reason', async () => {
    const { page } = await opens();
    await page.evaluate(`{
      const transfer = new DataTransfer();
      for (const text of ['Dione has 2 moons.', 'Dione has 3 moons.'])
        transfer.items.add(new File([text], 'dione.txt'));
      const drop = document.querySelector('.drop');
      for (const type of ['dragover', 'drop'])
        drop.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }`);
    await page.getByText('2 files chosen.').waitFor();
    await add(page);
    await page.getByText(/1 document added to sky/).waitFor();
    await page.getByRole('row', { name: /dione\.txt Another file of this upload has its name/ }).waitFor();
  });

  it('is where a question without an answer leads to', async () => {
    const { page } = await openPage(browser, `${server.url}/?q=Who+painted+the+ceiling%3F`);
    await page.getByRole('link', { name: 'Add documents' }).click();
    await page.getByRole('heading', { name: 'Add documents' }).waitFor();
    expect(new URL(page.url()).searchParams.get('corpus')).toBe('sky');
  });

  it('is not open to a stranger, who reads what it takes', async () => {
    await using records = await openSqliteRecords(join(folder.path, 'bff.sqlite'));
    await records.entitle('local', ADD_DOCUMENTS, 'all', false);
    try {
      const { page } = await opens();
      await page
        .getByRole('alert')
        .getByText(/Ask its operator to let your organisation add documents/)
        .waitFor();
      expect(await page.locator('input[type=file]').count()).toBe(0);
      expect(await violations(page)).toEqual([]);
    } finally {
      await records.entitle('local', ADD_DOCUMENTS, 'all', true);
    }
  });

  it.each(WIDTHS)('has its place at %i px, with long names and from right to left', async (width) => {
    for (const colorScheme of SCHEMES) {
      const { page } = await opens({ viewport: { width, height: 780 }, colorScheme });
      await picture(page, `add-${width}-${colorScheme}`);
      await files(page).setInputFiles([
        textFile(`${'n'.repeat(190)}.txt`, `${'w'.repeat(2_000)} ${width} ${colorScheme}`),
        textFile('ملف.txt', 'PK\0'),
        textFile(`${'p'.repeat(190)}.png`, 'x'),
      ]);
      await add(page);
      await page.getByRole('region', { name: 'Left out (2)' }).waitFor();
      expect(await violations(page)).toEqual([]);
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(wide).toBeLessThanOrEqual(0);
      await picture(page, `added-${width}-${colorScheme}`);
    }
  });
});

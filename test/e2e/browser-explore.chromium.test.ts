/** The explorer: the claim graph as a drawing and as a table, from one node on as far as the reader goes. */
import { readFile } from 'node:fs/promises';
import { parseHTML } from 'linkedom';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureWeb } from '../../bff/web-build.ts';
import { dataFolder, MOONS, startWholeServer, type WholeServer } from '../bff/whole-server.ts';
import { demoFiles, ingestInto, jsonLines } from '../engine/documents.ts';
import { describeChromium } from '../setup/describe-engine.ts';
import { closeContexts, launch, openPage, violations } from './browser-page.ts';

const DOCUMENTS = 45;
const CLAIMS = 25;
const HUB = 'Saturn has 62 known moons.';
const HTML = '<img src=x onerror="window.ran=1"><b>bold</b>';
/** The longest title that a document may have. */
const LONG = 'W'.repeat(1_024);
const RIGHT_TO_LEFT = 'كوكب زحل وأقماره';
const TITLES = [HTML, LONG, RIGHT_TO_LEFT];
/** Of what opens many windows, or many nodes, on a machine that is busy. */
const LONG_TEST_MS = 300_000;
const SIZES = [360, 768, 1_280] as const;

/** Each document states the hub, and claims that no other states. */
function skyDocuments() {
  const textOf = (document: number) =>
    Array.from(
      { length: CLAIMS },
      (_, at) =>
        `Moonlet ${100 * document + at} was named after village ${7 * document + 13 * at} in 19${10 + at}.`,
    );
  return jsonLines(
    Array.from({ length: DOCUMENTS }, (_, at) => ({
      id: `s${at}`,
      text: [HUB, ...textOf(at)].join(' '),
      domain: `site${at}.example`,
      day: '2026-09-28',
      title: TITLES[at] ?? `Almanac ${at}`,
    })),
  );
}

describeChromium('the explorer', (found) => {
  let browser: Browser;
  let folder: Awaited<ReturnType<typeof dataFolder>>;
  let server: WholeServer;
  let isAway = false;
  let hub = '';

  beforeAll(async () => {
    folder = await dataFolder();
    const engineFetch = (request: Request) =>
      isAway ? Promise.reject(new TypeError('the engine is away')) : fetch(request);
    server = await startWholeServer({
      folder: folder.path,
      bff: { webFolder: await ensureWeb(), engineFetch },
    });
    await ingestInto(server.engine, 'demo', demoFiles());
    await ingestInto(server.engine, 'sky', [skyDocuments()]);
    browser = await launch(found().executablePath);
    const { data } = await server.client.graphql({
      query: '{ claims(corpus: "sky", first: 1) { nodes { claimId text } } }',
    });
    const [first] = (data as { claims: { nodes: { claimId: string; text: string }[] } }).claims.nodes;
    expect(first?.text).toBe(HUB);
    hub = first?.claimId ?? '';
  }, 180_000);
  afterEach(async () => {
    isAway = false;
    await closeContexts(browser);
  });
  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const open = (url: string, options = {}) => openPage(browser, url, options);

  const at = (query: string) => `${server.url}/explore?${query}`;
  const sky = (more = '') => at(`corpus=sky&kinds=states&start=${hub}${more}`);
  const placed = (page: Page) => page.locator('.drawing[data-placed="true"]').waitFor();
  const counted = (page: Page, words: string) =>
    page
      .getByRole('status')
      .filter({ hasText: new RegExp(`^${words}$`) })
      .waitFor();
  const details = (page: Page) => page.getByRole('complementary', { name: 'Details' });
  const table = (page: Page, name: 'Nodes' | 'Edges') => page.getByRole('region', { name, exact: true });
  const overflow = (page: Page) =>
    page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
  const documentsOf = async (page: Page) => {
    const ids =
      await page.evaluate(`fetch('/api/trpc/explore.start?input=' + encodeURIComponent(JSON.stringify(
      { corpus: 'sky', of: '${hub}', kinds: ['states'] }))).then((reply) => reply.json())
      .then(({ result }) => result.data.nodes.slice(1).map(({ node }) => node.id))`);
    return ids as string[];
  };

  it('is reached from the first page, by a key and from an answer, and is loaded only there', async () => {
    const { page, errors } = await open(server.url);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.reload();
    await page.getByRole('link', { name: MOONS }).waitFor();
    expect(loaded.filter((path) => /explore|drawing/.test(path))).toEqual([]);
    await page.keyboard.press('e');
    await page.getByRole('heading', { level: 1, name: 'Explore the claims' }).waitFor();
    await expect.poll(() => page.title()).toBe('Explore · Adduce');
    expect(await violations(page)).toEqual([]);
    await page.goBack();
    await page.getByRole('link', { name: 'Explore the claims' }).click();
    await page.getByLabel('Words to look for').fill('Saturn moons');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('heading', { name: 'Found' }).waitFor();
    await page.goto(`${server.url}/?corpus=demo&q=${encodeURIComponent(MOONS)}`);
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.getByRole('link', { name: 'Explore' }).first().click();
    await page.getByRole('heading', { level: 1, name: /^Saturn has 274 known moons/ }).waitFor();
    await placed(page);
    await page.goBack();
    await page.getByRole('tab', { name: 'Evidence' }).click();
    await page.getByRole('link', { name: 'Explore' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'A long list of moons' }).waitFor();
    await placed(page);
    expect(loaded.some((path) => /drawing-thread/.test(path))).toBe(true);
    expect(errors).toEqual([]);
  });

  it('expands 25 edges at a time, undoes that, and comes back by its address', async () => {
    const { page, errors } = await open(sky());
    await counted(page, '26 nodes, 25 edges');
    const expand = details(page).getByRole('button', { name: /^Expand “/ });
    expect(await expand.innerText()).toBe('+20 of 20');
    await expand.click();
    await counted(page, '46 nodes, 45 edges');
    await details(page).getByText('all shown').waitFor();
    expect(param(page, 'open')).toBe(hub);
    await page.reload();
    await counted(page, '46 nodes, 45 edges');
    await page.getByRole('button', { name: 'Undo the last step' }).click();
    await counted(page, '26 nodes, 25 edges');
    expect(param(page, 'open')).toBeNull();
    await page.goBack();
    await counted(page, '46 nodes, 45 edges');
    expect(errors).toEqual([]);
  });

  it('selects and expands a node of the drawing by a click and a double click', async () => {
    const { page } = await open(sky(`&node=${hub}`));
    await placed(page);
    const box = await page.locator('.drawing canvas').boundingBox();
    if (box === null) throw new Error('there is no drawing');
    // The hub is in the middle of what it is connected to.
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.dblclick(x, y);
    await counted(page, '46 nodes, 45 edges');
    await placed(page);
    await page.mouse.click(box.x + 3, box.y + 3);
    expect(param(page, 'node')).toBe(hub);
    for (const name of ['Zoom in', 'Zoom out', 'All'])
      await page.getByRole('button', { name, exact: true }).click();
  });

  it('has the same nodes and edges in the table, sorted and reached by keyboard', async () => {
    const { page, errors } = await open(sky(`&open=${hub}&as=table`));
    await counted(page, '46 nodes, 45 edges');
    const rows = table(page, 'Nodes').locator('tbody tr');
    expect(await rows.count()).toBe(46);
    expect(await table(page, 'Edges').locator('tbody tr').count()).toBe(45);
    const sort = table(page, 'Nodes').getByRole('button', { name: 'Edges', exact: true });
    await sort.focus();
    await page.keyboard.press('Enter');
    const head = table(page, 'Nodes').getByRole('columnheader', { name: 'Edges' });
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await page.keyboard.press('Enter');
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    expect(await rows.first().innerText()).toContain(HUB);
    const pick = table(page, 'Nodes').getByRole('button', { name: 'Almanac 7', exact: true });
    await pick.focus();
    await page.keyboard.press('Enter');
    await details(page).getByRole('heading', { name: 'Almanac 7' }).waitFor();
    const more = table(page, 'Nodes').getByRole('button', {
      name: /^Expand .*Almanac 7\W: \+25 of 25$/,
    });
    await more.focus();
    await page.keyboard.press('Space');
    // Of its 25 next edges one is shown already, from its other end.
    await counted(page, '70 nodes, 69 edges');
    expect(await rows.count()).toBe(50);
    await page.getByRole('button', { name: 'Next nodes' }).click();
    expect(await rows.count()).toBe(20);
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('says when it was read, and is read again by who comes back', async () => {
    const { page } = await open(sky(`&open=${hub}&as=table`));
    await counted(page, '46 nodes, 45 edges');
    const read = page.getByText(/^as read at /).locator('time');
    const first = await read.getAttribute('datetime');
    const reads: string[] = [];
    page.on('request', (request) => {
      const [call] = /explore\.(start|step)/.exec(request.url()) ?? [];
      if (call !== undefined) reads.push(call);
    });
    await page.getByRole('button', { name: 'Undo the last step' }).click();
    await counted(page, '26 nodes, 25 edges');
    await page.goBack();
    await counted(page, '46 nodes, 45 edges');
    expect(reads).toEqual([]);
    expect(await read.getAttribute('datetime')).toBe(first);
    await page.evaluate("history.pushState(null, '', '/')");
    await page.getByRole('button', { name: 'Ask', exact: true }).waitFor();
    await page.goBack();
    await expect.poll(() => reads).toEqual(['explore.start', 'explore.step']);
    await expect.poll(() => read.getAttribute('datetime')).not.toBe(first);
    await counted(page, '46 nodes, 45 edges');
  });

  it('shows a step that was undone no more, however late it comes', async () => {
    const { page } = await open(sky('&as=table'));
    await counted(page, '26 nodes, 25 edges');
    const [slow = '', quick = ''] = await documentsOf(page);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/trpc/explore.step*', async (route) => {
      if (decodeURIComponent(route.request().url()).includes(slow)) await promise;
      await route.continue();
    });
    await page.evaluate(`history.pushState(null, '', '${sky(`&as=table&open=${slow}`)}')`);
    await page.getByRole('status').filter({ hasText: 'Reading…' }).waitFor();
    await page.evaluate(`history.pushState(null, '', '${sky(`&as=table&open=${quick}`)}')`);
    await counted(page, '50 nodes, 49 edges');
    const late = page.waitForResponse((reply) => decodeURIComponent(reply.url()).includes(slow));
    resolve();
    await late;
    await page.waitForTimeout(300);
    await counted(page, '50 nodes, 49 edges');
    expect(param(page, 'open')).toBe(quick);
  });

  it('follows and shows what the filters leave, in both', async () => {
    const { page } = await open(sky('&as=table'));
    await counted(page, '26 nodes, 25 edges');
    await page.getByText('Filters, 1 active').click();
    await page.getByRole('combobox', { name: 'Nodes' }).selectOption('artefact');
    await counted(page, '25 nodes, 0 edges of 26 nodes, 25 edges');
    expect(await table(page, 'Nodes').locator('tbody tr').count()).toBe(25);
    await page.getByLabel('Evidence for a claim').check();
    await page.getByRole('combobox', { name: 'Nodes' }).selectOption('all');
    await page.getByText('Filters, 1 active').waitFor();
    expect(param(page, 'kinds')).toBe('states~supports');
    await page.getByLabel('As known on').fill('2020-01-01');
    await page
      .getByRole('alert')
      .getByText('There is no such claim or document here, as of that day.')
      .waitFor();
    await page.getByRole('button', { name: 'No filters' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: / nodes, / })
      .waitFor();
    expect(param(page, 'as_of')).toBeNull();
  });

  it('shows how two nodes are connected, and that nothing connects them', async () => {
    const { page, errors } = await open(sky('&as=table'));
    await counted(page, '26 nodes, 25 edges');
    const [one = '', other = ''] = await documentsOf(page);
    await page.goto(sky(`&as=table&node=${one}`));
    await page.getByRole('button', { name: 'Path from here' }).click();
    await page
      .getByRole('region', { name: 'Path' })
      .getByText(/choose where it ends/)
      .waitFor();
    await page.goto(sky(`&as=table&from=${one}&node=${other}`));
    await page.getByRole('button', { name: 'Path to here' }).click();
    await page.getByText('They are 2 steps apart.').waitFor();
    const names = await page.getByRole('region', { name: 'Path' }).getByRole('listitem').allInnerTexts();
    expect([names.length, names[1]]).toEqual([3, `“\u2068${HUB}\u2069”`]);
    await page.goto(at(`corpus=sky&kinds=mirrors&start=${hub}&as=table&from=${one}&to=${other}`));
    await page.getByText('Nothing connects them.').waitFor();
    await page.getByRole('button', { name: 'No path' }).click();
    await page.getByRole('region', { name: 'Path' }).waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });

  it('says which verdicts supposed evidence would change, and that nothing was written', async () => {
    const { page } = await open(sky('&as=table'));
    await counted(page, '26 nodes, 25 edges');
    const before = (await server.engine.store.head()).size;
    await page.getByText('What if…').click();
    await page.getByRole('button', { name: 'Which verdicts would change?' }).click();
    const none = page.getByText('None of your verdicts would change. Nothing was written.');
    await none.waitFor();
    // What was worked out is of the values of then.
    await page.getByLabel(/^of standing/).fill('10');
    expect(await none.count()).toBe(0);
    await page.getByRole('button', { name: 'Which verdicts would change?' }).click();
    await none.waitFor();
    expect((await server.engine.store.head()).size).toBe(before);
    expect(await violations(page)).toEqual([]);
  });

  it('saves what is shown as SVG, GraphML and JSON', async () => {
    const { page } = await open(sky(`&open=${hub}`));
    await placed(page);
    const saved = async (name: string) => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name, exact: true }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`explore-sky.${name.toLowerCase()}`);
      return readFile(await file.path(), 'utf8');
    };
    const svg = parseHTML(await saved('SVG')).document;
    expect([svg.querySelectorAll('g').length, svg.querySelectorAll('line').length]).toEqual([46, 45]);
    expect(svg.querySelectorAll('img, script, b').length).toBe(0);
    const titles = [...svg.querySelectorAll('g title')].map(({ textContent }) => textContent);
    for (const title of TITLES) expect(titles).toContain(`Document: ${title}`);
    const places = [...svg.querySelectorAll('g > :nth-child(2)')].map((shape) => shape.outerHTML);
    expect(new Set(places).size).toBe(46);
    const graphml = parseHTML(await saved('GraphML')).document;
    expect([graphml.querySelectorAll('node').length, graphml.querySelectorAll('edge').length]).toEqual([
      46, 45,
    ]);
    const json = JSON.parse(await saved('JSON'));
    expect([json.nodes.length, json.edges.length]).toEqual([46, 45]);
  });

  it.each(['light', 'dark'] as const)(
    'fits each width in the %s scheme, whatever its texts hold',
    { timeout: LONG_TEST_MS },
    async (colorScheme) => {
      for (const width of SIZES) {
        const options = { viewport: { width, height: 800 }, colorScheme };
        const { page, errors } = await open(sky(`&open=${hub}`), options);
        await placed(page);
        expect([width, await overflow(page), await violations(page)]).toEqual([width, 0, []]);
        await page.getByRole('radio', { name: 'Table' }).check();
        await table(page, 'Nodes').getByRole('button', { name: HTML, exact: true }).waitFor();
        await table(page, 'Nodes').getByRole('button', { name: LONG, exact: true }).click();
        await details(page).getByRole('heading', { name: LONG }).waitFor();
        expect([width, await overflow(page), await violations(page)]).toEqual([width, 0, []]);
        const turned = table(page, 'Nodes').getByRole('button', { name: RIGHT_TO_LEFT, exact: true });
        expect(await turned.and(page.locator(':dir(rtl)')).count()).toBe(1);
        expect(await page.evaluate('window.ran')).toBeUndefined();
        expect(errors).toEqual([]);
        await page.context().close();
      }
    },
  );

  it.each([
    [
      'an unknown claim',
      () => `corpus=sky&start=c1${'a'.repeat(26)}`,
      'There is no such claim or document here, as of that day.',
    ],
    [
      'no id at all',
      () => 'corpus=sky&start=%3Cscript%3E',
      'There is no such claim or document here, as of that day.',
    ],
    [
      'a claim of another corpus',
      () => `corpus=demo&start=${hub}`,
      'There is no such claim or document here, as of that day.',
    ],
    [
      'a corpus that is not there',
      () => `corpus=nowhere&start=${hub}`,
      'There is no corpus of that name here.',
    ],
  ])('says of %s that it is not there', async (_, query, message) => {
    const { page } = await open(at(query()));
    await page.getByRole('alert').getByText(message).waitFor();
    expect(await page.locator('.drawing').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  it('shows the table, and one sentence why, where the browser cannot draw', async () => {
    const { page, errors } = await open('about:blank');
    await page.addInitScript('delete window.OffscreenCanvas');
    await page.goto(sky());
    await page.getByText('This browser cannot draw the graph: the table shows the same.').waitFor();
    expect(await table(page, 'Nodes').locator('tbody tr').count()).toBe(26);
    expect(await page.getByRole('radio', { name: 'Graph' }).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('keeps what it has when the engine goes, and says what happened', async () => {
    const { page } = await open(sky('&as=table'));
    await counted(page, '26 nodes, 25 edges');
    isAway = true;
    await details(page)
      .getByRole('button', { name: /^Expand “/ })
      .click();
    await page.getByRole('alert').waitFor();
    await counted(page, '26 nodes, 25 edges');
    isAway = false;
    await expect
      .poll(async () => {
        await page
          .getByRole('button', { name: 'Try again' })
          .click({ timeout: 1_000 })
          .catch(() => undefined);
        return page.getByText('46 nodes, 45 edges', { exact: true }).count();
      })
      .toBe(1);
  });

  describe('with hundreds of nodes', () => {
    it('leaves the main thread free while they are placed', { timeout: LONG_TEST_MS }, async () => {
      const { page: first } = await open(sky('&as=table'));
      await counted(first, '26 nodes, 25 edges');
      const documents = await documentsOf(first);
      const { page, errors } = await open('about:blank');
      await page.addInitScript(`{ window.long = []; window.placing = [];
        new PerformanceObserver((list) => window.long.push(...list.getEntries().map(({ startTime, duration }) =>
          [startTime, duration]))).observe({ type: 'longtask', buffered: true });
        const Own = Worker;
        window.Worker = class extends Own {
          postMessage(message, ...rest) {
            if (message.type === 'scene') window.placing.push(performance.now());
            super.postMessage(message, ...rest);
          }
        }; }`);
      await page.goto(sky(`&open=${[hub, ...documents].join('~')}`));
      await counted(page, '646 nodes, 645 edges');
      await placed(page);
      const [began, ended, long] = (await page.evaluate(
        '[window.placing.at(-1), performance.now(), window.long]',
      )) as [number, number, [number, number][]];
      const within = long
        .filter(([start]) => start >= began && start <= ended)
        .map(([, duration]) => duration);
      // Both take longer on a busy machine: a layout on the main thread would take all of the time.
      expect(within.reduce((sum, one) => sum + one, 0)).toBeLessThan((ended - began) / 4);
      expect(errors).toEqual([]);
    });
  });
});

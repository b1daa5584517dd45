import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { ensureWeb } from '../../bff/web-build.ts';
import { dataFolder, startWholeServer, type WholeServer } from '../../test/bff/whole-server.ts';
import { launch, openPage } from '../../test/e2e/browser-page.ts';
import { ingestInto, jsonLines } from '../../test/engine/documents.ts';
import { findChromium } from '../../test/setup/chromium.ts';
import type { Survey } from '../benchmark.ts';

/** Documents that state one claim, and 27 of their own each. */
const DOCUMENTS = 230;
const CLAIMS = 27;
const HUB = 'Saturn has 62 known moons.';
/** Steps of an address: with the start's they bring nearly 5,000 nodes. */
const STEPS = 200;
const PLACED_MS = 300_000;
const WATCH_TASKS = `{ window.long = []; new PerformanceObserver((list) => window.long.push(...list.getEntries()
  .map(({ duration }) => Math.round(duration)))).observe({ type: 'longtask', buffered: true }); }`;

/** Whether the page stays free while a graph as large as it takes is read, placed, drawn, moved and listed. */
export const explorerSurvey: Survey = {
  name: 'explorer',
  about: 'tasks of over 50 ms of the page with nearly 5,000 nodes in the explorer; needs Chromium',
  async report() {
    const executablePath = findChromium();
    if (executablePath === null) throw new Error('there is no Chromium in the PATH');
    await using folder = await dataFolder();
    await using server = await startWholeServer({
      folder: folder.path,
      bff: { webFolder: await ensureWeb() },
    });
    await ingestInto(server.engine, 'sky', [documents()]);
    const browser = await launch(executablePath);
    try {
      return await tableOf(browser, server);
    } finally {
      await browser.close();
    }
  },
};

function documents() {
  const named = (number: number, at: number) =>
    `Moonlet ${100 * number + at} was named after village ${7 * number + 13 * at} in 19${10 + at}.`;
  return jsonLines(
    Array.from({ length: DOCUMENTS }, (_, number) => ({
      id: `s${number}`,
      text: [HUB, ...Array.from({ length: CLAIMS }, (_, at) => named(number, at))].join(' '),
      domain: `site${number}.example`,
      day: '2026-09-28',
      title: `Almanac ${number}`,
    })),
  );
}

async function tableOf(browser: Browser, server: WholeServer): Promise<string> {
  const { page } = await openPage(browser, 'about:blank', { viewport: { width: 1_280, height: 900 } });
  await page.addInitScript(WATCH_TASKS);
  await page.goto(`${server.url}${await addressOf(server)}`);
  const status = page.getByRole('status').filter({ hasText: ' nodes, ' });
  await status.waitFor({ timeout: PLACED_MS });
  const shown = await status.innerText();
  const rows = [['open the page and read the steps', await tasks(page)]];
  await page.locator('.drawing[data-placed="true"]').waitFor({ timeout: PLACED_MS });
  rows.push(['place and draw', await tasks(page)]);
  await move(page);
  rows.push(['move and zoom', await tasks(page)]);
  await page.getByRole('radio', { name: 'Table' }).check();
  rows.push(['show the table', await tasks(page)]);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  rows.push(['sort it by text', await tasks(page)]);
  const lines = rows.map(([what, long]) => `| ${what} | ${long} |`);
  return [`${shown}.`, '', '| | Tasks over 50 ms, in ms |', '| --- | --- |', ...lines].join('\n');
}

/** The claim that all documents state, with as many steps as an address holds: all of its own, then of its documents. */
async function addressOf({ client }: WholeServer): Promise<string> {
  const query = `query ($after: String) { claims(corpus: "sky", first: 1) { nodes { claimId text } }
    artefacts(corpus: "sky", first: 100, after: $after) { pageInfo { endCursor hasNextPage } nodes { artefactId } } }`;
  const ids: string[] = [];
  let hub = '';
  for (let after: string | null = null, more = true; more; ) {
    const { data } = await client.graphql({ query, variables: { after } });
    const { claims, artefacts } = data as Listed;
    hub = claims.nodes[0]?.claimId ?? '';
    ids.push(...artefacts.nodes.map(({ artefactId }) => artefactId));
    after = artefacts.pageInfo.endCursor;
    more = artefacts.pageInfo.hasNextPage;
  }
  const own = Array<string>(Math.ceil(ids.length / 25) - 1).fill(hub);
  const opened = [...own, ...ids].slice(0, STEPS);
  return `/explore?corpus=sky&kinds=states&start=${hub}&open=${opened.join('~')}`;
}

interface Listed {
  readonly claims: { readonly nodes: readonly { readonly claimId: string }[] };
  readonly artefacts: {
    readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
    readonly nodes: readonly { readonly artefactId: string }[];
  };
}

async function move({ mouse }: Page): Promise<void> {
  await mouse.move(500, 500);
  for (let turns = 0; turns < 6; turns += 1) {
    await mouse.wheel(0, -200);
    await sleep(100);
  }
  await mouse.down();
  for (let at = 0; at < 20; at += 1) await mouse.move(500 + 5 * at, 500 + 3 * at);
  await mouse.up();
}

/** Those since the last call. */
async function tasks(page: Page): Promise<string> {
  await sleep(1_000);
  const long = (await page.evaluate('window.long.splice(0)')) as number[];
  return long.length === 0 ? 'none' : long.join(', ');
}

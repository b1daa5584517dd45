import type { Browser, Page } from 'playwright-core';
import { ensureWeb } from '../../bff/web-build.ts';
import { dataFolder, MOONS, startWholeServer } from '../../test/bff/whole-server.ts';
import { launch, openPage } from '../../test/e2e/browser-page.ts';
import { demoFiles, ingestInto } from '../../test/engine/documents.ts';
import { findChromium } from '../../test/setup/chromium.ts';
import type { Survey } from '../benchmark.ts';
import { type Flip, measureFlips } from '../page-flips.ts';

const LOADS = 5;
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } as const;
/** 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms there and back: a phone on a slow connection, as Lighthouse has it. */
const SLOW_NET = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
} as const;
/** Times as slow as this machine's processor. */
const SLOW_CPU = 4;
/** After the last that is waited for: what moves late moves within it. */
const SETTLED_MS = 1_000;

/** Notes the frame after the first heading is there: the page's own document has none. */
const DRAWN = `{ window.drawn = null; new MutationObserver((_, observer) => {
  if (document.querySelector('h1') === null) return;
  observer.disconnect();
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { window.drawn = performance.now(); };
    port2.postMessage(null);
  });
}).observe(document, { subtree: true, childList: true }); }`;

/** What a view is known by once it is there. */
interface View {
  readonly name: string;
  readonly path: string;
  readonly shows: string | RegExp;
}

const VIEWS: readonly View[] = [
  { name: 'home', path: '/', shows: /^5 values since/ },
  { name: 'answer', path: `/?q=${encodeURIComponent(MOONS)}`, shows: /^Live, last checked/ },
];

interface Load {
  /** First contentful paint, milliseconds since the navigation began. */
  readonly fcp: number;
  /** First paint of what the page's script draws, milliseconds since the navigation began. */
  readonly drawn: number;
  /** Cumulative layout shift. */
  readonly cls: number;
  /** Until the view showed what it is known by, milliseconds since the navigation began. */
  readonly shown: number;
}

/** How soon a phone shows the first page and an answer, how much moves while they load, and how soon a verdict changes. */
export const pageSurvey: Survey = {
  name: 'page',
  about:
    'first paint and layout shift of the page on a phone, with an empty cache, and a verdict that changes',
  async report() {
    const executablePath = findChromium();
    if (executablePath === null) throw new Error('no chromium in the PATH: install it, or add its folder');
    const webFolder = await ensureWeb();
    const browser = await launch(executablePath);
    try {
      const { first, other } = await measureFlips(browser, webFolder);
      return [
        await loadTable(browser, webFolder),
        '',
        '| A verdict that changes is painted in front | since the evidence was sent | since its reply came | CPU of the servers |',
        '| --- | ---: | ---: | ---: |',
        flipRow('in the window with the stream', first),
        flipRow('in another window', other),
      ].join('\n');
    } finally {
      await browser.close();
    }
  },
};

async function loadTable(browser: Browser, webFolder: string): Promise<string> {
  await using folder = await dataFolder();
  await using server = await startWholeServer({ folder: folder.path, bff: { webFolder } });
  await ingestInto(server.engine, 'demo', demoFiles());
  const rows: string[] = [];
  for (const view of VIEWS) rows.push(rowOf(view.name, await loadsOf(browser, server.url, view)));
  return [
    '| View | First contentful paint | First paint of the script | Everything shown | Layout shift |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

async function loadsOf(browser: Browser, url: string, view: View): Promise<readonly Load[]> {
  const loads: Load[] = [];
  for (let n = 0; n < LOADS; n += 1) loads.push(await load(browser, url, view));
  return loads;
}

async function load(browser: Browser, url: string, { path, shows }: View): Promise<Load> {
  const { page } = await openPage(browser, 'about:blank', PHONE);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_NET);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
  await page.addInitScript(`{ window.moved = 0; new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.moved += entry.value;
  }).observe({ type: 'layout-shift', buffered: true }); }`);
  await page.addInitScript(DRAWN);
  await page.goto(`${url}${path}`);
  await page.getByText(shows).first().waitFor();
  const shown = await numberOf(page, 'performance.now()');
  await page.waitForTimeout(SETTLED_MS);
  const fcp = await numberOf(page, "performance.getEntriesByName('first-contentful-paint')[0].startTime");
  const drawn = await numberOf(page, 'window.drawn');
  const cls = await numberOf(page, 'window.moved');
  await page.context().close();
  return { fcp, drawn, cls, shown };
}

async function numberOf(page: Page, expression: string): Promise<number> {
  return Number(await page.evaluate(expression));
}

function rowOf(name: string, loads: readonly Load[]): string {
  const seconds = (of: (load: Load) => number) =>
    rangeOf(loads.map(of), (ms) => `${(ms / 1_000).toFixed(2)} s`);
  const shift = rangeOf(
    loads.map(({ cls }) => cls),
    (value) => value.toFixed(3),
  );
  const times = [seconds(({ fcp }) => fcp), seconds(({ drawn }) => drawn), seconds(({ shown }) => shown)];
  return `| ${name} | ${times.join(' | ')} | ${shift} |`;
}

function flipRow(name: string, flips: readonly Flip[]): string {
  const ms = (of: (flip: Flip) => number) => rangeOf(flips.map(of), (value) => `${value.toFixed(0)} ms`);
  const times = [ms(({ sinceSent }) => sinceSent), ms(({ sinceReply }) => sinceReply), ms(({ cpu }) => cpu)];
  return `| ${name} | ${times.join(' | ')} |`;
}

/** The median, then the lowest and the highest. */
function rangeOf(values: readonly number[], words: (value: number) => string): string {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  return `${words(middle)} (${words(sorted[0] ?? Number.NaN)} to ${words(sorted.at(-1) ?? Number.NaN)})`;
}

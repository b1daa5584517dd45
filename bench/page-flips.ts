/** How long a verdict that changes takes until the windows of a reader have painted it. */
import type { Browser, Page } from 'playwright-core';
import { type AdduceClient, createClient } from '../gateway/client/create-client.ts';
import { claimsOf, dataFolder, startWholeServer, type WholeServer } from '../test/bff/whole-server.ts';
import { openPage } from '../test/e2e/browser-page.ts';
import { publish, questionOf } from '../test/e2e/browser-planets.ts';

/** One answer each: a verdict changes once. Each window is in front for half of them. */
const BODIES = [
  'Saturn',
  'Jupiter',
  'Uranus',
  'Neptune',
  'Pluto',
  'Mars',
  'Eris',
  'Haumea',
  'Quaoar',
  'Ceres',
  'Makemake',
  'Orcus',
  'Salacia',
  'Varuna',
  'Ixion',
  'Sedna',
  'Gonggong',
  'Vanth',
] as const;
/** Between what happens for one answer and for the next. */
const SETTLED_MS = 500;

/** Says when the verdict of an answer that fails is painted: after the frame in which it is drawn, epoch milliseconds. */
const WATCH_PAINT = `{ let seen = false; new MutationObserver(() => {
  if (seen || document.querySelector('.banner')?.dataset.tone !== 'FAIL') return;
  seen = true;
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => window.notePainted(performance.timeOrigin + performance.now());
    port2.postMessage(null);
  });
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-tone'] }); }`;

export interface Flip {
  /** Milliseconds since the evidence was sent. */
  readonly sinceSent: number;
  /** Milliseconds since its reply came. */
  readonly sinceReply: number;
  /** Milliseconds of CPU that this process used from then on: engine, server of the page, and what drives the browser. */
  readonly cpu: number;
}

export interface Flips {
  /** Of the window with the stream, in front. */
  readonly first: readonly Flip[];
  /** Of the window that gets what comes from the first one, in front. */
  readonly other: readonly Flip[];
}

/**
 * Two readers dispute the claim of an answer that two windows show; the second of them turns it. Measured is the window in front:
 * a browser draws the frames of another one when it likes.
 */
export async function measureFlips(browser: Browser, webFolder: string): Promise<Flips> {
  await using folder = await dataFolder();
  await using server = await startWholeServer({ folder: folder.path, bff: { webFolder } });
  await publish(
    server,
    BODIES.map((body, at) => `${body} has ${60 + at} known moons.`),
  );
  const readers = { one: await reader(server), two: await reader(server) };
  const half = BODIES.length / 2;
  const measure = (inFront: InFront, bodies: readonly string[]) =>
    measureOne({ browser, server, readers }, inFront, bodies);
  return {
    first: await measure('first', BODIES.slice(0, half)),
    other: await measure('other', BODIES.slice(half)),
  };
}

type InFront = keyof Flips;

interface Setting {
  readonly browser: Browser;
  readonly server: WholeServer;
  readonly readers: Readonly<Record<'one' | 'two', AdduceClient>>;
}

/** As one visitor, whose calls a minute are limited. */
async function measureOne(
  { browser, server, readers }: Setting,
  inFront: InFront,
  bodies: readonly string[],
): Promise<Flip[]> {
  const { page } = await openPage(browser, server.url);
  const first = await windowOf(page);
  const other = await windowOf(await page.context().newPage());
  const front = inFront === 'first' ? first : other;
  const flips: Flip[] = [];
  for (const body of bodies) {
    for (const one of [first, other]) await showLive(one.page, `${server.url}/?q=${questionOf(body)}`);
    await front.page.bringToFront();
    const answer = new URL(front.page.url()).searchParams.get('answer') ?? '';
    const [claim = ''] = await claimsOf(server, answer);
    await dispute(readers.one, claim, 'one');
    await page.waitForTimeout(SETTLED_MS);
    const sent = { at: Date.now(), cpu: process.cpuUsage() };
    const painted = front.painted().then((at) => ({ at, cpu: process.cpuUsage(sent.cpu) }));
    await dispute(readers.two, claim, 'two');
    const replied = Date.now();
    const end = await painted;
    if (end.at < sent.at) throw new Error(`${body}: the verdict changed before it was disputed twice`);
    const cpu = (end.cpu.user + end.cpu.system) / 1_000;
    flips.push({ sinceSent: end.at - sent.at, sinceReply: end.at - replied, cpu });
  }
  await page.context().close();
  return flips;
}

interface Window {
  readonly page: Page;
  /** When it paints the next verdict that fails, epoch milliseconds. */
  painted(): Promise<number>;
}

async function windowOf(page: Page): Promise<Window> {
  let next = Promise.withResolvers<number>();
  await page.exposeFunction('notePainted', (at: number) => next.resolve(at));
  await page.addInitScript(WATCH_PAINT);
  return {
    page,
    painted: () => {
      next = Promise.withResolvers<number>();
      return next.promise;
    },
  };
}

async function showLive(page: Page, url: string): Promise<void> {
  await page.bringToFront();
  await page.goto(url);
  await page
    .getByText(/^Live, last checked/)
    .first()
    .waitFor();
}

async function reader({ engine, url }: WholeServer): Promise<AdduceClient> {
  const minted = await engine.keys.mintToken({
    capabilities: ['svc.evidence'],
    standing: 1_000,
    ttl: 'P30D',
    actor: null,
  });
  if (!minted.ok) throw new Error(minted.refusal.message);
  return createClient({ baseUrl: url, headers: { authorization: `Bearer ${minted.value.token}` } });
}

async function dispute(client: AdduceClient, claim: string, name: string): Promise<void> {
  const evidence = [
    { ref: `https://${name}.example/recount`, hash: name.padEnd(64, '0'), kind: 'source' as const },
    { ref: `https://${name}.example/recount-2`, hash: name.padEnd(64, '1'), kind: 'reproduction' as const },
  ];
  await client.evidence(claim, { kind: 'dispute', evidence });
}

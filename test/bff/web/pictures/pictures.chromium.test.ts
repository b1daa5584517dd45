/**
 * Each state of the page looks as it did when somebody looked at it: at three widths, light and dark, with a clock and documents
 * that do not change. `ADDUCE_TEST_REFERENCES=write` writes the references anew: look at them before they are committed.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADD_DOCUMENTS } from '../../../../bff/features.ts';
import { ensureWeb } from '../../../../bff/web-build.ts';
import { launch } from '../../../e2e/browser-page.ts';
import { demoFiles, ingestInto } from '../../../engine/documents.ts';
import { describeChromium } from '../../../setup/describe-engine.ts';
import {
  claimsOf,
  dataFolder,
  disputeTwice,
  MOONS,
  startWholeServer,
  type WholeServer,
} from '../../whole-server.ts';
import { compareSmall } from './small-pictures.ts';
import { type Asked, STATES, type State } from './states.ts';

const REFERENCES = join(import.meta.dirname, 'references');
const WRITES = process.env.ADDUCE_TEST_REFERENCES === 'write';
/** A folder for the pictures as they are, for people to look at; none by default. */
const PICTURES = process.env.ADDUCE_TEST_PICTURES;
const LOOKS_AGAIN = 3;
const LOOK_AGAIN_MS = 3000;
const SIZES = [
  { width: 360, height: 736 },
  { width: 768, height: 800 },
  { width: 1_280, height: 800 },
] as const;
const SCHEMES = ['light', 'dark'] as const;
/** A part of the squares: ids of the run, which are drawn anew and may wrap, are half of it at most. */
const TOLERATED = 0.015;
/** More, and the reader has read as much in a minute as one may. */
const STATES_OF_A_READER = 10;
const CURRENCY = "What is Bulgaria's currency?";
const PATIENCE_MS = 60_000;
const MINUTE_MS = 60_000;
/** Nothing moves, no cursor blinks, and the letters are the same on every machine. */
const STILL = `
  @font-face { font-family: Still; src: url(/still.ttf); }
  @font-face { font-family: Still; font-weight: 600 900; src: url(/still-bold.ttf); }
  * { font-family: Still !important; animation: none !important; transition: none !important;
    caret-color: transparent !important; scrollbar-width: none !important; }`;
const FONTS = { 'still.ttf': 'DejaVuSans.ttf', 'still-bold.ttf': 'DejaVuSans-Bold.ttf' } as const;

interface Reader {
  readonly context: BrowserContext;
  readonly asked: Asked;
}

describeChromium('the page looks as it did', (found) => {
  let browser: Browser;
  let folder: Awaited<ReturnType<typeof dataFolder>>;
  let server: WholeServer;
  let scales: Page;
  const readers: Reader[] = [];

  beforeAll(async () => {
    folder = await dataFolder();
    server = await startWholeServer({
      folder: folder.path,
      bff: { webFolder: await ensureWeb(), features: [ADD_DOCUMENTS] },
    });
    await ingestInto(server.engine, 'things-that-changed', demoFiles());
    browser = await launch(found().executablePath);
    scales = await (await browser.newContext()).newPage();
    for (let at = 0; at < STATES.length; at += STATES_OF_A_READER) readers.push(await newReader());
    const [disputed = ''] = await claimsOf(server, readers[0]?.asked.ids[1] ?? '');
    tick();
    await disputeTwice(server, disputed);
    tick();
    for (const { context } of readers) await context.clock.setFixedTime(server.clock.now());
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  /** What happens one after the other is listed so. */
  function tick(): void {
    server.clock.set(new Date(Date.parse(server.clock.now()) + MINUTE_MS).toISOString());
  }

  /** A reader who has asked, saved, watched and shared. */
  async function newReader(): Promise<Reader> {
    const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', bypassCSP: true });
    context.setDefaultTimeout(PATIENCE_MS);
    const { request } = context;
    const headers = { origin: server.url };
    const post = async (path: string, data: unknown) => {
      tick();
      const reply = await request.post(`${server.url}/api/${path}`, { data, headers });
      expect(reply.status(), path).toBeLessThan(300);
      return reply.json();
    };
    await request.get(`${server.url}/api/session`);
    const answers: string[] = [];
    for (const q of [CURRENCY, MOONS, 'How many moons does Neptune have?'])
      answers.push((await post('answers', { q })).answer_id);
    const [failed = '', holds = '', none = ''] = answers;
    await post('saved', { answer_id: holds, title: 'Moons of Saturn', folder: 'Sky', tags: ['moons'] });
    await post('saved', { answer_id: failed, title: CURRENCY });
    await post('questions', { answer_id: holds });
    const { link } = await post('links', { answer_id: holds, kind: 'page' });
    const [claim = ''] = await claimsOf(server, holds);
    const at = (q: string, id: string) => `/?q=${encodeURIComponent(q)}&answer=${id}`;
    const asked = {
      holds: at(MOONS, holds),
      failed: at(CURRENCY, failed),
      none: at('How many moons does Neptune have?', none),
      ids: [holds, failed],
      claim,
      shared: link.path,
    } as const;
    await becomesStill(context);
    return { context, asked };
  }

  async function becomesStill(context: BrowserContext): Promise<void> {
    const fonts = createRequire(import.meta.url);
    for (const [name, file] of Object.entries(FONTS)) {
      const path = fonts.resolve(`dejavu-fonts-ttf/ttf/${file}`);
      await context.route(`**/${name}`, (route) => route.fulfill({ path, contentType: 'font/ttf' }));
    }
    await context.addInitScript((css) => {
      document.addEventListener('DOMContentLoaded', () => {
        const style = document.createElement('style');
        style.textContent = css;
        document.head.append(style);
      });
    }, STILL);
  }

  async function shots(page: Page): Promise<{ png: Buffer; of: string }[]> {
    const taken: { png: Buffer; of: string }[] = [];
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const of = `${size.width} ${colorScheme}`;
        taken.push({ png: await page.screenshot({ animations: 'disabled' }), of });
      }
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over, `wider than ${size.width}`).toBe(0);
    }
    return taken;
  }

  async function reach({ context, asked }: Reader, { address, shows, act }: State): Promise<Page> {
    const page = await context.newPage();
    await page.setViewportSize(SIZES[0]);
    await page.goto(`${server.url}${address(asked)}`);
    await page.getByText(shows).first().waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await settled(page);
    if (act === undefined) return page;
    await act(page);
    await settled(page);
    return page;
  }

  /** Takes its pictures, and says which of them differ from the reference. */
  async function lookAt(page: Page, reference: Buffer | null) {
    const taken = await shots(page);
    const pngs = taken.map(({ png }) => png);
    const { sheet, differing } = await compareSmall(scales, pngs, reference);
    const other = taken.flatMap(({ of }, shot) => {
      const part = differing[shot] ?? 1;
      return part > TOLERATED ? [`${of}: ${(100 * part).toFixed(1)} % of it differs`] : [];
    });
    return { taken, sheet, other };
  }

  it.each(STATES.map((state, at) => ({ ...state, at })))('$name', async ({ at, ...state }) => {
    const reader = readers[Math.floor(at / STATES_OF_A_READER)];
    if (reader === undefined) throw new Error('there are more states than readers');
    const page = await reach(reader, state);
    const file = join(REFERENCES, `${state.name}.png`);
    const reference = existsSync(file) ? readFileSync(file) : null;
    let look = await lookAt(page, reference);
    // What the server sends later may come between two looks: the page has to come to look as it did.
    for (let again = 0; !WRITES && look.other.length > 0 && again < LOOKS_AGAIN; again += 1) {
      await page.waitForTimeout(LOOK_AGAIN_MS);
      look = await lookAt(page, reference);
    }
    await reader.context.setOffline(false);
    await page.close();
    if (PICTURES !== undefined)
      for (const { png, of } of look.taken) writeFileSync(join(PICTURES, `${state.name} ${of}.png`), png);
    if (WRITES) writeFileSync(file, Buffer.from(look.sheet, 'base64'));
    else expect(look.other).toEqual([]);
  });
});

/** Two looks in a row find the same height and the same words. */
async function settled(page: Page): Promise<void> {
  const look = () =>
    page.evaluate(() => `${document.documentElement.scrollHeight} ${document.body.innerText.length}`);
  let before = '';
  await expect
    .poll(
      async () => {
        const now = await look();
        const isSame = now === before;
        before = now;
        return isSame;
      },
      { interval: 250, timeout: PATIENCE_MS },
    )
    .toBe(true);
}

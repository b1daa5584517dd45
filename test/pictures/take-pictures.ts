/**
 * README's screenshot and recording, made from the program as it runs: the demo corpus is asked, readers dispute what the
 * answer rests on, and the verdict in front of its reader changes. `npm run pictures` writes both files to docs/pictures.
 */
import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createClient } from '../../gateway/client/create-client.ts';
import { runJson, Service } from '../e2e/adduce-process.ts';
import { launch, type OpenedPage, openPage } from '../e2e/browser-page.ts';
import { findChromium } from '../setup/chromium.ts';

const FOLDER = resolve(import.meta.dirname, '..', '..', 'docs', 'pictures');
const QUESTION = 'How many moons does Saturn have?';
const VIEWPORT = { width: 1_120, height: 700 };
/** Of the recording; README shows it at half of the screen's width. */
const WIDTH = 840;
/** So many disputes outweigh the publishers of the claim. */
const READERS = 2;
const TURN_FRAMES = 8;
const TURN_FRAME_MS = 150;

type Page = OpenedPage['page'];

/** What is used of the encoder, which is installed beside this file only. */
interface Picture {
  resize(size: { width: number }): Picture;
  png(): Picture;
  webp(options: { quality: number; loop: number; delay: number[] }): Picture;
  toBuffer(): Promise<Uint8Array>;
  toFile(file: string): Promise<unknown>;
}
type Sharp = (
  source: Uint8Array | Uint8Array[],
  options?: { readonly join: { readonly animated: boolean } },
) => Picture;

interface Frame {
  readonly png: Uint8Array;
  /** How long it is shown. */
  readonly ms: number;
}

const sharp = createRequire(import.meta.url)('sharp') as Sharp;
const executablePath = findChromium();
if (executablePath === null) throw new Error('no chromium in the PATH: install it, or add its folder');
const data = await mkdtemp(join(tmpdir(), 'adduce-pictures-'));
try {
  const settings = { ADDUCE_DATA: data, ADDUCE_PORT: '0' };
  await using service = await Service.start(settings);
  const tokens: string[] = [];
  for (let n = 0; n < READERS; n += 1) tokens.push(await mintToken(settings));
  await using browser = await launch(executablePath);
  const { page } = await openPage(browser, service.url, { viewport: VIEWPORT, locale: 'en-GB' });
  await mkdir(FOLDER, { recursive: true });
  await record(page, { url: service.url, tokens });
} finally {
  await rm(data, { recursive: true });
}

async function record(
  page: Page,
  { url, tokens }: { readonly url: string; readonly tokens: readonly string[] },
): Promise<void> {
  const frames: Frame[] = [];
  const show = async (ms: number) => void frames.push({ png: await page.screenshot(), ms });
  await show(1_200);
  await page.getByLabel('Your question').fill(QUESTION);
  await show(1_200);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await verdict(page, 'PASS');
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await show(3_500);
  await page.screenshot({ path: join(FOLDER, 'answer.png') });
  const claim = await claimOf(url);
  for (const [index, token] of tokens.entries())
    await dispute({ url, token, claim, reader: `reader-${index}` });
  for (let n = 0; n < TURN_FRAMES; n += 1) {
    await show(TURN_FRAME_MS);
    await page.waitForTimeout(TURN_FRAME_MS);
  }
  await verdict(page, 'FAIL');
  await show(5_000);
  await write(frames);
}

function verdict(page: Page, tone: string): Promise<void> {
  return page
    .getByRole('region', { name: 'Verdict' })
    .and(page.locator(`[data-tone="${tone}"]`))
    .waitFor();
}

async function write(frames: readonly Frame[]): Promise<void> {
  // What is joined first is resized as one tall picture.
  const images = await Promise.all(
    frames.map(({ png }) => sharp(png).resize({ width: WIDTH }).png().toBuffer()),
  );
  await sharp(images, { join: { animated: true } })
    .webp({ quality: 70, loop: 0, delay: frames.map(({ ms }) => ms) })
    .toFile(join(FOLDER, 'verdict-changes.webp'));
}

/** The first claim that the answer rests on: the same for everyone who asks. */
async function claimOf(url: string): Promise<string> {
  const { sentences } = await createClient({ baseUrl: url }).answers({ q: QUESTION });
  const claim = sentences[0]?.claims[0];
  if (claim === undefined) throw new Error('the demo corpus does not answer the question');
  return claim;
}

interface Dispute {
  readonly url: string;
  readonly token: string;
  readonly claim: string;
  readonly reader: string;
}

/** A reader of full standing disputes a claim. */
async function dispute({ url, token, claim, reader }: Dispute): Promise<void> {
  const client = createClient({ baseUrl: url, headers: { authorization: `Bearer ${token}` } });
  const evidence = ['source', 'reproduction'].map((kind, n) => ({
    ref: `https://${reader}.example/recount-${n}`,
    hash: hash('sha256', `${reader} ${n}`),
    kind: kind as 'source' | 'reproduction',
  }));
  await client.evidence(claim, { kind: 'dispute', evidence });
}

async function mintToken(settings: Readonly<Record<string, string>>): Promise<string> {
  const args = ['keys', 'mint', '--cap', 'svc.evidence', '--standing', '1000', '--ttl', 'P1D'];
  return (await runJson<{ token: string }>(args, settings)).token;
}

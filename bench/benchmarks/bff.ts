import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import type { Bff, BffOptions } from '../../bff/create-bff.ts';
import type { HistoryFilter, RecordStore, SavedFilter } from '../../bff/records.ts';
import { SYSTEM_CLOCK } from '../../bin/cli/system-clock.ts';
import { fileOfReceipt } from '../../gateway/receipt-page/receipt-file.ts';
import type { Handle } from '../../gateway/rest/rest-config.ts';
import { FILL, fillFirstVersion } from '../../test/bff/fill-records.ts';
import type { Benchmark, Contestant } from '../benchmark.ts';
import { type DemoService, openDemoService } from '../demo-service.ts';
import { type Sample, sample } from '../sample.ts';

const SIZES = [1_000, 1_000_000];
const PAGE = 20;
/** Lists of one kind in a round: one is too short to measure. */
const LISTS = 20;
const QUESTIONS = 20;
const ORIGIN = 'http://127.0.0.1:4000';
const OWN = resolve(import.meta.dirname, '..', '..');

/** What a checkout gives: another one's has the same shape as far as it is used here. */
interface Checkout {
  openSqliteRecords(file: string): Promise<Pick<RecordStore, 'history' | 'saved'> & AsyncDisposable>;
  createBff(options: BffOptions): Promise<Bff>;
}

type List = { readonly history: HistoryFilter } | { readonly saved: SavedFilter };

/** Lists of history and saved answers, and asks through the BFF, with few records beside them and with many. */
export const bffBenchmark: Benchmark = {
  name: 'bff',
  about: 'lists and asks of the BFF among few and many records (--rows, --server)',
  rounds: 5,
  async prepare({ rows, server }) {
    await using undo = new AsyncDisposableStack();
    const checkout = await load(server === null ? OWN : resolve(server));
    const service = undo.use(await openDemoService());
    const sizes = rows.length === 0 ? SIZES : rows;
    const contestants: Contestant[] = [
      {
        name: 'ask, the engine alone',
        against: null,
        round: () => asksOf(service, service.rest, '/v1/answers'),
      },
    ];
    for (const [index, size] of sizes.entries()) {
      const folder = await mkdtemp(join(tmpdir(), 'adduce-bench-'));
      undo.defer(() => rm(folder, { recursive: true, force: true }));
      const file = join(folder, 'bff.sqlite');
      fill(file, size);
      const records = undo.use(await checkout.openSqliteRecords(file));
      const smallest = index === 0 ? null : sizes[0];
      contestants.push(...listContestants(records, size, smallest ?? null));
      const bff = await bffOn(checkout, service, folder);
      undo.defer(() => bff.close());
      contestants.push({
        name: `ask, through the BFF, ${named(size)}`,
        against: 'ask, the engine alone',
        round: () => asksOf(service, bff.handle, '/api/answers'),
      });
    }
    const kept = undo.move();
    return { contestants, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  },
};

async function load(folder: string): Promise<Checkout> {
  const of = (path: string) => import(pathToFileURL(join(folder, path)).href);
  const [records, bff] = await Promise.all([of('bff/records/open-sqlite.ts'), of('bff/create-bff.ts')]);
  return { openSqliteRecords: records.openSqliteRecords, createBff: bff.createBff };
}

/** As 0.1.0 wrote them: the program that is measured brings them to its version. */
function fill(file: string, size: number): void {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = OFF');
  fillFirstVersion(database, size);
  database.close();
}

function listContestants(
  records: Pick<RecordStore, 'history' | 'saved'>,
  size: number,
  smallest: number | null,
): Contestant[] {
  return Object.entries(listsAmong(size)).map(([name, list]) => ({
    name: `${name}, ${named(size)}`,
    against: smallest === null ? null : `${name}, ${named(smallest)}`,
    round: () =>
      sample(null, async () => {
        for (let read = 0; read < LISTS; read++) {
          if ('history' in list) await records.history(list.history);
          else await records.saved(list.saved);
        }
        return { list: LISTS };
      }),
  }));
}

/** First pages, and pages from the middle; what is called rare is at the other end of the table. */
function listsAmong(size: number): Record<string, List> {
  const middle = Math.floor(size / 2);
  const after = { at: FILL.at(middle), id: FILL.id(middle) };
  const own = { of: { user: FILL.user }, limit: PAGE };
  const shared = { of: { org: FILL.org }, limit: PAGE };
  const tag = (name: string) => ({ user: FILL.user, name });
  const saved = { user: FILL.user, limit: PAGE };
  return {
    'history, own': { history: own },
    'history, own, from the middle, with both dates': {
      history: { ...own, after, from: FILL.at(1), to: FILL.at(size) },
    },
    'history, own, rare mode': { history: { ...own, mode: 'audit' } },
    'history, own, absent mode': { history: { ...own, mode: 'light' } },
    'history, own, rare tag': { history: { ...own, tag: tag('rare') } },
    'history, own, common tag': { history: { ...own, tag: tag('common') } },
    'history, shared': { history: shared },
    'history, shared, rare mode': { history: { ...shared, mode: 'audit' } },
    'history, shared, rare tag': { history: { ...shared, tag: tag('rare') } },
    'history, shared, common tag': { history: { ...shared, tag: tag('common') } },
    'history, shared, rare tag and mode': { history: { ...shared, mode: 'audit', tag: tag('rare') } },
    saved: { saved },
    'saved, from the middle': { saved: { ...saved, after } },
    'saved, rare folder': { saved: { ...saved, folder: 'rare' } },
    'saved, rare tag': { saved: { ...saved, tag: 'rare' } },
    'saved, common tag': { saved: { ...saved, tag: 'common' } },
    'saved, rare folder and tag': { saved: { ...saved, folder: 'rare', tag: 'rare' } },
  };
}

function named(size: number): string {
  return `${size.toLocaleString('en')} rows`;
}

async function bffOn(
  checkout: Checkout,
  { engine, logKeys, rest }: DemoService,
  folder: string,
): Promise<Bff> {
  return checkout.createBff({
    engineUrl: ORIGIN,
    engineFetch: rest,
    subscribeFindings: quiet,
    apiKey: (await engine.keys.mintKey('local')).key,
    logKeys,
    engineRate: null,
    receiptFile: fileOfReceipt,
    org: 'local',
    dataFolder: folder,
    webFolder: null,
    publicUrl: null,
    clock: SYSTEM_CLOCK,
  });
}

/** Nothing changes while it is measured. */
async function* quiet({ signal }: { readonly signal: AbortSignal }): AsyncGenerator<never, void, void> {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

/** Questions that the caller asked before, so that the work is that of the way to the answer. */
async function asksOf(
  { questions }: DemoService,
  handle: Handle | Bff['handle'],
  path: string,
): Promise<Sample> {
  // A visitor a round: each may ask sixty times within a minute.
  let cookie = '';
  const ask = async (q: string): Promise<void> => {
    const headers = { 'content-type': 'application/json', cookie };
    const request = new Request(ORIGIN + path, { method: 'POST', headers, body: JSON.stringify({ q }) });
    const response = await handle(request);
    if (response.status !== 200 && response.status !== 409) throw new Error(await response.text());
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    await response.arrayBuffer();
  };
  const asked = questions.slice(0, QUESTIONS);
  for (const q of asked) await ask(q);
  return sample(null, async () => {
    for (const q of asked) await ask(q);
    return { ask: QUESTIONS };
  });
}

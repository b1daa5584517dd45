import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Client } from 'pg';
import { type Bff, createBff } from '../../bff/create-bff.ts';
import { openPostgresRecords } from '../../bff/records/open-postgres.ts';
import { openSqliteRecords, RECORDS_FILE } from '../../bff/records/open-sqlite.ts';
import type { RecordStore } from '../../bff/records.ts';
import { SYSTEM_CLOCK } from '../../bin/cli/system-clock.ts';
import type { Handle } from '../../gateway/http/connection.ts';
import { fileOfReceipt } from '../../gateway/receipt-page/receipt-file.ts';
import { startPostgres } from '../../test/setup/postgres-process.ts';
import { findPostgres } from '../../test/setup/postgres-programs.ts';
import type { Benchmark, Contestant } from '../benchmark.ts';
import { type DemoService, openDemoService } from '../demo-service.ts';
import { fillRecords, MANY } from '../many-records.ts';
import { postgresCpu } from '../postgres-meter.ts';
import { type Sample, type ServerMeter, sample } from '../sample.ts';

const SIZES = [1_000, 1_000_000];
const PAGE = 20;
/** Lists of one kind in a round: with fewer, most of what is measured is the compiling of JavaScript. */
const LISTS = 100;
const QUESTIONS = 20;
/** Questions that no one has asked before: each costs the engine a whole answer. */
const FRESH = 5;
const ORIGIN = 'http://127.0.0.1:4000';

type Kind = 'sqlite' | 'postgres';
type Read = (records: RecordStore) => Promise<unknown>;

/** Lists, searches and asks of the BFF, with few records beside them and with many, in SQLite and in PostgreSQL. */
export const bffBenchmark: Benchmark = {
  name: 'bff',
  about:
    'lists, searches and asks of the BFF among few and many records (--rows, --store sqlite or postgres, --server postgres://… with records of before)',
  rounds: 3,
  async prepare({ rows, store, server }) {
    await using undo = new AsyncDisposableStack();
    const service = undo.use(await openDemoService());
    const sizes = rows.length === 0 ? SIZES : rows;
    const contestants = enginesOwn(service);
    for (const kind of ['sqlite', 'postgres'] as const) {
      if (store !== null && store !== kind) continue;
      const url = kind === 'postgres' ? (server ?? (await startServer(undo))) : null;
      for (const size of sizes) {
        const place = await makePlace(undo, url, size);
        const meter = url === null ? null : () => postgresCpu(url);
        const smallest = size === sizes[0] ? null : (sizes[0] ?? null);
        contestants.push(...readsOf(place.records, kind, { size, smallest }, meter));
        contestants.push(...asksThrough(service, place.bff(service), `${kind}, ${named(size)}`, meter));
      }
    }
    const kept = undo.move();
    return { contestants, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  },
};

async function startServer(undo: AsyncDisposableStack): Promise<string> {
  const found = await findPostgres();
  if (!found.available) throw new Error(found.reason);
  const own = await startPostgres(found);
  undo.defer(own.stop);
  return own.server.url;
}

interface FilledPlace {
  readonly records: RecordStore;
  readonly bff: (service: DemoService) => () => Promise<Bff>;
}

async function makePlace(undo: AsyncDisposableStack, url: string | null, size: number): Promise<FilledPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'adduce-bench-'));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const recordsUrl = url === null ? null : `${url}?schema=bench_${size}`;
  const file = join(folder, RECORDS_FILE);
  const open = () => (recordsUrl === null ? openSqliteRecords(file) : openPostgresRecords(recordsUrl));
  const fresh = await open();
  // Records of an earlier run are pinned to the log of its engine.
  await fresh.forgetCheckpoints();
  await fresh[Symbol.asyncDispose]();
  if (url === null) await fillSqlite(file, size);
  else await fillPostgres(url, size);
  let started: Promise<Bff> | null = null;
  const bff = (service: DemoService) => () => {
    started ??= openBff(service, folder, recordsUrl);
    return started;
  };
  undo.defer(async () => (await started)?.close());
  return { records: undo.use(await open()), bff };
}

async function fillSqlite(file: string, size: number): Promise<void> {
  const database = new Database(file);
  database.pragma('synchronous = OFF');
  await fillRecords(async (sql) => void database.exec(sql), 'sqlite', size);
  database.close();
}

async function fillPostgres(url: string, size: number): Promise<void> {
  const client = new Client({
    connectionString: url,
    options: `-c search_path=bench_${size} -c synchronous_commit=off`,
  });
  await client.connect();
  // A million rows take longer to write than to measure: those of a server that is kept are written once.
  const { rowCount } = await client.query('select from queries limit 1');
  if (rowCount === 0) await fillRecords(async (sql) => void (await client.query(sql)), 'postgres', size);
  await client.end();
}

interface Sizes {
  readonly size: number;
  /** Null for the smallest itself. */
  readonly smallest: number | null;
}

function readsOf(
  records: RecordStore,
  kind: Kind,
  { size, smallest }: Sizes,
  meter: ServerMeter | null,
): Contestant[] {
  return Object.entries(readsAmong(size)).map(([name, read]) => ({
    name: `${name}, ${kind}, ${named(size)}`,
    against: smallest === null ? null : `${name}, ${kind}, ${named(smallest)}`,
    round: () =>
      sample(meter, async () => {
        for (let done = 0; done < LISTS; done++) await read(records);
        return { read: LISTS };
      }),
  }));
}

/** First pages, and pages from the middle; what is called rare is at the other end of the table. */
function readsAmong(size: number): Record<string, Read> {
  const middle = Math.floor(size / 2);
  const after = { at: MANY.at(middle), id: MANY.id(middle) };
  const { user } = MANY;
  const own = { of: { user }, limit: PAGE };
  const shared = { of: { org: MANY.org }, limit: PAGE };
  const search = { user, text: '', values: [], limit: PAGE };
  return {
    'history, own': (records) => records.history(own),
    'history, own, from the middle': (records) => records.history({ ...own, after, from: MANY.at(1) }),
    'history, own, rare tag': (records) => records.history({ ...own, tag: { user, name: 'rare' } }),
    'history, shared, rare mode': (records) => records.history({ ...shared, mode: 'audit' }),
    'saved, from the middle': (records) => records.saved({ user, limit: PAGE, after }),
    'saved, rare folder and tag': (records) =>
      records.saved({ user, limit: PAGE, folder: 'rare', tag: 'rare' }),
    'search of history, a word': (records) => records.searchHistory({ ...search, text: 'moons' }),
    'search of history, two words from the middle': (records) =>
      records.searchHistory({ ...search, text: 'saturn moons', after }),
    'search of saved, rare word': (records) => records.searchSaved({ ...search, text: 'curious' }),
    'search of saved, words and a folder': (records) =>
      records.searchSaved({
        ...search,
        text: 'saturn moons',
        values: [{ facet: 'folder', value: 'common' }],
      }),
    'saved whose verdict changed': (records) =>
      records.searchSaved({ ...search, values: [{ facet: 'changed', value: 'yes' }] }),
    'facets of saved': (records) => records.facets(user, 'saved'),
  };
}

function named(size: number): string {
  return `${size.toLocaleString('en')} rows`;
}

const ENGINE = 'the engine alone';

function enginesOwn(service: DemoService): Contestant[] {
  const handle = async () => service.rest;
  return asks(service, handle, '/v1/answers', null).map(([name, round]) => ({
    name: `${name}, ${ENGINE}`,
    against: null,
    round,
  }));
}

function asksThrough(
  service: DemoService,
  open: () => Promise<Bff>,
  where: string,
  meter: ServerMeter | null,
): Contestant[] {
  const handle = async () => (await open()).handle;
  return asks(service, handle, '/api/answers', meter).map(([name, round]) => ({
    name: `${name}, through the BFF, ${where}`,
    against: `${name}, ${ENGINE}`,
    round,
  }));
}

type HandleOf = () => Promise<Handle | Bff['handle']>;

function asks(
  { questions }: DemoService,
  handle: HandleOf,
  path: string,
  meter: ServerMeter | null,
): [string, () => Promise<Sample>][] {
  const again = async () => {
    const ask = askerOf(await handle(), path);
    const asked = questions.slice(0, QUESTIONS);
    for (const q of asked) await ask({ q });
    return sample(meter, async () => {
      for (const q of asked) await ask({ q });
      return { ask: QUESTIONS };
    });
  };
  const fresh = async () => {
    const ask = askerOf(await handle(), path);
    await ask({ q: questions[0] ?? '' });
    return sample(meter, async () => {
      for (const q of questions.slice(0, FRESH)) await ask({ q, as_of: nextInstant() });
      return { ask: FRESH };
    });
  };
  return [
    ['ask again', again],
    ['ask anew', fresh],
  ];
}

let instants = 0;

/** Another one each time: the answer as of it is not stored yet. */
function nextInstant(): string {
  instants++;
  return new Date(Date.UTC(2026, 5, 1) + instants * 1_000).toISOString();
}

/** A visitor a round: each may ask sixty times within a minute. */
function askerOf(handle: Handle | Bff['handle'], path: string) {
  let cookie = '';
  return async (question: { readonly q: string; readonly as_of?: string }): Promise<void> => {
    const headers = { 'content-type': 'application/json', cookie };
    const request = new Request(ORIGIN + path, { method: 'POST', headers, body: JSON.stringify(question) });
    const response = await handle(request);
    if (response.status !== 200 && response.status !== 409) throw new Error(await response.text());
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    await response.arrayBuffer();
  };
}

async function openBff(
  { engine, logKeys, rest }: DemoService,
  folder: string,
  recordsUrl: string | null,
): Promise<Bff> {
  return createBff({
    engineUrl: ORIGIN,
    engineFetch: rest,
    subscribeFindings: quiet,
    apiKey: (await engine.keys.mintKey('local')).key,
    logKeys,
    engineRate: null,
    receiptFile: fileOfReceipt,
    org: 'local',
    dataFolder: folder,
    recordsUrl,
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

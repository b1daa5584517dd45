/** How the database goes about lists: along one run of an index, as long as the page, however much lies beside it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../bff/records/migrations.ts';
import { recordStore } from '../../bff/records/record-store.ts';
import type { Tables } from '../../bff/records/tables.ts';
import type {
  FacetValue,
  HistoryFilter,
  Position,
  RecordStore,
  SavedFilter,
  SaveRecord,
} from '../../bff/records.ts';
import { FILL, fillFirstVersion } from './fill-records.ts';
import { dataFolder } from './whole-server.ts';

interface Opened extends AsyncDisposable {
  readonly database: Database.Database;
  readonly records: RecordStore;
  /** Statements since the last call, with their values. */
  statements(): string[];
}

const opened: AsyncDisposable[] = [];
afterAll(async () => {
  for (const one of opened.splice(0).reverse()) await one[Symbol.asyncDispose]();
});

async function open(entries: number): Promise<Opened> {
  const folder = await dataFolder();
  opened.push(folder);
  let seen: string[] = [];
  const database = new Database(join(folder.path, 'bff.sqlite'), {
    verbose: (sql) => seen.push(String(sql)),
  });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = OFF');
  fillFirstVersion(database, entries);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  await migrate(db);
  const records = recordStore(db);
  const one: Opened = {
    database,
    records,
    statements: () => {
      const taken = seen;
      seen = [];
      return taken;
    },
    [Symbol.asyncDispose]: () => records[Symbol.asyncDispose](),
  };
  opened.push(one);
  return one;
}

function planOf({ database, statements }: Opened): string[] {
  return statements()
    .filter((sql) => /^\s*(select|with|insert|update|delete)/i.test(sql))
    .flatMap((sql) => database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all())
    .map(({ detail }) => detail);
}

/** An entry past the rare ones, with entries on both sides. */
const MIDDLE = 500;
/** The answer to every second question: not saved. */
const POPULAR = 'ans_popular';

function addPopular({ database }: Opened, count: number): void {
  database.exec(`insert into queries
    select 'p_' || id, user_id, org_id, 'light', requested_at, '${POPULAR}', q, as_of, corpus, summary_hash, metadata,
      findings_state, receipt_hash from queries limit ${count}`);
}

const AFTER: Position = { at: FILL.at(MIDDLE), id: FILL.id(MIDDLE) };
const FROM = FILL.at(1);
const TO = FILL.at(MIDDLE + 7);

/** Every subset of the filters, each with the names of what is in it. */
function combinations<T>(parts: Readonly<Record<string, Partial<T>>>): [string, Partial<T>][] {
  const all: [string, Partial<T>][] = [['', {}]];
  for (const [name, part] of Object.entries(parts)) {
    all.push(...all.map(([names, one]): [string, Partial<T>] => [`${names} ${name}`, { ...one, ...part }]));
  }
  return all;
}

const HISTORY = Object.entries({ own: { user: FILL.user }, shared: { org: FILL.org } }).flatMap(
  ([whose, of]) =>
    combinations<HistoryFilter>({
      mode: { mode: 'audit' },
      from: { from: FROM },
      to: { to: TO },
      cursor: { after: AFTER },
      tag: { tag: { user: FILL.user, name: 'rare' } },
      'common tag': { tag: { user: FILL.user, name: 'common' } },
    })
      .filter(([names]) => !names.includes(' tag common tag'))
      .map(([names, filter]): [string, HistoryFilter] => [`${whose}${names}`, { of, limit: 20, ...filter }]),
);

const SAVED = combinations<SavedFilter>({
  folder: { folder: 'rare' },
  tag: { tag: 'rare' },
  cursor: { after: AFTER },
}).map(([names, filter]): [string, SavedFilter] => [
  `saved${names}`,
  { user: FILL.user, limit: 20, ...filter },
]);

const SAVED_POPULAR: Omit<SaveRecord, 'id'> = {
  user_id: FILL.user,
  answer_id: POPULAR,
  snapshot_id: '1.a',
  created_at: 1,
  title: 'Title',
  folder: null,
  q: 'How many?',
  summary: 'So many.',
  summary_hash: '0'.repeat(64),
  receipt_hash: null,
  as_of: null,
  corpus: null,
  findings_state: 'PASS',
  tags: ['a', 'b'],
};

const SEARCH = { user: FILL.user, text: '', values: [], limit: 20 };
const NARROW: FacetValue[] = [{ facet: 'folder', value: 'rare' }];
const SEARCHES: [string, (records: RecordStore) => Promise<unknown>][] = [
  ['questions by a common word', (records) => records.searchHistory({ ...SEARCH, text: 'moons' })],
  [
    'questions by common words',
    (records) => records.searchHistory({ ...SEARCH, text: 'saturn moons', after: AFTER }),
  ],
  [
    'questions by a mode and a word',
    (records) =>
      records.searchHistory({ ...SEARCH, text: 'moons', values: [{ facet: 'mode', value: 'audit' }] }),
  ],
  ['questions by a word that none has', (records) => records.searchHistory({ ...SEARCH, text: 'absent' })],
  ['saved answers by common words', (records) => records.searchSaved({ ...SEARCH, text: 'saturn moo' })],
  [
    'saved answers by a folder and a word',
    (records) => records.searchSaved({ ...SEARCH, text: 'moons', values: NARROW }),
  ],
  [
    'saved answers by verdict, with both instants',
    (records) =>
      records.searchSaved({ ...SEARCH, values: [{ facet: 'verdict', value: 'PASS' }], from: FROM, to: TO }),
  ],
  ['facets of questions', (records) => records.facets(FILL.user, 'history')],
  ['facets of saved answers', (records) => records.facets(FILL.user, 'saved')],
  ['removed answers', (records) => records.removedSaved(FILL.user, undefined, 20)],
];

const LISTS: [string, HistoryFilter | SavedFilter][] = [...HISTORY, ...SAVED];

function read({ records }: Opened, filter: HistoryFilter | SavedFilter): Promise<unknown> {
  return 'of' in filter ? records.history(filter) : records.saved(filter);
}

/** What the index of a list must be given of its filter: each column by itself, and the bound that the list begins at. */
function givenToIndex(names: string): RegExp {
  const whose = names.startsWith('shared') ? 'org_id=\\?' : 'user_id=\\?';
  const isShared = names.startsWith('shared');
  const tag = names.includes('tag') && !isShared ? ' AND tag=\\?' : '';
  const mode = names.includes('mode') ? ' AND mode=\\?' : '';
  const folder = names.includes('folder') ? ' AND folder=\\?' : '';
  const answer = names.endsWith(' tag') && isShared && !names.includes('common') ? ' AND answer_id=\\?' : '';
  const bound = names.includes('to') || names.includes('cursor') ? ' AND \\(\\w+,\\w+\\)<' : '';
  return new RegExp(`INDEX \\w+ \\(${whose}${tag}${mode}${folder}${answer}${bound}`);
}

const SIZES = { small: 1_000, large: 20_000 };
let small: Opened;
let large: Opened;
beforeAll(async () => {
  [small, large] = [await open(SIZES.small), await open(SIZES.large)];
  addPopular(small, SIZES.small);
  addPopular(large, SIZES.large);
}, 60_000);

describe('the plan of', () => {
  it.each(LISTS)('%s begins at its bound in an index that has all of the filter', async (name, filter) => {
    large.statements();
    await read(large, filter);
    const plan = planOf(large);
    expect(plan).toContainEqual(expect.stringMatching(givenToIndex(name)));
    expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual([]);
    // The one thing that is sorted is bounded: the newest entry of each answer of a tag that has few.
    const sorts = /^shared.* tag/.test(name) && !name.includes('common') ? 1 : 0;
    expect(plan.filter((step) => step.includes('TEMP B-TREE'))).toHaveLength(sorts);
  });

  it.each(SEARCHES)('%s reads along an index', async (_, run) => {
    large.statements();
    await run(large.records);
    const plan = planOf(large);
    expect(plan.filter((step) => step.startsWith('SCAN') && !/^SCAN (?:looked|newest)\b/.test(step))).toEqual(
      [],
    );
  });

  it('an entry on the same as one that moves to an account compares those on its question alone', async () => {
    const merging = await open(10);
    const save = (id: string, user_id: string) =>
      merging.records.save({ ...SAVED_POPULAR, id, user_id, answer_id: id });
    await save('own', 'u_account');
    await save('other', 'u_visitor');
    const before = { session: 's', user: 'u_visitor', isSignedIn: false, expiresAt: 9 };
    for (const visitor of [null, before]) {
      await merging.records.signIn({
        issuer: 'https://id.example',
        subject: 'ada',
        name: null,
        before: visitor,
        freshUser: 'u_account',
        session: `s_${visitor?.user}`,
        sessionExpiresAt: 9,
        idToken: null,
        memberships: [],
        at: 1,
      });
    }
    merging.statements();
    await merging.records.mergeSome('u_visitor', 1, (user) => `local/${user}`);
    expect(planOf(merging)).toContain(
      'SEARCH answers_saved USING INDEX saved_by_summary (user_id=? AND summary_hash=? AND snapshot_id=? AND <expr>=?)',
    );
    const removed = await merging.records.removedSaved('u_account', undefined, 9);
    expect(removed.map(({ id }) => id)).toEqual(['other']);
  });

  it('what is looked up by its key reads no table and sorts nothing', async () => {
    large.statements();
    await large.records.visibleAnswer('ans_1', { user: 'u_1', orgs: ['a', 'b'] });
    await large.records.askedFor('u_1', 'ans_1');
    await large.records.ownAnswers('u_1', ['ans_1', 'ans_2']);
    await large.records.membershipsOf('u_1');
    await large.records.members('a');
    await large.records.endSession({ session: 's', user: 'u_1', isSignedIn: false, expiresAt: 2 }, 1);
    await large.records.sessionEnded('s');
    await large.records.checkpoint('log');
    const plan = planOf(large);
    expect(plan.filter((step) => step.startsWith('SEARCH')).length).toBeGreaterThan(8);
    // The answers that are named in the statement itself.
    expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual(['SCAN 2 CONSTANT ROWS', 'SCAN named']);
    expect(plan.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
  });
});

const IO = '/proc/self/io';
/** A tree of twenty times as many rows is a level higher: a page more for each row that is looked up. */
const LEVELS = 2;
/** What else the process reads meanwhile. */
const OTHER_READS = 20;

/** Pages that SQLite reads from its file while it keeps none: the work, without a clock. */
async function pagesRead({ database }: Opened, work: () => Promise<unknown>): Promise<number> {
  database.pragma('cache_size = 0');
  const calls = () => Number(/^syscr: (\d+)/m.exec(readFileSync(IO, 'utf8'))?.[1]);
  const before = calls();
  await work();
  return calls() - before;
}

describe.skipIf(!existsSync(IO))('the work of', () => {
  it.each(LISTS)('%s costs no more among twenty times as many rows', async (_, filter) => {
    const few = await pagesRead(small, () => read(small, filter));
    const many = await pagesRead(large, () => read(large, filter));
    expect(many).toBeLessThan(LEVELS * few + OTHER_READS);
  });

  it.each(SEARCHES)('%s costs no more among twenty times as many rows', async (_, run) => {
    const few = await pagesRead(small, () => run(small.records));
    const many = await pagesRead(large, () => run(large.records));
    expect(many).toBeLessThan(LEVELS * few + OTHER_READS);
  });

  it('looking an answer up costs no more where every user has asked for it', async () => {
    const of = (one: Opened) =>
      pagesRead(one, async () => {
        await one.records.visibleAnswer(POPULAR, { user: 'u_other', orgs: [FILL.org] });
        await one.records.askedFor(FILL.user, POPULAR);
        await one.records.ownAnswers(FILL.user, [POPULAR]);
      });
    const few = await of(small);
    expect(await of(large)).toBeLessThan(LEVELS * few + OTHER_READS);
  });

  it('saving an answer, asking for it again and removing it is bounded however often it was asked for', async () => {
    const rowsTouched = async ({ records, database }: Opened) => {
      const changes = () => database.prepare<[], number>('select total_changes()').pluck().get() ?? 0;
      const before = changes();
      const id = FILL.id(SIZES.large);
      await records.save({ ...SAVED_POPULAR, id });
      const { rows } = await records.history({ of: { user: FILL.user }, mode: 'light', limit: 1 });
      for (const entry of rows) await records.addHistory({ ...entry, id: 'z_1', requested_at: 1e9 });
      await records.removeSaved(FILL.user, id, 1);
      return changes() - before;
    };
    const few = await rowsTouched(small);
    expect(await rowsTouched(large)).toBe(few);
  });
});

describe('shared history under a tag of thousands of answers', () => {
  const filter = { of: { org: FILL.org }, tag: { user: FILL.user, name: 'common' }, limit: 50 };

  async function walk({ records }: Opened): Promise<{ readonly ids: string[]; readonly sizes: number[] }> {
    const ids: string[] = [];
    const sizes: number[] = [];
    let after: Position | undefined;
    do {
      const page = await records.history({ ...filter, after });
      ids.push(...page.rows.map(({ id }) => id));
      sizes.push(page.rows.length);
      after = page.next ?? undefined;
    } while (after !== undefined);
    return { ids, sizes };
  }

  it('lists each entry once, and gives a next position when a page ends before it is full', async () => {
    const one = await open(4_000);
    const expected = one.database
      .prepare<[], string>(
        `select id from queries where answer_id in (select answer_id from saved_tags where tag = 'common')
         order by requested_at desc, id desc`,
      )
      .pluck()
      .all();
    const { ids, sizes } = await walk(one);
    expect(ids).toEqual(expected);
    expect(expected.length).toBeGreaterThan(2_000);
    expect(sizes.slice(0, -1).every((size) => size === filter.limit)).toBe(true);
    const untagged = one.database.prepare(
      `insert into queries (id, user_id, org_id, mode, requested_at, answer_id, q, summary_hash, metadata, findings_state)
       values (?, 'u_2', '${FILL.org}', 'light', 1e9, 'ans_none', 'How many?', 'hash', '{}', 'PASS')`,
    );
    const add = one.database.transaction(() => {
      for (let i = 0; i < 10_500; i++) untagged.run(`n_${i}`);
    });
    add();
    const second = await walk(one);
    expect(second.ids).toEqual(expected);
    expect(second.sizes[0]).toBe(0);
  });
});

/** Rows that somebody changes by hand: `rebuild --check` names each, and a start notices those that went through SQLite. */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planWithdrawal } from '../../../engine/artefact/withdraw.ts';
import { BeliefProjection } from '../../../engine/belief/projection/belief-projection.ts';
import { compareProjections } from '../../../graph/embedded/compare-projections.ts';
import { Connection } from '../../../graph/embedded/connection.ts';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import { checkTokens, checkVerdicts, RowsChanged } from '../../../graph/log/check-rows.ts';
import { compareReaders } from '../../../graph/log/compare-readers.ts';
import { copyLog } from '../../../graph/log/copy-log.ts';
import { rebuildInPlace } from '../../../graph/log/rebuild.ts';
import { readRange } from '../../../graph/store/ranges.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { added, annotated, appendFacts, closed } from '../../conformance/annotate.ts';
import { answerOf, ingestInto, jsonLines } from '../../engine/documents.ts';
import { createTestEngine } from '../../engine/test-engine.ts';

interface Change {
  readonly what: string;
  readonly table: string;
  readonly sql: string;
  /** In a table whose writes SQLite does not count. */
  readonly uncounted?: true;
  /** A table whose rows name what was changed. */
  readonly namedBy?: string;
}

/** Words that no entry says. */
const OTHER_VERDICT = { seq: 0, body: { type: 'findings.changed', to: 'PASS' } };

const CHANGES: readonly Change[] = [
  {
    what: 'a verdict from WARN to PASS',
    table: 'findings',
    sql: `UPDATE findings SET record = '${JSON.stringify(OTHER_VERDICT)}', state = 'PASS' WHERE state = 'WARN'`,
  },
  {
    what: 'a verdict that is gone',
    table: 'findings',
    sql: `DELETE FROM findings WHERE state = 'WARN'`,
  },
  { what: 'a verdict under another tenant', table: 'findings', sql: `UPDATE findings SET tenant = 'other'` },
  {
    what: 'a verdict that no entry makes',
    table: 'findings',
    sql: `INSERT INTO findings SELECT seq + 100000, tenant, answer, state, record FROM findings LIMIT 1`,
  },
  { what: 'a revoked token that is valid again', table: 'revocations', sql: 'DELETE FROM revocations' },
  {
    what: 'a revoked key that says it is not',
    table: 'keys',
    sql: `UPDATE keys SET record = replace(record, '"revoked":true', '"revoked":false')`,
  },
  {
    what: 'the hash of an engine key',
    table: 'keys',
    sql: `UPDATE keys SET hash = 'ff' WHERE hash IS NOT NULL`,
  },
  {
    what: 'the value of a claim',
    table: 'claims',
    sql: `UPDATE claims SET record = '{"addr":"c"}' WHERE seq = (SELECT min(seq) FROM claims)`,
  },
  {
    what: 'the publisher of a fingerprint',
    table: 'fingerprints',
    sql: `UPDATE fingerprints SET publisher = 'other'`,
  },
  {
    what: 'a band of a fingerprint',
    table: 'fingerprint_bands',
    sql: 'UPDATE fingerprint_bands SET band = band + 1',
  },
  { what: 'the slot of a claim', table: 'claims', sql: 'UPDATE claims SET slot = NULL' },
  {
    what: 'a ledger entry that is gone',
    table: 'ledger',
    sql: 'DELETE FROM ledger WHERE log_seq = (SELECT max(log_seq) FROM ledger)',
    namedBy: 'event_artefacts',
  },
  {
    what: 'the side that a ledger entry takes',
    table: 'ledger',
    sql: `UPDATE ledger SET kind = 'dispute'`,
  },
  { what: 'what a ledger entry cites', table: 'event_artefacts', sql: 'DELETE FROM event_artefacts' },
  {
    what: 'which ledger entry cites',
    table: 'event_artefacts',
    sql: 'UPDATE event_artefacts SET event = (SELECT max(id) FROM ledger) WHERE event = (SELECT min(event) FROM event_artefacts)',
  },
  {
    what: 'the words of a section',
    table: 'sections',
    sql: `UPDATE sections SET text_terms = replace(text_terms, 'moon', 'sun')`,
  },
  {
    what: 'a row of the full text that is gone',
    table: 'full_text',
    sql: 'DELETE FROM text_1 WHERE rowid = 1',
    uncounted: true,
  },
  {
    what: 'a row of the full text that no section has',
    table: 'full_text',
    sql: `INSERT INTO text_1 (rowid, title_terms, text_terms) VALUES (999, 'moon', 'moon')`,
    uncounted: true,
  },
  {
    what: 'the words of a row of the full text',
    table: 'full_text',
    sql: `DELETE FROM text_1 WHERE rowid = 1; INSERT INTO text_1 (rowid, title_terms, text_terms) VALUES (1, 'saturn', '999 moons')`,
    uncounted: true,
  },
  { what: 'an annotation that is gone', table: 'annotations', sql: 'DELETE FROM annotations' },
  {
    what: 'the words of an annotation',
    table: 'annotations',
    sql: `UPDATE annotations SET record = json_object('record', json_object('body', 'x'))`,
  },
  { what: 'a closed gap that is open again', table: 'stub_closures', sql: 'DELETE FROM stub_closures' },
  {
    what: 'the publisher that an artefact is listed by',
    table: 'artefacts',
    sql: `UPDATE artefacts SET publisher = 'other.example'`,
  },
  {
    what: 'an artefact that is no longer withdrawn',
    table: 'artefacts',
    sql: `UPDATE artefacts SET record = json_set(record, '$.withdrawn', NULL)`,
  },
  {
    what: 'the day of an observation',
    table: 'observations',
    sql: `UPDATE observations SET observed_at = '2030-01-01T00:00:00.000Z'`,
  },
  { what: 'the state that a claim is listed by', table: 'claims', sql: 'UPDATE claims SET belief = 3' },
  {
    what: 'the confidence of a ledger',
    table: 'ledger_beliefs',
    sql: 'UPDATE ledger_beliefs SET confidence = confidence + 1',
  },
  {
    what: 'how many claims are in a state',
    table: 'belief_tallies',
    sql: 'UPDATE belief_tallies SET claims = claims + 1',
  },
  { what: 'the day that beliefs are of', table: 'belief_days', sql: 'UPDATE belief_days SET day = day + 1' },
  { what: 'a contradiction that is gone', table: 'rivals', sql: 'DELETE FROM rivals' },
  {
    what: 'a place of a claim that is gone',
    table: 'occurrences',
    sql: 'DELETE FROM occurrences WHERE seq = (SELECT min(seq) FROM occurrences)',
  },
  { what: 'an answer of another corpus', table: 'answers', sql: `UPDATE answers SET corpus = 'other'` },
  { what: 'what an answer rests on', table: 'answer_uses', sql: 'DELETE FROM answer_uses' },
  { what: 'a request that may be sent again', table: 'idempotency', sql: 'DELETE FROM idempotency' },
  {
    what: 'the newest time of a corpus',
    table: 'corpora',
    sql: `UPDATE corpora SET record = json_set(record, '$.newestEffectiveAt', '2030-01-01T00:00:00.000Z')`,
  },
];

/** What a start compares row by row; the columns that rows are found by are counted as writes alone. */
const WATCHED: ReadonlySet<string> = new Set(['findings', 'revocations', 'keys']);

/** What makes a copy of a row another row of its table. */
const MADE_ANOTHER: Readonly<Record<string, string>> = {
  sections: `UPDATE one SET id = NULL, addr = addr || 'x'`,
  claims: `UPDATE one SET addr = addr || 'x'`,
  occurrences: 'UPDATE one SET seq = 100000',
  ledger: `UPDATE one SET id = NULL, event_id = event_id || 'x', seq = 100000`,
};

let root: string;
let expected: string;
let copies = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'adduce-changed-'));
  await using store = await openEmbedded({ path: join(root, 'made') });
  const engine = createTestEngine(store);
  const state = (id: string, moons: number, day: string) =>
    jsonLines([{ id, day, domain: `${id}.example`, text: `Saturn has ${moons} known moons.` }]);
  await ingestInto(engine, 'sky', [state('a', 274, '2026-09-01')]);
  await answerOf(engine, { corpus: 'sky', q: 'How many moons does Saturn have?' });
  await ingestInto(engine, 'sky', [state('b', 285, '2026-09-02')]);
  await engine.monitor.catchUp();
  await ingestInto(engine, 'sky', [state('c', 274, '2026-09-03')]);
  // Long enough to have a fingerprint.
  const text =
    'Galileo saw the rings in 1610 and took them for two large moons, one on each side of the planet.';
  await ingestInto(engine, 'sky', [jsonLines([{ id: 'd', day: '2026-09-04', domain: 'd.example', text }])]);
  await engine.monitor.catchUp();
  const annotation = annotated('wx://sky/entity/saturn', 'sky', 'ann');
  await appendFacts(engine.writer, 'sky', [
    added(annotation, { key: 'once', request_hash: annotation.id }),
    closed('stub_rings', annotation),
  ]);
  const { key_id: revoked } = await engine.keys.mintKey('ann');
  await engine.keys.revoke(revoked);
  await engine.keys.mintKey('bob');
  const [gone] = await readRange(store, 'artefacts', { corpus: 'sky', after: -1 }, { limit: 1 });
  await engine.writer.append(
    planWithdrawal({ artefact: gone!.record.artefact_id, reason: 'a mistake', by: 'ed' }),
  );
  await engine.monitor.catchUp();
  await engine.beliefProjection.catchUp();
  expected = join(root, 'expected');
  await using made = await openEmbedded({ path: expected });
  await copyLog(store, made);
  await new BeliefProjection(made).catchUp();
});
afterAll(() => rm(root, { recursive: true }));

describe('a store whose rows are as the log makes them', () => {
  it('differs in none of them, also once it was rebuilt in place', async () => {
    const folder = await copy();
    expect(differencesIn(folder)).toEqual([]);
    await using store = await openEmbedded({ path: folder });
    expect(await store.foreignWrites()).toEqual([]);
    await rebuilt(store);
    expect(differencesIn(folder)).toEqual([]);
    expect(await store.foreignWrites()).toEqual([]);
    await using other = await openEmbedded({ path: expected });
    expect((await compareReaders(store, other)).filter(({ differences }) => differences.length > 0)).toEqual(
      [],
    );
  });

  it('is compared with the same log only', async () => {
    const folder = await copy();
    harm(folder, 'UPDATE head SET size = size + 1');
    expect(compareProjections(join(folder, 'graph.sqlite'), join(expected, 'graph.sqlite'))).toBeNull();
  });

  it('has rows in every projection, so that each change below changes something', () => {
    const tables = compareProjections(join(root, 'made', 'graph.sqlite'), join(expected, 'graph.sqlite'));
    expect(tables?.filter(({ rows }) => rows === 0)).toEqual([]);
  });
});

describe('a store in which somebody has changed', () => {
  it.each(CHANGES)(
    '$what: table and key are reported',
    async ({ table, sql, uncounted = false, namedBy }) => {
      const folder = await copy();
      harm(folder, sql);
      const found = differencesIn(folder);
      expect(found.map((one) => one.table)).toEqual(namedBy === undefined ? [table] : [table, namedBy]);
      expect(found[0]?.differences[0]?.key).toEqual(expect.any(String));
      await using store = await openEmbedded({ path: folder });
      expect(await store.foreignWrites()).toEqual(uncounted ? [] : [table]);
      await rebuilt(store);
      expect(differencesIn(folder)).toEqual([]);
      expect(await store.foreignWrites()).toEqual([]);
    },
  );

  it('rows after dropping a trigger: the table is reported', async () => {
    const folder = await copy();
    harm(folder, `DROP TRIGGER claims_update; UPDATE claims SET words = replace(words, '274', '999')`);
    await using store = await openEmbedded({ path: folder });
    expect(await store.foreignWrites()).toEqual(['claims']);
  });

  it('a table: the report stays while the store goes on', async () => {
    const folder = await copy();
    harm(folder, 'DELETE FROM rivals');
    await using store = await openEmbedded({ path: folder });
    const engine = createTestEngine(store);
    await ingestInto(engine, 'sky', [
      jsonLines([{ id: 'd', day: '2026-09-04', domain: 'd.example', text: 'Mars has 2 known moons.' }]),
    ]);
    expect(await store.foreignWrites()).toEqual(['rivals']);
  });

  it.each(['sections', 'claims', 'occurrences', 'ledger'])(
    '%s by one more row: the table is reported, also once the store has gone on',
    async (table) => {
      const folder = await copy();
      harm(
        folder,
        `CREATE TEMP TABLE one AS SELECT * FROM ${table} LIMIT 1; ${MADE_ANOTHER[table]}; INSERT INTO ${table} SELECT * FROM one`,
      );
      expect(differencesIn(folder).map((one) => one.table)).toContain(table);
      await using store = await openEmbedded({ path: folder });
      expect(await store.foreignWrites()).toEqual([table]);
      await ingestInto(createTestEngine(store), 'sky', [
        jsonLines([{ id: 'd', day: '2026-09-04', domain: 'd.example', text: 'Mars has 2 known moons.' }]),
      ]);
      expect(await store.foreignWrites()).toEqual([table]);
    },
  );

  it.each(CHANGES.filter(({ table, sql }) => WATCHED.has(table) && !/tenant =/.test(sql)))(
    '$what, and the counts of writes too: the log shows it',
    async ({ sql }) => {
      const folder = await copy();
      harm(folder, `${sql}; UPDATE projection_writes SET own = writes`);
      await using store = await openEmbedded({ path: folder });
      expect(await store.foreignWrites()).toEqual([]);
      const checks = async () => {
        await checkTokens(store);
        const { size } = await store.head();
        for await (const _ of checkVerdicts(store, { after: -1, before: size + 200_000 }));
      };
      await expect(checks()).rejects.toThrow(RowsChanged);
    },
  );
});

async function rebuilt(store: GraphStore): Promise<void> {
  await rebuildInPlace(store, () => undefined);
  await new BeliefProjection(store).catchUp();
}

function differencesIn(folder: string) {
  const tables = compareProjections(join(folder, 'graph.sqlite'), join(expected, 'graph.sqlite'));
  return (tables ?? []).filter(({ differences }) => differences.length > 0);
}

async function copy(): Promise<string> {
  copies += 1;
  const folder = join(root, `copy-${copies}`);
  await mkdir(folder);
  await cp(join(root, 'made', 'graph.sqlite'), join(folder, 'graph.sqlite'));
  return folder;
}

function harm(folder: string, sql: string): void {
  const connection = new Connection(join(folder, 'graph.sqlite'), 1_000);
  connection.exec(sql);
  connection.close();
}

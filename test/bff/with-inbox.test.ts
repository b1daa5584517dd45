import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { BffContext } from '../../bff/bff-context.ts';
import { LOOK_TIMING } from '../../bff/look-timing.ts';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import type { RecordStore } from '../../bff/records.ts';
import type { WatchEvent } from '../../bff/watch-event.ts';
import { withInbox } from '../../bff/with-inbox.ts';
import { saved, verdict } from '../conformance/records-harness.ts';
import { dataFolder } from './whole-server.ts';

async function openRecords(): Promise<RecordStore> {
  const folder = await dataFolder();
  const records = await openSqliteRecords(join(folder.path, 'bff.sqlite'));
  onTestFinished(async () => {
    await records[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });
  return records;
}

const LIVE: WatchEvent = { type: 'live', at: 1, watched: 0, degraded_since: null };

/** Says that it is live, and then nothing. */
async function* quiet(signal: AbortSignal): AsyncGenerator<WatchEvent, void, void> {
  yield LIVE;
  await pause(60_000, undefined, { signal }).catch(() => {});
}

function streamOf(records: RecordStore, user = 'u_1') {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  // A context of which nothing but this is read.
  const bff = { records, now: () => 1, lookTiming: LOOK_TIMING } as BffContext;
  return { stream: withInbox(bff, { user }, quiet(ending.signal), ending.signal), ending };
}

async function fail(records: RecordStore, answer: string, seq: number): Promise<void> {
  await records.noteVerdict({ ...verdict(answer, 'FAIL', seq), at: '2026-01-01T00:00:00.000Z' });
}

it('says nothing of an inbox that never held anything', async () => {
  const { stream } = streamOf(await openRecords());
  expect(await stream.next()).toEqual({ done: false, value: LIVE });
});

it('says at its beginning what was not seen, and once what another process adds', async () => {
  const records = await openRecords();
  await records.save(saved('s_1'));
  await records.save(saved('s_2', { answer_id: 'ans_2' }));
  await fail(records, 'ans_1', 1);
  const { stream } = streamOf(records);
  const first = (await stream.next()).value;
  expect(first).toMatchObject({ type: 'inbox', revision: 1, unseen: 1, latest: { subject: 's_1' } });
  expect((await stream.next()).value).toEqual(LIVE);
  const next = stream.next();
  await fail(records, 'ans_2', 2);
  expect((await next).value).toMatchObject({
    type: 'inbox',
    revision: 2,
    unseen: 2,
    latest: { subject: 's_2' },
  });
  const behind = stream.next();
  await records.seeTurns('u_1', null, 9);
  expect((await behind).value).toEqual({ type: 'inbox', revision: 3, unseen: 0, latest: null });
});

it('says nothing of the inbox of others', async () => {
  const records = await openRecords();
  await records.save(saved('s_1'));
  await fail(records, 'ans_1', 1);
  const { stream } = streamOf(records, 'u_2');
  expect((await stream.next()).value).toEqual(LIVE);
});

it('ends with its stream, also while it waits', async () => {
  const { stream, ending } = streamOf(await openRecords());
  await stream.next();
  const next = stream.next();
  ending.abort();
  expect(await next).toEqual({ done: true, value: undefined });
});

it('goes on with verdicts while the records are out of reach', async () => {
  const records = await openRecords();
  const away: RecordStore = {
    ...records,
    visit: () => Promise.reject(new Error('away')),
    inboxRevision: () => Promise.reject(new Error('away')),
  };
  const { stream } = streamOf(away);
  expect((await stream.next()).value).toEqual(LIVE);
});

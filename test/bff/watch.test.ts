import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { Desk } from '../../bff/desk.ts';
import { type FindingTransition, watch } from '../../bff/findings.ts';
import { createLimits } from '../../bff/limits.ts';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import { createClient } from '../../gateway/client/create-client.ts';
import { dataFolder } from './whole-server.ts';

const TRANSITION: FindingTransition = {
  seq: 5,
  answerId: 'ans_1',
  from: 'UNKNOWN',
  to: 'PASS',
  at: '2026-10-01T12:00:00.000Z',
  reasons: [],
};

it('survives an engine that breaks off while the page has yet to take a verdict', async () => {
  const folder = await dataFolder();
  const records = await openSqliteRecords(join(folder.path, 'bff.sqlite'));
  onTestFinished(async () => {
    await records[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });
  const desk: Desk = {
    client: createClient({ baseUrl: 'http://127.0.0.1:1' }),
    records,
    limits: createLimits(),
    subscribeFindings: async function* () {
      yield TRANSITION;
      throw new Error('broken off');
    },
    org: 'acme',
    features: [],
    now: () => 0,
    newId: () => 'id',
  };
  const lost: unknown[] = [];
  const note = (reason: unknown) => lost.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const heard: string[] = [];
  const closing = new AbortController();
  for await (const { type } of watch(desk, { user: 'u_1' }, ['ans_1'], null, closing.signal)) {
    heard.push(type);
    // Longer than the feed takes to break.
    await turn();
    if (type === 'paused') closing.abort();
  }
  expect(heard).toEqual(['live', 'verdict', 'paused']);
  expect(lost).toEqual([]);
});

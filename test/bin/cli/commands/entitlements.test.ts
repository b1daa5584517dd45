import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ADD_DOCUMENTS,
  CONTRIBUTE,
  MAKE_CORPORA,
  SHARED_HISTORY,
  TRUST_REPORT_EXPORT,
} from '../../../../bff/features.ts';
import { writeInvitation } from '../../../../bff/invitation.ts';
import { openSqliteRecords, RECORDS_FILE } from '../../../../bff/records/open-sqlite.ts';
import { openSessionKey } from '../../../../bff/session-key.ts';
import { addEntitlementCommands } from '../../../../bin/cli/add-entitlement-commands.ts';
import { EXIT } from '../../../../bin/cli/exit-code.ts';
import { visitor } from '../../../bff/browser.ts';
import { ingestMoons, MOONS, startWholeServer } from '../../../bff/whole-server.ts';
import { runCommand } from '../run-command.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adduce-entitlements-'));
  vi.stubEnv('ADDUCE_DATA', folder);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

const entitlements = (...args: readonly string[]) =>
  runCommand(addEntitlementCommands, ['entitlements', ...args]);

async function listed(...args: readonly string[]): Promise<unknown> {
  const { code, text } = await entitlements('list', ...args, '--json');
  expect(code).toBe(EXIT.ok);
  return JSON.parse(text).entitlements;
}

const entry = (org: string, feature: string, enabled: boolean, plan: string | null) => ({
  org,
  feature,
  enabled,
  plan,
});

/** In the order of a list. */
const WRITING = [CONTRIBUTE, ADD_DOCUMENTS, MAKE_CORPORA] as const;

describe('adduce entitlements', () => {
  it.each([
    [
      ['enable', 'harbour', 'trust_reports'],
      '"trust_reports": it accepts shared_history, trust_report_export, contribute, add_documents, make_corpora',
    ],
    [['disable', 'harbour', ''], '"": it accepts shared_history, trust_report_export, contribute'],
    [['enable', 'harbour', 'TRUST_REPORT_EXPORT'], '"TRUST_REPORT_EXPORT": it accepts '],
    [['enable', 'harbour', 'toString'], '"toString": it accepts '],
    [['enable', '', SHARED_HISTORY], 'ORG has 1 to 128 characters'],
    [['disable', 'a'.repeat(129), SHARED_HISTORY], 'ORG has 1 to 128 characters'],
    [['list', ''], 'ORG has 1 to 128 characters'],
  ])('refuses %j in one line, and makes nothing', async (args, said) => {
    const { code, text } = await entitlements(...args);
    expect(code).toBe(EXIT.usage);
    expect(text).toContain(said);
    expect(text).not.toContain('\n');
    expect(await readdir(folder)).toEqual([]);
  });

  it('lists what the settings give where nothing is recorded, and makes no records for it', async () => {
    expect(await listed()).toEqual([
      entry('local', SHARED_HISTORY, false, null),
      entry('local', TRUST_REPORT_EXPORT, true, null),
      ...WRITING.map((feature) => entry('local', feature, true, null)),
    ]);
    vi.stubEnv('ADDUCE_ENGINE_AUTH', 'required');
    expect(await listed()).toContainEqual(entry('local', TRUST_REPORT_EXPORT, false, null));
    expect(await listed('harbour')).toEqual([
      entry('harbour', SHARED_HISTORY, false, null),
      entry('harbour', TRUST_REPORT_EXPORT, false, null),
      ...WRITING.map((feature) => entry('harbour', feature, false, null)),
    ]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('enables and disables, of one organisation and feature alone, before the first start too', async () => {
    vi.stubEnv('ADDUCE_DATA', join(folder, 'not', 'yet'));
    const { code, text } = await entitlements('enable', 'harbour', SHARED_HISTORY);
    expect([code, text]).toEqual([EXIT.ok, 'shared_history of harbour is enabled']);
    await entitlements('disable', 'local', TRUST_REPORT_EXPORT);
    expect(await listed()).toEqual([
      entry('harbour', SHARED_HISTORY, true, 'operator'),
      entry('harbour', TRUST_REPORT_EXPORT, false, null),
      ...WRITING.map((feature) => entry('harbour', feature, false, null)),
      entry('local', SHARED_HISTORY, false, null),
      entry('local', TRUST_REPORT_EXPORT, false, 'operator'),
      ...WRITING.map((feature) => entry('local', feature, true, null)),
    ]);
    const lines = (await entitlements('list', 'harbour')).text.split('\n');
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['harbour', SHARED_HISTORY, 'enabled', 'plan operator'],
      ['harbour', TRUST_REPORT_EXPORT, 'disabled', 'by default'],
      ...WRITING.map((feature) => ['harbour', feature, 'disabled', 'by default']),
    ]);
  });

  it('may be repeated, and leaves the recorded plan as it is', async () => {
    const records = await openSqliteRecords(join(folder, RECORDS_FILE));
    await records.entitle('harbour', SHARED_HISTORY, 'team', true);
    await records[Symbol.asyncDispose]();
    for (const _ of [1, 2]) {
      const { text } = await entitlements('disable', 'harbour', SHARED_HISTORY, '--json');
      expect(JSON.parse(text)).toEqual(entry('harbour', SHARED_HISTORY, false, 'team'));
    }
    expect(await listed('harbour')).toContainEqual(entry('harbour', SHARED_HISTORY, false, 'team'));
  });

  it('ends with an error for a file that is no database', async () => {
    await writeFile(
      join(folder, RECORDS_FILE),
      'not a database, but long enough to be read as one'.repeat(20),
    );
    expect((await entitlements('list')).code).toBe(EXIT.error);
  });

  it('holds in a running server from the next request on', async () => {
    await using server = await startWholeServer({ folder });
    await ingestMoons(server.engine);
    const reader = visitor(server.url);
    const { answer_id } = (await reader.send('POST', '/api/answers', { q: MOONS })).body;
    const invitation = writeInvitation(await openSessionKey(folder), {
      org: 'harbour',
      issued: Date.now(),
      expires: Date.now() + 60_000,
    });
    await reader.send('POST', '/api/session/organisations', { invitation });
    const statuses = async () => [
      (await reader.send('GET', `/api/answers/${answer_id}/trust-report?format=json`)).status,
      (await reader.send('GET', '/api/history?org_id=harbour')).status,
    ];
    expect(await statuses()).toEqual([403, 403]);
    // What the page's own organisation may export, every visitor may; its history is nobody's to share.
    await entitlements('enable', 'local', TRUST_REPORT_EXPORT);
    await entitlements('enable', 'local', SHARED_HISTORY);
    expect(await statuses()).toEqual([200, 403]);
    expect((await reader.send('GET', '/api/history?org_id=local')).status).toBe(403);
    await entitlements('disable', 'local', TRUST_REPORT_EXPORT);
    await entitlements('enable', 'harbour', SHARED_HISTORY);
    expect(await statuses()).toEqual([403, 200]);
    await entitlements('enable', 'harbour', TRUST_REPORT_EXPORT);
    expect(await statuses()).toEqual([200, 200]);
    await entitlements('disable', 'harbour', SHARED_HISTORY);
    expect(await statuses()).toEqual([200, 403]);
  });
});

import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readInvitation } from '../../../../bff/invitation.ts';
import { openSqliteRecords, RECORDS_FILE } from '../../../../bff/records/open-sqlite.ts';
import { openSessionKey } from '../../../../bff/session-key.ts';
import { addMemberCommands } from '../../../../bin/cli/add-member-commands.ts';
import { EXIT } from '../../../../bin/cli/exit-code.ts';
import { SYSTEM_CLOCK } from '../../../../bin/cli/system-clock.ts';
import { runCommand } from '../run-command.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adduce-members-'));
  vi.stubEnv('ADDUCE_DATA', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

const members = (...args: readonly string[]) => runCommand(addMemberCommands, ['members', ...args]);

const json = async (...args: readonly string[]) => JSON.parse((await members(...args, '--json')).text);

describe('adduce members', () => {
  it.each([
    [['invite', ''], 'ORG has 1 to 128 characters without a slash'],
    [['invite', 'local/u_1'], 'ORG has 1 to 128 characters without a slash'],
    [['invite', 'harbour', '--ttl', 'tomorrow'], '--ttl is "tomorrow": it accepts an ISO 8601 duration'],
    [['invite', 'harbour', '--ttl', 'PT0S'], 'of at most P365D'],
    [['invite', 'harbour', '--ttl', 'P366D'], 'of at most P365D'],
    [['invite', 'harbour', '--role', 'owner'], '--role is "owner": it accepts reader, contributor, curator'],
    [['list', 'a/b'], 'ORG has 1 to 128 characters without a slash'],
    [['remove', '', 'u_1'], 'ORG has 1 to 128 characters without a slash'],
  ])('refuses %j in one line, and makes nothing', async (args, said) => {
    const { code, text } = await members(...args);
    expect(code).toBe(EXIT.usage);
    expect(text).toContain(said);
    expect(text).not.toContain('\n');
    expect(await readdir(folder)).toEqual([]);
  });

  it('makes an invitation that names its organisation, for a day or as long as is said', async () => {
    const { invitation, expires_at } = await json('invite', 'harbour');
    const key = await openSessionKey(folder);
    expect(readInvitation(key, invitation, Date.now())).toMatchObject({
      org: 'harbour',
      role: 'contributor',
    });
    const curator = await json('invite', 'harbour', '--role', 'curator');
    expect(readInvitation(key, curator.invitation, Date.now())?.role).toBe('curator');
    expect(readInvitation(key, invitation, Date.parse(expires_at))).toBeNull();
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(86_400_000);
    const longer = await json('invite', 'harbour', '--ttl', 'P365D');
    expect(Date.parse(longer.expires_at)).toBeGreaterThan(Date.now() + 364 * 86_400_000);
  });

  it('keeps the key that signs from everybody else on the machine, and uses one of several starts', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => openSessionKey(folder)));
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
    expect((await stat(join(folder, 'session.key'))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['session.key']);
  });

  it('names a key file that holds something else', async () => {
    await writeFile(join(folder, 'session.key'), 'short');
    const { code, text } = await members('invite', 'harbour');
    expect(code).not.toBe(EXIT.ok);
    expect(text).toContain('session.key is not a session key of 32 bytes');
  });

  it('lists and removes members, and makes no records to look for them', async () => {
    expect(await json('list', 'harbour')).toEqual({ org: 'harbour', members: [] });
    expect((await members('remove', 'harbour', 'u_1')).text).toContain('"u_1" is no member of harbour');
    expect(await readdir(folder)).toEqual([]);
    {
      await using records = await openSqliteRecords(join(folder, RECORDS_FILE));
      await records.join('harbour', 'u_1', 1_000, 'contributor');
      await records.join('quay', 'u_2', 2_000, 'reader');
    }
    expect(await json('list', 'harbour')).toEqual({
      org: 'harbour',
      members: [{ user: 'u_1', role: 'contributor', joined_at: '1970-01-01T00:00:01.000Z' }],
    });
    expect(await json('remove', 'harbour', 'u_1')).toEqual({ org: 'harbour', user: 'u_1', removed: true });
    expect((await members('remove', 'harbour', 'u_1')).code).not.toBe(EXIT.ok);
    expect((await json('list', 'quay')).members).toHaveLength(1);
  });

  it('ends with a removal also the invitations that were made before it was done', async () => {
    await using records = await openSqliteRecords(join(folder, RECORDS_FILE));
    await records.join('harbour', 'u_1', 1_000, 'curator');
    const [begun, done] = ['2026-10-01T12:00:00.100Z', '2026-10-01T12:00:00.300Z'];
    vi.spyOn(SYSTEM_CLOCK, 'now').mockReturnValue(done).mockReturnValueOnce(begun);
    await json('remove', 'harbour', 'u_1');
    expect(await records.invitationsFrom('harbour')).toBe(Date.parse(done) + 1);
  });
});

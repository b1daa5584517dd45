import { describe, expect, it } from 'vitest';
import { bareReply, reply } from '../../../gateway/operations/reply.ts';
import { revokeKey } from '../../../gateway/wire/keys.ts';
import { getLivez } from '../../../gateway/wire/probes.ts';

const MEMBERS = { token_id: 'tk_1', revoked: true } as const;

describe('a reply', () => {
  it('compiles only with the members of its contract', () => {
    // @ts-expect-error: a member is missing
    reply(revokeKey, { token_id: 'tk_1' });
    // @ts-expect-error: a member has another type
    reply(revokeKey, { ...MEMBERS, token_id: 1 });
    // @ts-expect-error: a member has another name
    reply(revokeKey, { token_id: 'tk_1', is_revoked: true });
    // @ts-expect-error: these are members of another operation
    reply(getLivez, MEMBERS);
    expect(reply(revokeKey, MEMBERS).members).toEqual(MEMBERS);
  });

  it('has the status of its contract', () => {
    expect(reply(revokeKey, MEMBERS).status).toBe(200);
    expect(reply({ ...revokeKey, reply: { ...revokeKey.reply, status: 201 } }, MEMBERS).status).toBe(201);
  });

  it('counts its own members as spent, unless the operation has counted what it dropped', () => {
    const budget = { asked: 9, spent: 4, dropped: { count: 1, kinds: ['claim'] } };
    const { asked, spent } = reply(revokeKey, MEMBERS).budget;
    expect(asked).toBe(spent);
    expect(spent).toBeGreaterThan(bareReply({}).budget.spent);
    expect(reply(revokeKey, MEMBERS, { budget }).budget).toEqual(budget);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { attenuateToken } from '../../../engine/keys/token-chain.ts';
import { minted, openKeyStore, verified } from './key-store.ts';

describe('a token', () => {
  it('is worth what it was minted with', async () => {
    const { keys } = await openKeyStore();
    const { token, token_id, actor } = await minted(keys);
    expect(await verified(keys, token)).toEqual({
      tokenId: token_id,
      chain: [token_id],
      actor,
      actorRoot: actor,
      standing: 700,
      capabilities: new Set(['svc.evidence', 'wiki.search']),
      corpora: null,
      prefixes: null,
      budget: null,
      audience: null,
      expiresAt: '2026-12-21T09:00:00.000Z',
    });
  });

  it('makes a new actor root each time, unless one is named', async () => {
    const { keys } = await openKeyStore();
    const [one, two] = [await minted(keys), await minted(keys)];
    expect(one.actor).not.toBe(two.actor);
    expect((await minted(keys, { actor: one.actor })).actor).toBe(one.actor);
  });

  it.each<[string, Parameters<typeof minted>[1]]>([
    ['an unknown capability', { capabilities: ['svc.everything'] }],
    ['standing above 1000', { standing: 1_001 }],
    ['negative standing', { standing: -1 }],
    ['fractional standing', { standing: 0.5 }],
    ['a lifetime of nothing', { ttl: 'PT0S' }],
    ['a lifetime that is no duration', { ttl: 'a month' }],
    ['a lifetime past ten years', { ttl: 'P3651D' }],
    ['a lifetime that is none', { ttl: 'soon' }],
    ['an empty actor', { actor: '' }],
    ['an actor with a space', { actor: 'a b' }],
  ])('is not minted with %s', async (_, request) => {
    const { keys, store } = await openKeyStore();
    await expect(minted(keys, request)).rejects.toThrow();
    expect((await store.head()).size).toBe(0);
  });

  it('holds to its last millisecond and not one longer', async () => {
    const { keys, setTime } = await openKeyStore();
    const { token } = await minted(keys, { ttl: 'PT1H' });
    setTime('2026-11-21T09:59:59.999Z');
    expect(await verified(keys, token)).toMatchObject({ standing: 700 });
    setTime('2026-11-21T10:00:00.000Z');
    expect(await verified(keys, token)).toBe('denied:token_expired');
  });

  it('that is self-minted has little standing for seven days, then somewhat more', async () => {
    const { keys, setTime } = await openKeyStore();
    const { token } = await minted(keys, { standing: null });
    setTime('2026-11-28T08:59:59.999Z');
    expect(await verified(keys, token)).toMatchObject({ standing: 100 });
    setTime('2026-11-28T09:00:00.000Z');
    expect(await verified(keys, token)).toMatchObject({ standing: 250 });
  });

  it('follows a clock that is set forward and back', async () => {
    const { keys, setTime } = await openKeyStore();
    const { token } = await minted(keys, { standing: null });
    setTime('2026-12-21T09:00:00.000Z');
    expect(await verified(keys, token)).toBe('denied:token_expired');
    setTime('2026-11-28T09:00:00.000Z');
    expect(await verified(keys, token)).toMatchObject({ standing: 250 });
    setTime('2026-11-28T08:59:59.999Z');
    expect(await verified(keys, token)).toMatchObject({ standing: 100 });
  });

  it('of another service, or made up, is invalid', async () => {
    const [mine, other] = [await openKeyStore(), await openKeyStore()];
    const { token } = await minted(other.keys);
    expect(await verified(mine.keys, token)).toBe('denied:token_invalid');
    expect(await verified(mine.keys, 'rcx1.x.y')).toBe('denied:token_invalid');
    expect(await verified(mine.keys, '')).toBe('denied:token_invalid');
  });

  it('is invalid where it was made for another audience', async () => {
    const here = await openKeyStore({ audience: 'here.example' });
    const nameless = await openKeyStore({ beside: here });
    const { token } = await minted(here.keys);
    const mine = attenuateToken(token, { audience: 'here.example' }) ?? '';
    const other = attenuateToken(mine, { audience: 'there.example' }) ?? '';
    expect(await verified(here.keys, mine)).toMatchObject({ standing: 700, audience: 'here.example' });
    expect(await verified(here.keys, other)).toBe('denied:token_invalid');
    expect(await verified(nameless.keys, mine)).toBe('denied:token_invalid');
    expect(await here.keys.verifyToken(other)).toMatchObject({
      refusal: {
        message: 'this token is for here.example and there.example alone: this one is here.example',
        details: { audiences: ['here.example', 'there.example'], service: 'here.example' },
      },
    });
    expect(await nameless.keys.verifyToken(mine)).toMatchObject({
      refusal: { details: { audiences: ['here.example'], service: null } },
    });
  });
});

describe('revoking', () => {
  it('ends a token at once, with every token narrowed from it', async () => {
    const { keys } = await openKeyStore();
    const { token, token_id } = await minted(keys);
    const narrow = attenuateToken(token, { budget: 10 }) ?? '';
    expect(await verified(keys, narrow)).toMatchObject({ budget: 10 });
    expect(await keys.revoke(token_id)).toBe(true);
    expect(await verified(keys, token)).toBe('denied:token_revoked');
    expect(await verified(keys, narrow)).toBe('denied:token_revoked');
  });

  it('of a narrowed token by its holder leaves the token that it came from', async () => {
    const { keys } = await openKeyStore();
    const { token } = await minted(keys);
    const narrow = attenuateToken(token, { budget: 10 }) ?? '';
    const grant = await verified(keys, narrow);
    if (typeof grant === 'string') throw new Error(grant);
    expect(await keys.revokeOwn(grant, grant.tokenId)).toBe(true);
    expect(await verified(keys, narrow)).toBe('denied:token_revoked');
    expect(await verified(keys, token)).toMatchObject({ budget: null });
  });

  it('of the token that a narrowed one came from is not for the narrowed one’s holder', async () => {
    const { keys, store } = await openKeyStore();
    const { token, token_id } = await minted(keys);
    const once = attenuateToken(token, { budget: 10 }) ?? '';
    const twice = attenuateToken(once, { budget: 5 }) ?? '';
    const [middle, last] = [await verified(keys, once), await verified(keys, twice)];
    if (typeof middle === 'string' || typeof last === 'string') throw new Error('a token is invalid');
    const { size } = await store.head();
    expect(await keys.revokeOwn(last, token_id)).toBe(false);
    expect(await keys.revokeOwn(last, middle.tokenId)).toBe(false);
    expect((await store.head()).size).toBe(size);
    expect(await verified(keys, token)).toMatchObject({ budget: null });
  });

  it('of a narrowed token by its holder ends its descendants and not its parent', async () => {
    const { keys } = await openKeyStore();
    const { token } = await minted(keys);
    const handedOn = attenuateToken(token, { budget: 10 }) ?? '';
    const further = attenuateToken(handedOn, { budget: 5 }) ?? '';
    const grant = await verified(keys, handedOn);
    if (typeof grant === 'string') throw new Error(grant);
    expect(await keys.revokeOwn(grant, grant.tokenId)).toBe(true);
    expect(await verified(keys, further)).toBe('denied:token_revoked');
    expect(await verified(keys, token)).toMatchObject({ budget: null });
  });

  it('of another holder’s token does nothing', async () => {
    const { keys, store } = await openKeyStore();
    const [mine, other] = [await minted(keys), await minted(keys)];
    const grant = await verified(keys, mine.token);
    if (typeof grant === 'string') throw new Error(grant);
    const { size } = await store.head();
    expect(await keys.revokeOwn(grant, other.token_id)).toBe(false);
    expect((await store.head()).size).toBe(size);
  });

  it('takes effect in another service on the same store within a second', async () => {
    const here = await openKeyStore();
    const there = await openKeyStore({ beside: here });
    const { token, token_id } = await minted(here.keys);
    expect(await verified(there.keys, token)).toMatchObject({ standing: 700 });
    await here.keys.revoke(token_id);
    const deadline = performance.now() + 1_000;
    let outcome = await verified(there.keys, token);
    while (outcome !== 'denied:token_revoked' && performance.now() < deadline) {
      await sleep(20);
      outcome = await verified(there.keys, token);
    }
    expect(outcome).toBe('denied:token_revoked');
  });

  it('is known to a service that starts later', async () => {
    const here = await openKeyStore();
    const { token, token_id } = await minted(here.keys);
    await here.keys.revoke(token_id);
    const later = await openKeyStore({ beside: here });
    expect(await verified(later.keys, token)).toBe('denied:token_revoked');
  });

  it('says that an unknown id is none, and writes nothing', async () => {
    const { keys, store } = await openKeyStore();
    expect(await keys.revoke('tk_none')).toBe(false);
    expect((await store.head()).size).toBe(0);
  });

  it('twice is one entry', async () => {
    const { keys, store } = await openKeyStore();
    const { token_id } = await minted(keys);
    expect(await keys.revoke(token_id)).toBe(true);
    expect(await keys.revoke(token_id)).toBe(true);
    expect((await store.head()).size).toBe(2);
  });
});

describe('an engine key', () => {
  it('names its organisation until it is revoked', async () => {
    const { keys } = await openKeyStore();
    const { key, key_id } = await keys.mintKey('acme');
    expect(await keys.verifyKey(key)).toEqual({ ok: true, value: { keyId: key_id, org: 'acme' } });
    expect(await keys.revoke(key_id)).toBe(true);
    expect(await keys.verifyKey(key)).toMatchObject({ refusal: { reason: 'denied:key_invalid' } });
  });

  it('is nowhere in the log, only its hash', async () => {
    const { keys, store } = await openKeyStore();
    const { key } = await keys.mintKey('acme');
    const entries = await store.entries({ after: -1, limit: 10, types: null });
    expect(JSON.stringify(entries.map(({ entry }) => entry))).not.toContain(key.slice(4));
    expect(entries[0]?.entry.body).toMatchObject({ type: 'key.minted', kind: 'engine', org: 'acme' });
  });

  it('is no token, and a token is no engine key', async () => {
    const { keys } = await openKeyStore();
    const { key } = await keys.mintKey('acme');
    const { token } = await minted(keys);
    expect(await verified(keys, key)).toBe('denied:token_invalid');
    expect(await keys.verifyKey(token)).toMatchObject({ refusal: { reason: 'denied:key_invalid' } });
  });

  it.each(['', 'adk_', 'adk_short', `adk_${'A'.repeat(43)}`, `adk_${'A'.repeat(44)}`])(
    'that was never minted is invalid: %j',
    async (key) => {
      const { keys } = await openKeyStore();
      expect(await keys.verifyKey(key)).toMatchObject({ refusal: { reason: 'denied:key_invalid' } });
    },
  );

  it.each(['', 'x'.repeat(129), 'acme/u_1'])(
    'needs an organisation’s name of 1 to 128 characters without a slash',
    async (org) => {
      const { keys } = await openKeyStore();
      await expect(keys.mintKey(org)).rejects.toThrow(RangeError);
    },
  );

  it('takes a name of exactly 128 characters', async () => {
    const { keys } = await openKeyStore();
    expect((await keys.mintKey('x'.repeat(128))).org).toHaveLength(128);
  });

  it('of every mint is another', async () => {
    const { keys } = await openKeyStore();
    const [one, two] = [await keys.mintKey('acme'), await keys.mintKey('acme')];
    expect(one.key).not.toBe(two.key);
    expect(one.key).toMatch(/^adk_[A-Za-z0-9_-]{43}$/);
  });
});

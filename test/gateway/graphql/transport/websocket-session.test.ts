import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { eventually } from '../../../eventually.ts';
import { openInitialised, socketUrl, subscribe } from '../findings-socket.ts';
import { answerId, appendFindings } from '../graphql-server.ts';
import { PROTOCOL } from '../raw-socket.ts';
import { serversOfEachTest } from '../servers.ts';

interface NextPayload {
  readonly data: { readonly findings: { readonly answerId: string } };
}

const servers = serversOfEachTest();

describe('who opens a socket', () => {
  it.each([
    ['adk_wrong', 'denied:key_invalid'],
    ['rcx1.wrong', 'denied:token_invalid'],
  ])('is turned away with 4403 and a reason for %s', async (credential, reason) => {
    const raw = await openInitialised(await servers.start(), { authorization: `Bearer ${credential}` });
    expect(await raw.closed).toEqual({ code: 4403, reason });
  });

  it('is turned away without a key where one is required', async () => {
    const raw = await openInitialised(await servers.start({ config: { engineAuth: 'required' } }));
    expect(await raw.closed).toEqual({ code: 4403, reason: 'denied:key_missing' });
  });

  it('may name a key in the header of the upgrade as well as in the first message', async () => {
    const server = await servers.start({ config: { engineAuth: 'required' } });
    const { key } = await server.engine.keys.mintKey('mine');
    await appendFindings(server.engine, [{ answer: 'a', tenant: 'mine' }, { answer: 'b' }]);
    const authorization = `Bearer ${key}`;
    for (const raw of [
      await openInitialised(server, { authorization }),
      await openInitialised(server, {}, { authorization }),
    ]) {
      await eventually(() => expect(raw.messages).toHaveLength(1));
      raw.send(subscribe('1'));
      await eventually(() => expect(raw.messages).toHaveLength(2));
      expect(raw.messages[1]).toMatchObject({
        type: 'next',
        payload: { data: { findings: { answerId: answerId('a') } } },
      });
      raw.socket.close();
    }
  });

  it('follows a sub-tenant alone, or all of its organisation together, by the key and x-tenant', async () => {
    const server = await servers.start({ config: { engineAuth: 'required' } });
    const { key } = await server.engine.keys.mintKey('acme');
    await appendFindings(server.engine, [
      { answer: 'a', tenant: 'acme' },
      { answer: 'b', tenant: 'acme/u_1' },
      { answer: 'c', tenant: 'acme/u_2' },
      { answer: 'd', tenant: 'acme2' },
      { answer: 'e', tenant: 'rival/u_1' },
    ]);
    const authorization = `Bearer ${key}`;
    /** @param last comes last of those that the tenant sees, so that what does not come is not merely late */
    const followed = async (tenant: string | null, last: string, header = false): Promise<string[]> => {
      const named = tenant === null ? {} : { 'x-tenant': tenant };
      const raw = header
        ? await openInitialised(server, {}, { authorization, ...named })
        : await openInitialised(server, { authorization, ...named });
      await eventually(() => expect(raw.messages).toHaveLength(1));
      raw.send(subscribe('1'));
      await appendFindings(server.engine, [
        { answer: 'f', tenant: 'acme' },
        { answer: 'g', tenant: 'acme/u_1' },
        { answer: 'h', tenant: 'rival' },
        { answer: 'i', tenant: 'acme/u_2' },
      ]);
      const answers = () =>
        raw.messages.slice(1).map(({ payload }) => (payload as NextPayload).data.findings.answerId);
      await eventually(() => expect(answers()).toContain(answerId(last)));
      raw.socket.close();
      return [...new Set(answers())];
    };
    const ids = (...names: string[]) => names.map((name) => answerId(name));
    expect(await followed(null, 'f')).toEqual(ids('a', 'f'));
    expect(await followed('acme/u_1', 'g')).toEqual(ids('b', 'g'));
    expect(await followed('acme/u_1', 'g', true)).toEqual(ids('b', 'g'));
    expect((await followed('acme/*', 'i')).toSorted()).toEqual(ids('a', 'b', 'c', 'f', 'g', 'i').toSorted());
  });

  it('gets an error, not findings, with a token', async () => {
    const server = await servers.start();
    const minted = await server.engine.keys.mintToken({
      capabilities: [],
      standing: null,
      ttl: 'P1D',
      actor: null,
    });
    if (!minted.ok) throw new Error(minted.refusal.message);
    const raw = await openInitialised(server, { authorization: `Bearer ${minted.value.token}` });
    await eventually(() => expect(raw.messages).toHaveLength(1));
    raw.send(subscribe('1'));
    await eventually(() => expect(raw.messages).not.toHaveLength(1));
    expect(JSON.stringify(raw.messages[1])).toContain('denied:key_missing');
    raw.socket.close();
  });

  it.each(['key', 'token'] as const)(
    'is closed with 4403 within a second when its %s is revoked',
    async (kind) => {
      const { engine, ...server } = await servers.start();
      const minted =
        kind === 'key'
          ? await engine.keys.mintKey('mine').then(({ key, key_id }) => ({ credential: key, id: key_id }))
          : await engine.keys
              .mintToken({ capabilities: [], standing: null, ttl: 'P1D', actor: null })
              .then((token) => {
                if (!token.ok) throw new Error(token.refusal.message);
                return { credential: token.value.token, id: token.value.token_id };
              });
      const raw = await openInitialised(
        { engine, ...server },
        { authorization: `Bearer ${minted.credential}` },
      );
      await eventually(() => expect(raw.messages).toHaveLength(1));
      const started = performance.now();
      await engine.keys.revoke(minted.id);
      expect(await raw.closed).toEqual({ code: 4403, reason: 'denied:token_revoked' });
      expect(performance.now() - started).toBeLessThan(1_000);
    },
  );

  it('is refused from a page of another site, and accepted from the server’s own', async () => {
    const server = await servers.start();
    const foreign = new WebSocket(socketUrl(server), PROTOCOL, { origin: 'https://evil.example' });
    const [refused] = await once(foreign, 'error');
    expect(String(refused)).toContain('403');
    const own = new WebSocket(socketUrl(server), PROTOCOL, { origin: new URL(server.url).origin });
    await once(own, 'open');
    own.close();
  });
});

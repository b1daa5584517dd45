import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import { attenuateToken } from '../../../../engine/keys/token-chain.ts';
import type { ClaimAddr } from '../../../../graph/address.ts';
import { eventually } from '../../../eventually.ts';
import { standsStill } from '../../../stands-still.ts';
import { appendTo, CORPUS, ingestLakes } from '../fan-out/evidence.ts';
import {
  appendFindings,
  type RunningServer,
  type ServerOptions,
  startServer,
  storeFolder,
} from '../graphql-server.ts';
import { openAcknowledged, type RawSocket } from '../raw-socket.ts';

const LEDGER = `subscription ($claims: [ID!], $corpus: String, $after: LogPosition) {
  ledger(claims: $claims, corpus: $corpus, after: $after) { logSeq seq kind actor claim { addr } }
}`;
const BELIEF = `subscription ($claims: [ID!]!, $after: LogPosition) {
  belief(claims: $claims, after: $after) {
    seq
    event { actor }
    claims { addr belief { state effectiveConfidence } }
  }
}`;

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
let calls: number;
let vell: ClaimAddr;
let orm: ClaimAddr;

/** Counts what GraphQL reads of claims: once for each execution that selects one. */
function counting(engine: Engine): Engine {
  return {
    ...engine,
    claims: (...args) => {
      calls += 1;
      return engine.claims(...args);
    },
  };
}

async function start(options: Partial<ServerOptions> = {}): Promise<void> {
  server = await startServer({ path: folder.path, around: counting, ...options });
  [vell, orm] = await ingestLakes(server.engine);
}

beforeEach(async () => {
  folder = await storeFolder();
  calls = 0;
});
afterEach(async () => {
  await server.stop();
  expect(server.faults).toEqual([]);
  await folder[Symbol.asyncDispose]();
});

// Tests look into results as they asked for them.
// biome-ignore lint/suspicious/noExplicitAny: the shape follows each test's query
type Result = any;

const resultsOf = ({ messages }: RawSocket): Result[] =>
  messages.filter(({ type }) => type === 'next').map(({ payload }) => payload);

async function subscribe(
  query: string,
  variables: object,
  authorization: string | null = null,
): Promise<RawSocket> {
  const raw = await openAcknowledged(server.url, authorization);
  raw.send({ id: '1', type: 'subscribe', payload: { query, variables } });
  return raw;
}

/** Resolves when it has got so many results. */
async function got(raw: RawSocket, count: number): Promise<Result[]> {
  await eventually(() => expect(resultsOf(raw)).toHaveLength(count));
  return resultsOf(raw).map(({ data }) => data);
}

const tokenOf = async () => {
  const minted = await server.engine.keys.mintToken({
    capabilities: ['svc.evidence'],
    standing: null,
    ttl: 'P1D',
    actor: 'ann',
  });
  if (!minted.ok) throw new Error(minted.refusal.message);
  return minted.value;
};

describe('the subscription ledger', () => {
  it('begins with the latest entry of each claim, and goes on with each that is appended', async () => {
    await start();
    const before = await appendTo(server.engine, vell, 'ann');
    const raw = await subscribe(LEDGER, { claims: [vell, orm] });
    const [first, second] = await got(raw, 2);
    expect([first.ledger.claim.addr, second.ledger.claim.addr].sort()).toEqual([vell, orm].sort());
    expect(second.ledger).toMatchObject({ logSeq: before, actor: 'ann' });
    const live = [
      await appendTo(server.engine, orm, 'bob', 'dispute'),
      await appendTo(server.engine, vell, 'bob', 'dispute'),
    ];
    const all = await got(raw, 4);
    expect(all.slice(2).map(({ ledger }) => ledger.logSeq)).toEqual(live);
    expect(all.at(-1).ledger).toMatchObject({ kind: 'DISPUTE', actor: 'bob', claim: { addr: vell } });
    raw.socket.close();
  });

  it('resumes behind a position, of the claims that it names and of no other', async () => {
    await start();
    const seqs: number[] = [];
    for (const actor of ['ann', 'bob', 'cid', 'dan']) {
      seqs.push(await appendTo(server.engine, vell, actor));
      await appendTo(server.engine, orm, actor);
    }
    const raw = await subscribe(LEDGER, { claims: [vell], after: seqs[1] });
    const live = got(raw, 3);
    await got(raw, 2);
    seqs.push(await appendTo(server.engine, vell, 'eve'));
    expect((await live).map(({ ledger }) => ledger.logSeq)).toEqual(seqs.slice(2));
    raw.socket.close();
  });

  it('of a corpus gives every entry of its claims, from the first on if that is asked for', async () => {
    await start();
    const raw = await subscribe(LEDGER, { corpus: CORPUS, after: -1 });
    const past = await got(raw, 2);
    const live = [await appendTo(server.engine, vell, 'ann'), await appendTo(server.engine, orm, 'ann')];
    const all = await got(raw, 4);
    expect(all.map(({ ledger }) => ledger.logSeq)).toEqual([
      ...past.map(({ ledger }) => ledger.logSeq),
      ...live,
    ]);
    raw.socket.close();
  });

  it.each([
    ['no claim and no corpus', {}, 'invalid:query'],
    ['claims and a corpus', { claims: ['wx://x/claim/c1'], corpus: CORPUS }, 'invalid:query'],
    ['an empty list', { claims: [] }, 'invalid:query'],
    [
      'more claims than it may',
      { claims: Array.from({ length: 1_001 }, (_, at) => `x${at}`) },
      'invalid:query',
    ],
    ['what is no address', { claims: ['c1short'] }, 'invalid:addr'],
    ['an address with a climb', { claims: ['wx://lakes/claim/../x'] }, 'invalid:addr'],
    ['a corpus that there is not', { corpus: 'seas' }, 'invalid:corpus_unknown'],
    ['a position that the log has not reached', { corpus: CORPUS, after: 2 ** 31 - 1 }, 'stale:resync'],
  ])('is refused with %s', async (_, variables, code) => {
    await start();
    const raw = await subscribe(LEDGER, variables);
    await eventually(() => expect(JSON.stringify(raw.messages)).toContain(code));
    await eventually(() => expect(['complete', 'error']).toContain(raw.messages.at(-1)?.type));
    raw.socket.close();
  });

  it('does not show a token what is out of its corpora or its prefixes, not even beside a wider one', async () => {
    await start();
    const { token } = await tokenOf();
    const narrow = (restrictions: Parameters<typeof attenuateToken>[1]) =>
      `Bearer ${attenuateToken(token, restrictions)}`;
    const whole = await subscribe(LEDGER, { corpus: CORPUS, after: -1 }, `Bearer ${token}`);
    await got(whole, 2);
    const prefixed = narrow({ prefixes: [vell] });
    const one = await subscribe(LEDGER, { claims: [vell], after: -1 }, prefixed);
    await got(one, 1);
    const refused = [
      await subscribe(LEDGER, { corpus: CORPUS, after: -1 }, prefixed),
      await subscribe(LEDGER, { claims: [vell, orm] }, prefixed),
      await subscribe(BELIEF, { claims: [orm] }, prefixed),
      await subscribe(LEDGER, { corpus: CORPUS }, narrow({ corpora: ['seas'] })),
      await subscribe(BELIEF, { claims: [vell] }, narrow({ corpora: ['seas'] })),
    ];
    for (const raw of refused) {
      await eventually(() => expect(JSON.stringify(raw.messages)).toContain('denied:corpus_forbidden'));
    }
    await appendTo(server.engine, orm, 'ann');
    const seq = await appendTo(server.engine, vell, 'ann');
    await got(whole, 4);
    expect((await got(one, 2)).at(-1).ledger.logSeq).toBe(seq);
    for (const raw of refused) expect(JSON.stringify(raw.messages)).not.toContain('"logSeq"');
    for (const raw of [whole, one, ...refused]) raw.socket.close();
  });
});

describe('the subscription belief', () => {
  it('tells the belief as it stands, then as evidence moves it', async () => {
    await start();
    const raw = await subscribe(BELIEF, { claims: [vell] });
    const [standing] = await got(raw, 1);
    const settled = standing.belief.claims[0].belief;
    expect(settled.state).toBe('SETTLED');
    const seq = await appendTo(server.engine, vell, 'ann', 'dispute');
    const [, moved] = await got(raw, 2);
    expect(moved.belief).toMatchObject({ seq, event: { actor: 'ann' }, claims: [{ addr: vell }] });
    expect(moved.belief.claims[0].belief.effectiveConfidence).toBeLessThan(settled.effectiveConfidence);
    raw.socket.close();
  });

  it('says nothing of a claim that is not named', async () => {
    await start();
    const raw = await subscribe(BELIEF, { claims: [vell] });
    await got(raw, 1);
    await appendTo(server.engine, orm, 'ann');
    const seq = await appendTo(server.engine, vell, 'ann');
    const [, next] = await got(raw, 2);
    expect(next.belief.seq).toBe(seq);
    raw.socket.close();
  });
});

describe('subscribers that ask for the same', () => {
  it('cost one execution an event, however many they are and wherever they began', async () => {
    await start();
    const past = await appendTo(server.engine, vell, 'ann');
    const raws = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        subscribe(BELIEF, { claims: [vell, index % 2 === 0 ? orm : vell], after: past - (index % 3) }),
      ),
    );
    // Who asked for what comes behind `past` has nothing yet.
    for (const raw of raws.filter((_, index) => index % 3 > 0))
      await eventually(() => expect(resultsOf(raw)).not.toHaveLength(0));
    await standsStill(() => raws.flatMap(resultsOf).length, 300);
    const before = raws.map((raw) => resultsOf(raw).length);
    calls = 0;
    const seq = await appendTo(server.engine, vell, 'bob');
    for (const [index, raw] of raws.entries()) {
      const all = await got(raw, (before[index] ?? 0) + 1);
      expect(all.at(-1).belief.seq).toBe(seq);
    }
    expect(calls).toBe(1);
    for (const raw of raws) raw.socket.close();
  });

  it('and come later get the same, in the same order', async () => {
    await start();
    const first = await subscribe(LEDGER, { corpus: CORPUS, after: -1 });
    const seqs: number[] = [];
    for (let index = 0; index < 30; index += 1) seqs.push(await appendTo(server.engine, vell, `w${index}`));
    const late = await subscribe(LEDGER, { corpus: CORPUS, after: -1 });
    for (let index = 30; index < 60; index += 1) seqs.push(await appendTo(server.engine, orm, `w${index}`));
    const [one, other] = [await got(first, 62), await got(late, 62)];
    expect(other).toEqual(one);
    expect(one.slice(2).map(({ ledger }) => ledger.logSeq)).toEqual(seqs);
    for (const raw of [first, late]) raw.socket.close();
  });

  it('of two tenants are executed apart, and neither sees the other’s', async () => {
    await start({ config: { engineAuth: 'required' } });
    const keys = [await server.engine.keys.mintKey('mine'), await server.engine.keys.mintKey('theirs')];
    const query = 'subscription { findings { answerId } }';
    const [mine, theirs] = await Promise.all(keys.map(({ key }) => subscribe(query, {}, `Bearer ${key}`)));
    if (mine === undefined || theirs === undefined) throw new Error('two were asked for');
    await sleep(100);
    await appendFindings(server.engine, [
      { answer: 'a', tenant: 'mine' },
      { answer: 'b', tenant: 'theirs' },
      { answer: 'c', tenant: 'mine' },
    ]);
    expect(await got(mine, 2)).toEqual([
      { findings: { answerId: 'ans_a' } },
      { findings: { answerId: 'ans_c' } },
    ]);
    expect(await got(theirs, 1)).toEqual([{ findings: { answerId: 'ans_b' } }]);
    const [one, other] = await Promise.all(
      keys.map(({ key }) => subscribe(BELIEF, { claims: [vell] }, `Bearer ${key}`)),
    );
    if (one === undefined || other === undefined) throw new Error('two were asked for');
    await Promise.all([got(one, 1), got(other, 1)]);
    calls = 0;
    await appendTo(server.engine, vell, 'ann');
    await Promise.all([got(one, 2), got(other, 2)]);
    expect(calls).toBe(2);
    for (const raw of [mine, theirs, one, other]) raw.socket.close();
  });

  it('go on when the first of them goes, and end with its own revocation only', async () => {
    await start();
    const [first, second] = [await tokenOf(), await tokenOf()];
    const raws = [
      await subscribe(BELIEF, { claims: [vell] }, `Bearer ${first.token}`),
      await subscribe(BELIEF, { claims: [vell] }, `Bearer ${second.token}`),
    ] as const;
    await Promise.all(raws.map((raw) => got(raw, 1)));
    await server.engine.keys.revoke(first.token_id);
    expect(await raws[0].closed).toEqual({ code: 4403, reason: 'denied:token_revoked' });
    await appendTo(server.engine, vell, 'bob');
    expect(await got(raws[1], 2)).toHaveLength(2);
    expect(resultsOf(raws[0])).toHaveLength(1);
    raws[1].socket.close();
  });
});

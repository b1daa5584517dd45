/** The subscription of one answer's verdict: as it is, as findings turn it, and as time does. */
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import { answerOf, ingestInto, jsonLines } from '../../../engine/documents.ts';
import { eventually } from '../../../eventually.ts';
import { standsStill } from '../../../stands-still.ts';
import { appendFindings, countListeners, type RunningServer } from '../graphql-server.ts';
import { openAcknowledged, type RawSocket } from '../raw-socket.ts';
import { openStream } from '../raw-stream.ts';
import { serversOfEachTest } from '../servers.ts';

const QUERY = `subscription ($answer: ID!) { verdict(answer: $answer) {
  answer { answerId trust { findingsState } }
  trust { findingsState freshUntil reasons { code } } } }`;
const HOUR_MS = 3_600_000;
/** Of the hour, when a subscriber comes: it has its first verdict well before. */
const LEFT_MS = 3_000;

const servers = serversOfEachTest();

/** A clock that goes, and can be put forward. */
function goingClock() {
  const clock = { ahead: 0, now: () => new Date(Date.now() + clock.ahead).toISOString() };
  return clock;
}

const documents = (day: string) => [
  jsonLines([{ id: `saturn-${day}`, text: 'Saturn has 145 moons.', domain: `d${day}.example`, day }]),
];

/** An answer that is fresh for an hour, by the clock of its server. */
async function answered(engine: Engine): Promise<string> {
  await ingestInto(engine, 'moons', documents('2023-05-12'));
  const question = { corpus: 'moons', q: 'How many moons does Saturn have?', maxSnapshotAge: 'PT1H' };
  return (await answerOf(engine, question)).answer.answer_id;
}

// Tests look into results as they asked for them.
// biome-ignore lint/suspicious/noExplicitAny: the shape follows each test's query
const verdictsOf = ({ messages }: RawSocket): any[] =>
  messages.flatMap((message) => {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const { payload } = message as any;
    return payload?.data ? [payload.data.verdict] : [];
  });
const statesOf = (raw: RawSocket): string[] => verdictsOf(raw).map(({ trust }) => trust.findingsState);

async function follow(server: RunningServer, answer: string, authorization: string | null = null) {
  const raw = await openAcknowledged(server.url, authorization);
  raw.send({ id: '1', type: 'subscribe', payload: { query: QUERY, variables: { answer } } });
  return raw;
}

describe('the subscription verdict', () => {
  it('gives the present verdict first, then each that a finding turns it to', async () => {
    const server = await servers.start();
    const answer = await answered(server.engine);
    const raw = await follow(server, answer);
    await eventually(() => expect(statesOf(raw)).toEqual(['PASS']));
    expect(verdictsOf(raw)).toEqual([
      {
        answer: { answerId: answer, trust: { findingsState: 'PASS' } },
        trust: { findingsState: 'PASS', freshUntil: '2026-10-01T13:00:00.000Z', reasons: [] },
      },
    ]);
    for (const to of ['FAIL', 'WARN'] as const) {
      await appendFindings(server.engine, [{ answer: answer.slice('ans_'.length), to }]);
    }
    await eventually(() => expect(statesOf(raw).at(-1)).toBe('WARN'));
    raw.socket.close();
  });

  it('fires when the window passes, and when the corpus is observed again, and reads nothing meanwhile', async () => {
    const clock = goingClock();
    let reads = 0;
    const around = (engine: Engine): Engine => ({
      ...engine,
      answers: (...args) => {
        reads += 1;
        return engine.answers(...args);
      },
    });
    const server = await servers.start({ clock, around });
    const answer = await answered(server.engine);
    clock.ahead = HOUR_MS - LEFT_MS;
    const raw = await follow(server, answer);
    await eventually(() => expect(statesOf(raw)).toEqual(['PASS']));
    const { freshUntil } = verdictsOf(raw)[0].trust;
    await standsStill(() => reads, LEFT_MS / 4);
    const early = reads;
    await eventually(() => expect(statesOf(raw)).toEqual(['PASS', 'WARN']));
    // One to see that its time has come, one to show it.
    expect(reads).toBeLessThanOrEqual(early + 4);
    expect(clock.now() > freshUntil).toBe(true);
    expect(verdictsOf(raw)[1]).toMatchObject({
      answer: { trust: { findingsState: 'WARN' } },
      trust: { freshUntil, reasons: [{ code: 'SNAPSHOT_STALE' }] },
    });
    await ingestInto(server.engine, 'moons', documents('2023-05-13'));
    await eventually(() => expect(statesOf(raw).at(-1)).toBe('PASS'));
    expect(verdictsOf(raw).at(-1).trust.freshUntil > freshUntil).toBe(true);
    raw.socket.close();
  });

  it('says WARN at once where the window has passed before, and PASS once the corpus is observed', async () => {
    const clock = goingClock();
    const server = await servers.start({ clock });
    const answer = await answered(server.engine);
    clock.ahead = HOUR_MS + 1_000;
    const raw = await follow(server, answer);
    await eventually(() => expect(statesOf(raw)).toEqual(['WARN']));
    await appendFindings(server.engine, [{ answer: 'another' }]);
    await standsStill(() => statesOf(raw).length, 100);
    expect(statesOf(raw)).toEqual(['WARN']);
    await ingestInto(server.engine, 'moons', documents('2023-05-13'));
    await eventually(() => expect(statesOf(raw).at(-1)).toBe('PASS'));
    raw.socket.close();
  });

  it('is rendered once for all who ask for the same, when time turns it too', async () => {
    const clock = goingClock();
    let rendered = 0;
    const around = (engine: Engine): Engine => ({
      ...engine,
      answers: (...args) => {
        rendered += 1;
        return engine.answers(...args);
      },
    });
    const server = await servers.start({ clock, around });
    const answer = await answered(server.engine);
    clock.ahead = HOUR_MS - LEFT_MS;
    const raws = await Promise.all(Array.from({ length: 10 }, () => follow(server, answer)));
    for (const raw of raws) await eventually(() => expect(statesOf(raw)).toEqual(['PASS']));
    rendered = 0;
    for (const raw of raws) await eventually(() => expect(statesOf(raw)).toEqual(['PASS', 'WARN']));
    expect(rendered).toBeLessThanOrEqual(4);
    for (const raw of raws) raw.socket.close();
  });

  it('of several answers in one window turns each', async () => {
    const clock = goingClock();
    const server = await servers.start({ clock });
    const one = await answered(server.engine);
    const question = { corpus: 'moons', q: 'How many moons has Saturn?', maxSnapshotAge: 'PT1H' };
    const other = (await answerOf(server.engine, question)).answer.answer_id;
    expect(other).not.toBe(one);
    clock.ahead = HOUR_MS - LEFT_MS;
    const raws = [await follow(server, one), await follow(server, other)];
    for (const raw of raws) await eventually(() => expect(statesOf(raw)).toEqual(['PASS', 'WARN']));
    expect(raws.map((raw) => verdictsOf(raw).map((told) => told.answer.answerId))).toEqual([
      [one, one],
      [other, other],
    ]);
    for (const raw of raws) raw.socket.close();
  });

  it('has no position: a stream has no ids, and what is sent back moves nothing', async () => {
    const server = await servers.start();
    const answer = await answered(server.engine);
    const stream = await openStream(
      server.url,
      { query: QUERY, variables: { answer } },
      { 'last-event-id': '999' },
    );
    await eventually(() => expect(stream.results).toHaveLength(1));
    expect(stream.results[0].verdict.trust.findingsState).toBe('PASS');
    expect(stream.raw()).not.toMatch(/^id:/m);
    expect(stream.raw()).not.toContain('"extensions"');
    stream.leave();
  });

  it('leaves nothing behind when its last subscriber goes', async () => {
    const { count, around } = countListeners();
    const server = await servers.start({ around });
    const answer = await answered(server.engine);
    const before = count.listeners;
    const raws = [await follow(server, answer), await follow(server, answer)];
    for (const raw of raws) await eventually(() => expect(statesOf(raw)).toEqual(['PASS']));
    expect(count.listeners).toBe(before + 2);
    for (const raw of raws) raw.socket.close();
    await eventually(() => expect(count.listeners).toBe(before));
  });
});

describe('a subscription that names an answer which there is not', () => {
  const FINDINGS = 'subscription ($ids: [ID!]) { findings(answerIds: $ids) { seq } }';

  it('is refused, an unknown one and another organisation’s alike', async () => {
    const server = await servers.start({ config: { engineAuth: 'required' } });
    const answer = await answered(server.engine);
    const { key } = await server.engine.keys.mintKey('others');
    for (const [query, variables, unknown] of [
      [QUERY, { answer: 'ans_unknown' }, ['ans_unknown']],
      [QUERY, { answer: 'c1' }, ['c1']],
      [QUERY, { answer }, [answer]],
      [FINDINGS, { ids: [answer] }, [answer]],
      [FINDINGS, { ids: ['ans_a', 'ans_b'] }, ['ans_a', 'ans_b']],
    ] as const) {
      const refused = { extensions: { code: 'missing:answer', details: { answers: unknown } } };
      const raw = await openAcknowledged(server.url, `Bearer ${key}`);
      raw.send({ id: '1', type: 'subscribe', payload: { query, variables } });
      await eventually(() => expect(raw.messages[0]).toMatchObject({ payload: { errors: [refused] } }));
      raw.socket.close();
      const stream = await openStream(server.url, { query, variables }, { authorization: `Bearer ${key}` });
      await stream.ended;
      expect(stream.errors).toMatchObject([refused]);
    }
  });

  it('names each of many that are not there, and goes on with those that are', async () => {
    const server = await servers.start();
    const answer = await answered(server.engine);
    const raw = await openAcknowledged(server.url);
    const ids = [answer, ...Array.from({ length: 999 }, (_, index) => `ans_${index}`)];
    raw.send({ id: '1', type: 'subscribe', payload: { query: FINDINGS, variables: { ids } } });
    await eventually(() => expect(raw.messages).not.toHaveLength(0));
    expect(JSON.stringify(raw.messages[0])).toContain('there is no answer ans_0 and 998 more');
    expect(JSON.stringify(raw.messages[0])).not.toContain(answer);
    raw.send({ id: '2', type: 'subscribe', payload: { query: FINDINGS, variables: { ids: [answer] } } });
    await eventually(() => expect(raw.messages.at(-1)).toMatchObject({ id: '2', type: 'next' }));
    raw.socket.close();
  });
});

it.each(['x', 1.5, -2, 2 ** 60, true, {}, []])(
  'the position %j that a client sends back is refused',
  async (after) => {
    const server = await servers.start();
    const raw = await openAcknowledged(server.url);
    const payload = { query: 'subscription { findings { seq } }', extensions: { after } };
    raw.send({ id: '1', type: 'subscribe', payload });
    const refused = { payload: { errors: [{ extensions: { code: 'invalid:query' } }] } };
    await eventually(() => expect(raw.messages[0]).toMatchObject(refused));
    raw.socket.close();
  },
);

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Handle } from '../../../gateway/http/connection.ts';
import { annotationResponse } from '../../../gateway/wire/annotations.ts';
import { WriterOverloaded } from '../../../graph/log/writer.ts';
import { substituted } from '../../../graph/store/by-kind.ts';
import type { RecordReads } from '../../../graph/store/records.ts';
import { type GraphStore, StoreUnavailable } from '../../../graph/store/store.ts';
import {
  CORPUS,
  FORMATS,
  OTHER_CORPUS,
  openRestFixture,
  type RestFixture,
  type Sent,
  send,
} from './rest-fixture.ts';

const CAPABILITIES = ['wiki.annotate', 'wiki.annotations'];

let fixture: RestFixture;
let rest: Handle;
let token: string;
let gaps = 0;

beforeAll(async () => {
  fixture = await openRestFixture();
  rest = fixture.rest();
  token = await fixture.mint({ capabilities: CAPABILITIES });
});

afterAll(() => fixture[Symbol.asyncDispose]());

/** The id of a gap that nobody has closed. */
function newStub(corpus = CORPUS): string {
  gaps += 1;
  return fixture.engine.stubs.idOf(corpus, `What is missing, number ${gaps}?`);
}

function noteWith(stub_id: string | undefined, more: Partial<Sent> = {}): Sent {
  gaps += 1;
  const body = {
    target: `wx://${CORPUS}/article/gap-${gaps}`,
    body: 'Here it is.',
    citation: { ref: 'https://a.example/1' },
    ...(stub_id !== undefined && { stub_id }),
  };
  return { method: 'POST', body, token, ...more };
}

async function annotated(sent: Sent, handle = rest) {
  const { status, body } = await send(handle, '/v1/annotations', sent);
  expect(status).toBe(201);
  const reply = annotationResponse.parse(body);
  const [stored] = await fixture.store.records('annotations', [reply.annotation.id as `n1${string}`]);
  expect(stored?.record.body).toBe('Here it is.');
  return reply;
}

/** A store of which a transaction fails, counted from its wrapping on. */
function failing(fault: () => Error, { at, alsoReads }: { at: number; alsoReads: boolean }): GraphStore {
  let transactions = 0;
  const transact: GraphStore['transact'] = (work) => {
    transactions += 1;
    return transactions === at ? Promise.reject(fault()) : fixture.store.transact(work);
  };
  const corpora: RecordReads['corpora'] = (names) =>
    alsoReads && transactions >= at ? Promise.reject(fault()) : fixture.store.records('corpora', names);
  return { ...substituted(fixture.store, { records: { corpora } }), transact };
}

describe.each(FORMATS)('an annotation in %s', (format) => {
  it('closes the gap that it names', async () => {
    const stub_id = newStub();
    const { annotation, stub } = await annotated(noteWith(stub_id, { format }));
    expect(stub).toEqual({
      stub_id,
      closed: true,
      closure: {
        id: expect.stringMatching(/^k1[a-z2-7]{26}$/),
        actor: annotation.actor,
        closed_at: expect.stringMatching(/^2026-11-21T09:00:0/),
        annotation_id: annotation.id,
        annotation_target: annotation.target,
      },
    });
    const [closure] = await fixture.store.records('closures', [stub_id]);
    expect(closure).toMatchObject({ stub_id, corpus: CORPUS, annotation_id: annotation.id });
  });

  it('finds it closed, by the first one for good', async () => {
    const stub_id = newStub();
    const first = await annotated(noteWith(stub_id, { format }));
    const { size } = await fixture.store.head();
    const somebody = await fixture.mint({ capabilities: CAPABILITIES });
    const minted = await fixture.store.head();
    const second = await annotated(noteWith(stub_id, { format, token: somebody }));
    expect(second.stub).toEqual({ ...first.stub, already_closed: true });
    expect(second.annotation.actor).not.toBe(first.annotation.actor);
    expect((await fixture.store.head()).size - minted.size).toBe(1);
    expect(minted.size - size).toBe(1);
  });

  it.each<[string, () => string]>([
    ['one character', () => 'stub_a'],
    ['59 characters', () => `stub_${'a'.repeat(59)}`],
    ['a made-up proof', () => forged(newStub())],
    ['a gap of another corpus', () => newStub(OTHER_CORPUS)],
  ])('is stored where its stub is unknown: %s', async (_, make) => {
    const stub_id = make();
    const { stub } = await annotated(noteWith(stub_id, { format }));
    expect(stub).toEqual({ stub_id, closed: false, reason: 'unknown_stub' });
    expect(await fixture.store.records('closures', [stub_id])).toEqual([null]);
  });

  it('without a stub has no stub result', async () => {
    const { stub } = await annotated(noteWith(undefined, { format }));
    expect(stub).toBeUndefined();
  });

  it('passes its stub over where the lifecycle is off', async () => {
    const off = fixture.rest({ stubsLifecycle: false });
    const stub_id = newStub();
    expect((await annotated(noteWith(stub_id, { format }), off)).stub).toBeUndefined();
    expect((await annotated(noteWith('stub_a', { format }), off)).stub).toBeUndefined();
    expect(await fixture.store.records('closures', [stub_id])).toEqual([null]);
  });

  it.each<[string, () => Error, 'upstream_unavailable' | 'close_failed']>([
    ['the store goes away', () => new StoreUnavailable('down'), 'upstream_unavailable'],
    ['too many appends wait', () => new WriterOverloaded('full'), 'upstream_unavailable'],
    ['the closing fails', () => new Error('at /secret/path'), 'close_failed'],
  ])('stands where %s before the gap is closed', async (_, fault, reason) => {
    for (const alsoReads of [false, true]) {
      const broken = fixture.rest({}, fixture.engineOver(failing(fault, { at: 2, alsoReads })));
      const stub_id = newStub();
      const sent = noteWith(stub_id, { format });
      const { stub, corpus } = await annotated(sent, broken);
      expect(stub).toEqual({ stub_id, closed: false, reason });
      expect(corpus.name).toBe(CORPUS);
      const faults = fixture.faults.splice(0).map(String);
      expect(faults).toEqual(Array(alsoReads ? 2 : 1).fill(String(fault())));
      expect(await fixture.store.records('closures', [stub_id])).toEqual([null]);
      const again = await annotated(sent);
      expect(again.stub).toMatchObject({ closed: true });
      expect(again.stub?.already_closed).toBeUndefined();
    }
  });

  it('is refused where the store goes away before it is stored, and leaves nothing', async () => {
    const store = failing(() => new StoreUnavailable('down'), { at: 1, alsoReads: false });
    const broken = fixture.rest({}, fixture.engineOver(store));
    const stub_id = newStub();
    const { size } = await fixture.store.head();
    const reply = await send(broken, '/v1/annotations', noteWith(stub_id, { format }));
    expect([reply.status, reply.body.error.reason]).toEqual([503, 'upstream:unavailable']);
    expect((await fixture.store.head()).size).toBe(size);
    expect(fixture.faults.splice(0)).toHaveLength(1);
  });
});

it('a repetition closes again what it has closed, and says so', async () => {
  const sent = noteWith(newStub(), { headers: { 'idempotency-key': 'closing' } });
  const first = await annotated(sent);
  const { size } = await fixture.store.head();
  const second = await annotated(sent);
  expect(second.annotation).toEqual(first.annotation);
  expect(second.stub).toEqual({ ...first.stub, already_closed: true });
  expect((await fixture.store.head()).size).toBe(size);
});

it('a gap is closed once, however many close it at once', async () => {
  const stub_id = newStub();
  const { size } = await fixture.store.head();
  const all = await Promise.all(Array.from({ length: 20 }, () => annotated(noteWith(stub_id))));
  expect(all.filter(({ stub }) => stub?.already_closed !== true)).toHaveLength(1);
  expect(new Set(all.map(({ stub }) => stub?.closure?.id)).size).toBe(1);
  expect((await fixture.store.head()).size).toBe(size + 21);
});

/** The same question with another proof. */
function forged(stub: string): string {
  return `${stub.slice(0, -1)}${stub.endsWith('A') ? 'B' : 'A'}`;
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Restrictions } from '../../../engine/keys/token-block.ts';
import { attenuateToken } from '../../../engine/keys/token-chain.ts';
import type { Handle } from '../../../gateway/http/connection.ts';
import {
  type Annotation,
  annotationResponse,
  annotationsResponse,
} from '../../../gateway/wire/annotations.ts';
import type { ClaimAddr } from '../../../graph/address.ts';
import { readRange } from '../../../graph/store/ranges.ts';
import {
  CORPUS,
  FORMATS,
  NOW,
  OTHER_CORPUS,
  openRestFixture,
  type RestFixture,
  type Sent,
  send,
} from './rest-fixture.ts';

const PATH = '/v1/annotations';
const CITATION = { ref: 'https://atlas.example/atlas', quote: '212 metres deep' };
const CAPABILITIES = ['wiki.annotate', 'wiki.annotations'];

let fixture: RestFixture;
let rest: Handle;
let token: string;
let claim: ClaimAddr;
let targets = 0;

beforeAll(async () => {
  fixture = await openRestFixture();
  rest = fixture.rest();
  token = await fixture.mint({ capabilities: CAPABILITIES });
  claim = await fixture.claim('212');
});

afterAll(() => fixture[Symbol.asyncDispose]());

/** An address that nobody has annotated. */
function newTarget(): string {
  targets += 1;
  return `wx://${CORPUS}/article/a-${targets}`;
}

function post(body: object, more: Partial<Sent> = {}): Sent {
  return { method: 'POST', token, body, ...more };
}

function noteOn(target: string, more: object = {}) {
  return { target, body: 'Measured again in May.', citation: CITATION, ...more };
}

async function created(sent: Sent, handle = rest) {
  const { status, body } = await send(handle, PATH, sent);
  expect(body.error).toBeUndefined();
  expect(status).toBe(201);
  return annotationResponse.parse(body);
}

async function listed(query: string, more: Sent = {}) {
  const { status, body } = await send(rest, `${PATH}${query}`, { token, ...more });
  expect(body.error).toBeUndefined();
  expect(status).toBe(200);
  return annotationsResponse.parse(body);
}

const on = (target: string, more = '') => `?target=${encodeURIComponent(target)}${more}`;

/** Follows `next` to the end; gives what each page held. */
async function followed(query: string, more: Sent = {}): Promise<Annotation[][]> {
  const pages: Annotation[][] = [];
  for (let next: string | undefined = query; next !== undefined; ) {
    const page: Awaited<ReturnType<typeof listed>> = await listed(next, more);
    expect(page.budget.spent).toBeLessThanOrEqual(page.budget.asked);
    pages.push(page.annotations);
    if (pages.length > 100) throw new Error('next does not end');
    next = page.next;
  }
  return pages;
}

describe.each(FORMATS)('an annotation in %s', (format) => {
  it('is stored with who wrote it, under its licence, and listed', async () => {
    const target = newTarget();
    const { annotation, corpus, mode } = await created(post(noteOn(target, { kind: 'context' }), { format }));
    expect(annotation).toEqual({
      id: expect.stringMatching(/^n1[a-z2-7]{26}$/),
      target,
      kind: 'context',
      body: 'Measured again in May.',
      citation: CITATION,
      actor: expect.stringMatching(/^ac_/),
      licence: 'CC-BY-SA-4.0',
      created_at: expect.stringMatching(/^2026-11-21T09:00:0/),
    });
    expect([corpus.name, mode]).toEqual([CORPUS, 'enforce']);
    const { annotations, next } = await listed(on(target), { format });
    expect(annotations).toEqual([annotation]);
    expect(next).toBeUndefined();
  });

  it('is a note on an address where nothing is, without a quote', async () => {
    const target = `wx://${OTHER_CORPUS}/entity/nobody-${format}`;
    const { annotation, stub } = await created(
      post({ target, body: 'x', citation: { ref: 'wx://lakes/article/none' } }, { format }),
    );
    expect(annotation).toMatchObject({ kind: 'note', citation: { ref: 'wx://lakes/article/none' } });
    expect(stub).toBeUndefined();
  });

  it('moves the snapshot that its envelope names', async () => {
    const before = await listed(on(newTarget()), { format });
    const after = await created(post(noteOn(newTarget()), { format }));
    expect(after.corpus.snapshot).not.toBe(before.corpus.snapshot);
    expect((await listed(on(newTarget()), { format })).corpus).toEqual(after.corpus);
  });

  it.each([
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '  leading, trailing\r\n\t\u0000 \u2028 ',
    'שלום \u202e 👩‍👩‍👧‍👦 e\u0301',
    '__proto__',
  ])('keeps its words as they were sent: %j', async (body) => {
    const target = newTarget();
    const { annotation } = await created(post(noteOn(target, { body }), { format }));
    expect(annotation.body).toBe(body);
    expect((await listed(on(target), { format })).annotations[0]?.body).toBe(body);
  });

  it('may have 8,192 characters', async () => {
    const body = 'ñ'.repeat(8_192);
    expect((await created(post(noteOn(newTarget(), { body }), { format }))).annotation.body).toBe(body);
  });
});

describe('the same annotation', () => {
  it('of the same root is the stored one, and nothing is written', async () => {
    const target = newTarget();
    const one = await created(post(noteOn(target)));
    const { size } = await fixture.store.head();
    fixture.setTime('2026-11-21T10:00:00.000Z');
    const two = await created(post(noteOn(target), { format: 'cbor' }));
    fixture.setTime(NOW);
    expect(two.annotation).toEqual(one.annotation);
    expect((await fixture.store.head()).size).toBe(size);
  });

  it('of another root, or in other words, is another one', async () => {
    const target = newTarget();
    const somebody = await fixture.mint({ capabilities: CAPABILITIES });
    const all = [
      await created(post(noteOn(target))),
      await created(post(noteOn(target), { token: somebody })),
      await created(post(noteOn(target, { body: 'Measured again in May' }))),
      await created(post(noteOn(target, { kind: 'correction' }))),
      await created(post(noteOn(target, { citation: { ref: CITATION.ref } }))),
    ];
    expect(new Set(all.map(({ annotation }) => annotation.id)).size).toBe(all.length);
    const { annotations } = await listed(on(target));
    expect(annotations).toEqual(all.map(({ annotation }) => annotation));
  });

  it('sent by many at once is one entry', async () => {
    const target = newTarget();
    const { size } = await fixture.store.head();
    const all = await Promise.all(Array.from({ length: 20 }, () => created(post(noteOn(target)))));
    expect(new Set(all.map(({ annotation }) => annotation.id)).size).toBe(1);
    expect((await fixture.store.head()).size).toBe(size + 1);
  });
});

describe('an Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'once' };

  it('answers a repetition with the first annotation, in either format', async () => {
    const body = noteOn(newTarget());
    const one = await created(post(body, { headers }));
    const two = await created(post({ ...body, kind: 'note' }, { headers, format: 'cbor' }));
    expect(two.annotation).toEqual(one.annotation);
  });

  it.each<[string, object]>([
    ['body', { body: 'Something else.' }],
    ['stub', { stub_id: 'stub_a' }],
    ['kind', { kind: 'correction' }],
  ])('with another %s is refused, and nothing is written', async (member, change) => {
    const key = { 'idempotency-key': `other-${member}` };
    const body = noteOn(newTarget());
    await created(post(body, { headers: key }));
    const { size } = await fixture.store.head();
    const reply = await send(rest, PATH, post({ ...body, ...change }, { headers: key }));
    expect(reply.body.error).toMatchObject({
      status: 422,
      kind: 'Unprocessable',
      reason: 'invalid:idempotency_key',
    });
    expect((await fixture.store.head()).size).toBe(size);
  });

  it('that came with what was there already is kept, and the snapshot stays', async () => {
    const body = noteOn(newTarget());
    const one = await created(post(body));
    const key = { 'idempotency-key': 'late' };
    const two = await created(post(body, { headers: key }));
    expect([two.annotation, two.corpus]).toEqual([one.annotation, one.corpus]);
    const reply = await send(rest, PATH, post({ ...body, body: 'Something else.' }, { headers: key }));
    expect(reply.body.error).toMatchObject({ status: 422, reason: 'invalid:idempotency_key' });
  });

  it('is its writer’s own', async () => {
    const somebody = await fixture.mint({ capabilities: CAPABILITIES });
    const key = { 'idempotency-key': 'shared' };
    const one = await created(post(noteOn(newTarget()), { headers: key }));
    const two = await created(post(noteOn(newTarget()), { headers: key, token: somebody }));
    expect(two.annotation.id).not.toBe(one.annotation.id);
  });
});

describe('a list of annotations', () => {
  let target: string;
  let all: Annotation[];
  beforeAll(async () => {
    target = newTarget();
    all = [];
    for (const length of [10, 1_000, 20, 30]) {
      all.push((await created(post(noteOn(target, { body: 'w '.repeat(length) })))).annotation);
    }
  });

  it('is oldest first, and of its target alone', async () => {
    await created(post(noteOn(`${target}0`)));
    expect((await listed(on(target))).annotations).toEqual(all);
  });

  it('is empty without annotations', async () => {
    const { annotations, next } = await listed(on(newTarget()));
    expect([annotations, next]).toEqual([[], undefined]);
  });

  it('drops whole annotations from the newest end, and continues with them at next', async () => {
    const { budget } = await listed(on(target));
    const page = await listed(on(target, `&token_budget=${budget.spent - 1}`));
    expect(page.annotations).toEqual(all.slice(0, -1));
    expect(page.budget.dropped).toEqual({ count: 1, kinds: ['note'] });
    expect((await listed(page.next ?? '')).annotations).toEqual(all.slice(-1));
    expect((await listed(on(target, `&token_budget=${budget.spent}`))).next).toBeUndefined();
  });

  it.each([0, 1, 100, 300, 1_000, 10_000])(
    'is complete for a reader that follows `next` with a budget of %i',
    async (budget) => {
      const pages = await followed(on(target, `&token_budget=${budget}`));
      expect(pages.flat()).toEqual(all);
    },
  );

  it('names the price of the next one where nothing fits', async () => {
    const probe = await listed(on(target, '&token_budget=0'));
    expect(probe).toMatchObject({
      annotations: [],
      budget: { asked: 0, spent: 0, dropped: { count: 4, kinds: ['note'] } },
    });
    const price = Number(new URLSearchParams(probe.next).get('token_budget'));
    const [fits, short] = [
      await listed(on(target, `&token_budget=${price}`)),
      await listed(on(target, `&token_budget=${price - 1}`)),
    ];
    expect(fits.annotations).toEqual(all.slice(0, 1));
    expect(fits.budget.spent).toBe(price);
    expect(short.annotations).toEqual([]);
  });

  it('skips what a token may never read, and comes to the end', async () => {
    const { token: poor } = await attenuated({ budget: 500 });
    const pages = await followed(on(target), { token: poor });
    expect(pages.flat()).toEqual(all.filter((_, index) => index !== 1));
  });

  it('goes on behind any of its annotations', async () => {
    expect((await listed(on(target, `&after=${all[1]?.id}`))).annotations).toEqual(all.slice(2));
    expect((await listed(on(target, `&after=${all[3]?.id}`))).annotations).toEqual([]);
  });

  it('is read a page at a time, however many there are', async () => {
    const many = newTarget();
    const made = await Promise.all(
      Array.from({ length: 65 }, (_, index) => created(post(noteOn(many, { body: `n${index}` })))),
    );
    const first = await listed(on(many));
    expect(first.annotations).toHaveLength(64);
    expect(first.budget.dropped.count).toBe(1);
    const rest = await listed(first.next ?? '');
    expect(rest.annotations).toHaveLength(1);
    expect(rest.next).toBeUndefined();
    expect(rest.budget.dropped.count).toBe(0);
    const ids = [...first.annotations, ...rest.annotations].map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set(made.map(({ annotation }) => annotation.id)));
  });

  it('says how many are left, whatever the budget and wherever it starts', async () => {
    const many = newTarget();
    for (let n = 0; n < 3; n += 1) {
      const notes = Array.from({ length: 23 }, (_, index) => noteOn(many, { body: `n${n}.${index}` }));
      await Promise.all(notes.map((note) => created(post(note))));
    }
    const whole = await listed(on(many));
    expect([whole.annotations.length, whole.budget.dropped.count]).toEqual([64, 5]);
    const probe = await listed(on(many, '&token_budget=0'));
    expect([probe.annotations.length, probe.budget.dropped]).toEqual([0, { count: 69, kinds: ['note'] }]);
    const some = await listed(on(many, `&token_budget=1000&after=${whole.annotations[2]?.id}`));
    expect(some.annotations.length + some.budget.dropped.count).toBe(66);
    expect(some.annotations.length).toBeGreaterThan(0);
  });

  it('holds the longest annotation at the default budget', async () => {
    const long = newTarget();
    const citation = { ref: `https://a.example/${'\u{10000}'.repeat(1_015)}`, quote: '\u0001'.repeat(2_048) };
    await created(post(noteOn(long, { body: '\u0001'.repeat(8_192), citation })));
    expect((await listed(on(long))).annotations).toHaveLength(1);
  });
});

describe('tokens', () => {
  it('reach what they are for', async () => {
    const { token: narrow } = await attenuated({ corpora: [CORPUS], prefixes: [`wx://${CORPUS}/article/`] });
    const target = newTarget();
    const { annotation } = await created(post(noteOn(target), { token: narrow }));
    expect((await listed(on(target), { token: narrow })).annotations).toEqual([annotation]);
  });

  it('need no capability where none is enforced', async () => {
    const off = fixture.rest({ enforce: 'off' });
    const bare = await fixture.mint({ capabilities: [] });
    const target = newTarget();
    expect((await created(post(noteOn(target), { token: bare }), off)).mode).toBe('off');
    expect((await send(off, `${PATH}${on(target)}`, { token: bare })).status).toBe(200);
  });

  it('give the writer its standing, frozen', async () => {
    const vetted = await fixture.mint({ capabilities: CAPABILITIES, standing: 640, actor: 'curator' });
    const { annotation } = await created(post(noteOn(claim, { kind: 'correction' }), { token: vetted }));
    const [stored] = await readRange(
      fixture.store,
      'annotations',
      { target: claim, after: -1, before: null },
      { limit: 10, newestFirst: false },
    );
    expect(stored?.record).toMatchObject({ id: annotation.id, standing: 640, actor_root: 'curator' });
    const [entry] = await fixture.store.entries({ after: (stored?.seq ?? 0) - 1, limit: 1, types: null });
    expect(entry?.entry).toMatchObject({ tenant: 'facts', corpus: CORPUS });
  });
});

/** The writer's token, narrowed by its holder. */
async function attenuated(restrictions: Restrictions): Promise<{ token: string }> {
  const narrowed = attenuateToken(token, restrictions);
  if (narrowed === null) throw new Error('the token cannot be narrowed');
  return { token: narrowed };
}

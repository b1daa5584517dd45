import { describe, expect, it } from 'vitest';
import { CORPUS, FORMATS, OTHER_CORPUS, QUESTION, type Sent, send } from './rest-fixture.ts';
import {
  attenuated,
  fixture,
  openSearchFixture,
  refusedWith,
  rest,
  search,
  token,
} from './search-fixture.ts';

const UNANSWERED = 'Who discovered Lake Ister?';

openSearchFixture();

describe('coverage', () => {
  it.each(FORMATS)('is on every reply in %s, with lanes and documents', async (format) => {
    for (const body of [{}, { token_budget: 0 }, { q: UNANSWERED }, { q: '…' }]) {
      const { coverage } = await search(body, { format });
      expect(coverage).toMatchObject({ lanes: ['text', 'vector', 'licence'], doc_count: 4 });
    }
    expect((await search({ q: 'tower', corpus: OTHER_CORPUS })).coverage?.doc_count).toBe(1);
  });

  it('is on the replies of the engine’s search too', async () => {
    const { body } = await send(rest, '/v1/search?q=lake');
    expect(body.coverage).toEqual({ lanes: ['text', 'vector', 'licence'], doc_count: 4 });
    const past = await send(rest, '/v1/search?q=lake&as_of=2012-01-01');
    expect(past.body.coverage.doc_count).toBeNull();
  });

  it('names the gap that an unanswered question leaves, the same however it is asked', async () => {
    const { coverage } = await search({ q: UNANSWERED });
    expect(coverage?.note).toMatch(/^gap: stub_[A-Za-z0-9_-]{1,59} /);
    expect(coverage?.note?.match(/stub_[A-Za-z0-9_-]{1,59}/g)).toHaveLength(1);
    for (const body of [{ top_k: 1 }, { top_k: 50 }, { tier: 'epitome' }, { token_budget: 0 }]) {
      expect((await search({ q: `  ${UNANSWERED.toUpperCase()} `, ...body })).coverage?.note).toBe(
        coverage?.note,
      );
    }
  });

  it('names no gap where the question is answered, or nothing is asked', async () => {
    for (const q of [QUESTION, 'Lake Vell', 'depth of Lake Vell', '?!…', ' ']) {
      expect((await search({ q })).coverage).not.toHaveProperty('note');
    }
  });

  it('names no stub where annotations cannot close it', async () => {
    const handle = fixture.rest({ stubsLifecycle: false });
    const { coverage } = await search({ q: UNANSWERED }, { handle });
    expect(coverage?.note).toBe('gap: nothing that was found covers this question');
  });

  it('names the annotation that closed a gap, and asks no more', async () => {
    const q = 'Who mapped Lake Ister?';
    const [stub_id = ''] = (await search({ q })).coverage?.note?.match(/stub_[A-Za-z0-9_-]{1,59}/) ?? [];
    const target = `wx://${CORPUS}/entity/stub_aaaaaaaa`;
    const body = {
      target,
      body: 'The survey of Orland did.',
      citation: { ref: 'https://a.example/1' },
      stub_id,
    };
    const created = await send(rest, '/v1/annotations', { method: 'POST', body, token });
    expect(created.body.stub).toMatchObject({ closed: true });
    const { coverage } = await search({ q });
    const { id } = created.body.annotation;
    expect(coverage?.note).toBe(
      `gap closed: annotation wx://${CORPUS}/annotation/${id} covers this question`,
    );
    expect(coverage?.note).not.toMatch(/stub_/);
  });
});

describe('the corpus of a search', () => {
  it('may stand in the query, in the body, or be one in both', async () => {
    const q = 'Arden Tower';
    for (const [body, path] of [
      [{ q, corpus: OTHER_CORPUS }, '/v1/search'],
      [{ q }, `/v1/search?corpus=${OTHER_CORPUS}`],
      [{ q, corpus: OTHER_CORPUS }, `/v1/search?corpus=${OTHER_CORPUS}`],
    ] as const) {
      const { body: reply } = await send(rest, path, { method: 'POST', body });
      expect(reply.corpus.name).toBe(OTHER_CORPUS);
      expect(reply.pointers[0].epitome).toContain('Arden');
    }
  });

  it.each<[what: string, path: string, body: object, reason: string]>([
    ['two of them', `/v1/search?corpus=${CORPUS}`, { corpus: OTHER_CORPUS }, 'invalid:query'],
    ['one that is not there', '/v1/search', { corpus: 'nowhere' }, 'invalid:corpus_unknown'],
    ['one that is not there, in the query', '/v1/search?corpus=nowhere', {}, 'invalid:corpus_unknown'],
    ['what is no name', '/v1/search', { corpus: '../lakes' }, 'invalid:corpus_unknown'],
    ['an empty name', '/v1/search', { corpus: '' }, 'invalid:body'],
    ['an empty name in the query', '/v1/search?corpus=', {}, 'invalid:query'],
    ['one twice in the query', `/v1/search?corpus=${CORPUS}&corpus=${CORPUS}`, {}, 'invalid:query'],
    ['a member too many', '/v1/search', { extra: 1 }, 'invalid:body'],
  ])('refuses %s in JSON and CBOR', async (_, path, body, reason) => {
    for (const format of FORMATS) {
      expect(await refusedWith({ q: QUESTION, ...body }, path, { format })).toEqual([400, reason]);
    }
  });
});

describe('a search', () => {
  it('needs no token, but one that is sent must be good', async () => {
    expect((await search({})).rcx.token_id).toBeNull();
    expect((await search({}, { token })).rcx.token_id).toMatch(/^tk_/);
    expect(await refusedWith({ q: QUESTION }, '/v1/search', { token: 'rcx1.no.token' })).toEqual([
      403,
      'denied:token_invalid',
    ]);
  });

  it('needs the capability of the token, while it is enforced', async () => {
    const other = await fixture.mint({ capabilities: ['svc.evidence'] });
    expect(await refusedWith({ q: QUESTION }, '/v1/search', { token: other })).toEqual([
      403,
      'denied:capability_missing',
    ]);
    const handle = fixture.rest({ enforce: 'off' });
    expect((await search({}, { token: other, handle })).pointers.length).toBeGreaterThan(0);
  });

  it('finds in the corpora and under the prefixes of its token only, as many as there are', async () => {
    const elsewhere = attenuated({ corpora: [OTHER_CORPUS] });
    expect(await refusedWith({ q: QUESTION }, '/v1/search', { token: elsewhere })).toEqual([
      403,
      'denied:corpus_forbidden',
    ]);
    const entities = attenuated({ prefixes: [`wx://${CORPUS}/entity/`] });
    const { pointers, coverage } = await search({ top_k: 1 }, { token: entities });
    expect(pointers.map(({ addr }) => addr)).toEqual([`wx://${CORPUS}/entity/lake%20vell`]);
    // Whether the corpus has an answer is no matter of what the caller may see of it.
    expect(coverage).not.toHaveProperty('note');
  });

  it.each(FORMATS)('too often gets a refusal with its receipt and Retry-After in %s', async (format) => {
    const handle = fixture.rest({ ratePerMinute: 1 });
    const sent: Sent = { method: 'POST', body: { q: QUESTION }, token, format };
    expect((await send(handle, '/v1/search', sent)).status).toBe(200);
    const refused = await send(handle, '/v1/search', sent);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.body).toMatchObject({ error: { reason: 'limited:rate' }, receipts: [{ class: 'dev' }] });
  });
});

describe('a hostile question', () => {
  it.each<[what: string, q: string]>([
    ['2,000 characters', 'lake '.repeat(400)],
    ['2,000 characters without a space', 'x'.repeat(2_000)],
    ['100 words', Array.from({ length: 100 }, (_, i) => `lake${i}`).join(' ')],
    ['one character', 'a'],
    ['stop words', 'the of and is what who'],
    ['punctuation', '?!.,;:—…“”()[]{}<>'],
    ['white space', ' \t\n\r '],
    ['NUL and controls', 'lake\u0000 vell\u0007\u001b[31m'],
    ['right to left', 'ما هو عمق بحيرة \u202evell\u202c؟'],
    ['emoji', '🏞️👩‍👩‍👧‍👦 lake 🇨🇭'],
    ['combining marks', `l${'\u0301'.repeat(500)}ake`],
    ['FTS5 operators', '"lake" NEAR/2 vell* AND (deep OR NOT) ^title: {a b}'],
    ['Lucene operators', 'lake^9 +vell -moor ~0.5 text:* [a TO z] \\ / && ||'],
    ['SQL', "'; DROP TABLE ledger; -- ' OR 1=1"],
    ['a pattern', '(a+)+$|.*?{1,99}%_'],
    ['markup', '<script>alert(1)</script>'],
  ])('of %s finds something or nothing', async (_, q) => {
    for (const format of FORMATS) {
      const { pointers } = await search({ q }, { format });
      expect(pointers.length).toBeLessThanOrEqual(10);
    }
    expect(fixture.faults).toEqual([]);
  });

  it.each<[what: string, q: unknown]>([
    ['2,001 characters', 'x'.repeat(2_001)],
    ['no characters', ''],
    ['no text', 7],
    ['nothing', null],
    ['a list', ['lake']],
  ])('of %s is refused', async (_, q) => {
    for (const format of FORMATS)
      expect(await refusedWith({ q }, '/v1/search', { format })).toEqual([400, 'invalid:body']);
  });

  it('with half a character is refused', async () => {
    const body = Buffer.from('{"q":"lake \\ud800"}');
    expect(await refusedWith(body)).toEqual([400, 'invalid:body']);
  });
});

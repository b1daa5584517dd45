/** What `include` adds to an answer and to a receipt: all that a reader needs, in one reply. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../gateway/client/create-client.ts';
import { answerResponse } from '../../../gateway/wire/answers.ts';
import { FORMATS, openRestFixture, QUESTION, type RestFixture, send } from './rest-fixture.ts';

let fixture: RestFixture;

beforeAll(async () => {
  fixture = await openRestFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const asked = (q: string, path = '/v1/answers?include=receipt') =>
  send(fixture.rest(), path, { method: 'POST', body: { q } });

describe('an answer with its receipt included', () => {
  it.each(FORMATS)('has in %s the receipt that is read on its own', async (format) => {
    const sent = { method: 'POST', body: { q: QUESTION }, format };
    const { body } = await send(fixture.rest(), '/v1/answers?include=receipt', sent);
    const alone = await send(fixture.rest(), `/v1/answers/${body.answer_id}/receipt`, { format });
    expect(body.receipt_document).toEqual(alone.body.receipt);
    expect(body.receipt_document.hash).toBe(body.receipt.hash);
  });

  it('names each document of its candidates once, with title, language and place', async () => {
    const { body } = await asked(QUESTION);
    const { candidates } = body.receipt_document.content;
    const ids = candidates.map((one: { artefact_id: string }) => one.artefact_id);
    const named = body.documents.map((one: { artefact_id: string }) => one.artefact_id);
    expect(new Set(named)).toEqual(new Set(ids));
    expect(named).toHaveLength(new Set(ids).size);
    for (const { artefact_id, title, url, domain, lang, observed_at } of body.artefacts) {
      expect(body.documents).toContainEqual({ artefact_id, title, url, domain, lang, observed_at });
    }
  });

  it('names the documents of the passages where nothing answers', async () => {
    const { body } = await asked('Who owns the lighthouse of Lake Vell?');
    expect(body.summary).toBe('');
    expect(body.passages.length).toBeGreaterThan(0);
    const named = body.documents.map((one: { artefact_id: string }) => one.artefact_id);
    for (const { artefact_id } of body.passages) expect(named).toContain(artefact_id);
  });

  it('is the answer that is given without it, which has neither member', async () => {
    const [{ body: more }, { body: plain }] = [await asked(QUESTION), await asked(QUESTION, '/v1/answers')];
    expect(plain).not.toHaveProperty('receipt_document');
    expect(plain).not.toHaveProperty('documents');
    expect(answerResponse.parse(more).answer_id).toBe(plain.answer_id);
    expect(more.receipt).toEqual(plain.receipt);
  });

  it('is refused for any other word, and stores nothing then', async () => {
    const { size } = await fixture.store.head();
    for (const word of ['documents', 'Receipt', '', 'receipt,documents']) {
      const { status, body } = await asked('How cold is Lake Moor?', `/v1/answers?include=${word}`);
      expect([status, body.error.reason]).toEqual([400, 'invalid:query']);
    }
    const twice = await asked('How cold is Lake Moor?', '/v1/answers?include=receipt&include=receipt');
    expect(twice.body.error.reason).toBe('invalid:query');
    expect((await fixture.store.head()).size).toBe(size);
  });

  it('is verified by the client without another read of it', async () => {
    const paths: string[] = [];
    const client = createClient({
      baseUrl: 'http://engine.example',
      fetch: (request) => {
        paths.push(new URL(request.url).pathname);
        return fixture.rest()(request);
      },
    });
    const answer = await client.answers({ q: QUESTION }, { include: 'receipt' });
    const receipt = answer.receipt_document;
    if (receipt === undefined) throw new Error('no receipt was included');
    expect(await client.verifiedReceipt(answer.answer_id, { answer, receipt })).toBe(receipt);
    expect(paths.filter((path) => path.endsWith('/receipt'))).toEqual([]);
    const forged = { ...receipt, content: { ...receipt.content, summary: 'Lake Vell is dry.' } };
    await expect(client.verifiedReceipt(answer.answer_id, { answer, receipt: forged })).rejects.toMatchObject(
      {
        reason: 'client:receipt_hash_mismatch',
      },
    );
    const other = await client.answers({ q: 'How deep is Lake Moor?' }, { include: 'receipt' });
    await expect(
      client.verifiedReceipt(answer.answer_id, { answer, receipt: other.receipt_document }),
    ).rejects.toMatchObject({ reason: 'client:receipt_other_answer' });
  });
});

describe('a receipt with its documents included', () => {
  it('names what the answer named, and leaves out nothing of the receipt', async () => {
    const { body } = await asked(QUESTION);
    const path = `/v1/answers/${body.answer_id}/receipt`;
    const more = await send(fixture.rest(), `${path}?include=documents`, {});
    expect(more.body.documents).toEqual(body.documents);
    expect(more.body.receipt).toEqual(body.receipt_document);
    expect((await send(fixture.rest(), path, {})).body).not.toHaveProperty('documents');
    expect((await send(fixture.rest(), `${path}?include=receipt`, {})).status).toBe(400);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maskFault } from '../../../gateway/graphql/refusal-error.ts';
import { errorResponse } from '../../../gateway/wire/error.ts';
import type { AnswerId } from '../../../graph/address.ts';
import {
  FORMATS,
  openRestFixture,
  QUESTION,
  type RestFixture,
  received,
  requestTo,
  send,
} from './rest-fixture.ts';

let fixture: RestFixture;
let id: AnswerId;

beforeAll(async () => {
  fixture = await openRestFixture();
  const { body } = await send(fixture.rest(), '/v1/answers', { method: 'POST', body: { q: QUESTION } });
  id = body.answer_id;
  await fixture.engine.monitor.catchUp();
});

afterAll(() => fixture[Symbol.asyncDispose]());

/** Puts other bytes under a hash of the answer's, null for none. */
async function damage(
  which: 'answer_hash' | 'receipt_hash',
  bytes: Uint8Array | null,
): Promise<() => Promise<void>> {
  const [record] = await fixture.store.records('answers', [id]);
  const hash = record?.body[which] ?? '';
  const [whole] = await fixture.store.blobs([hash]);
  const replace = (other: Uint8Array | null) =>
    fixture.store.transact(async (tx) => {
      await tx.removeBlobs([hash]);
      if (other !== null) await tx.saveBlobs([{ hash, bytes: other }]);
    });
  await replace(bytes);
  return async () => {
    await replace(whole ?? null);
    await fixture.engine.checkBytes(() => undefined);
  };
}

describe.each(FORMATS)('an answer whose stored bytes no longer match, in %s', (format) => {
  it.each([
    ['receipt', 'receipt_hash', 'receipt', Buffer.from('another')],
    ['receipt', 'receipt_hash', 'receipt', null],
    ['trust-report', 'receipt_hash', 'receipt', Buffer.from('another')],
    ['trust-report', 'answer_hash', 'answer', null],
  ] as const)(
    'has no %s: the refusal says that the store, not the caller, is to be looked at',
    async (route, which, what, bytes) => {
      const restore = await damage(which, bytes);
      const reply = await received(await fixture.rest()(requestTo(`/v1/answers/${id}/${route}`, { format })));
      expect(reply.status).toBe(503);
      expect(errorResponse.safeParse(reply.body).error).toBeUndefined();
      expect(reply.body.error).toEqual({
        status: 503,
        kind: 'Unavailable',
        reason: 'upstream:unavailable',
        message: `the stored ${what} no longer matches its hash in the log, so it is not shown: restore the store's bytes`,
      });
      expect(reply.headers.get('retry-after')).toBeNull();
      const [last] = await fixture.engine.standingFindings('local', [id]);
      expect(last?.body).toMatchObject({ to: 'FAIL', reasons: [{ code: 'hash_mismatch' }] });
      await restore();
      const again = await received(await fixture.rest()(requestTo(`/v1/answers/${id}/${route}`, { format })));
      expect(again.status).toBe(200);
    },
  );
});

it('is also reported over GraphQL, and reveals nothing to another tenant', async () => {
  const restore = await damage('answer_hash', Buffer.from('another'));
  const fault: unknown = await fixture.engine.answer(id, 'local').catch((thrown: unknown) => thrown);
  expect(maskFault(fault)).toMatchObject({
    message: expect.stringContaining('the stored answer no longer matches'),
    extensions: { code: 'upstream:unavailable' },
  });
  expect(await fixture.engine.answer(id, 'rival')).toBeNull();
  await restore();
});

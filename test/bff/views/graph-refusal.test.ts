/** Errors of the engine's graph, as the page gets them. */
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../bff/refusal.ts';
import { firstError, graphRefusal } from '../../../bff/views/graph-refusal.ts';

const errorOf = (extensions: object) => ({ message: 'inside', extensions });

describe('the first error of a reply', () => {
  it.each([
    ['no errors', {}],
    ['an empty list', { errors: [] }],
    ['an error without a reason', { errors: [{ message: 'x' }, errorOf({ code: 'internal:fault' })] }],
    ['a reason that is no word', { errors: [errorOf({ code: 7 })] }],
  ])('is none of the engine’s with %s', (_, reply) => {
    expect(firstError(reply)).toBeUndefined();
  });

  it('has its reason and its wait', () => {
    const error = errorOf({ code: 'upstream:unavailable', retryAfterMs: 1_000, more: 'x' });
    expect(firstError({ errors: [error, errorOf({ code: 'internal:fault' })] })).toEqual({
      message: 'inside',
      extensions: { code: 'upstream:unavailable', retryAfterMs: 1_000 },
    });
  });
});

describe('an error of the graph', () => {
  it.each([
    ['upstream:unavailable', 503, 'Unavailable'],
    ['upstream:timeout', 504, 'Timeout'],
    ['internal:fault', 500, 'Internal'],
    ['limited:rate', 429, 'RateLimited'],
    ['denied:corpus_forbidden', 403, 'Forbidden'],
    ['missing:corpus', 404, 'NotFound'],
    ['invalid:query', 400, 'BadRequest'],
    ['query:too_large', 502, 'Upstream'],
    ['constructor', 502, 'Upstream'],
  ])('of the reason %s has the status %i', (code, status, kind) => {
    expect(graphRefusal({ message: 'inside', extensions: { code } })).toMatchObject({
      status,
      kind,
      reason: code,
    });
  });

  it('says how long to wait where the engine does', () => {
    const extensions = { code: 'upstream:unavailable', retryAfterMs: 1_000 };
    const { view } = refusalOf(graphRefusal({ message: 'x', extensions }), null);
    expect(view).toMatchObject({ status: 503, kind: 'Unavailable', retry_after_ms: 1_000 });
    const silent = refusalOf(graphRefusal({ message: 'x', extensions: { code: 'internal:fault' } }), null);
    expect(silent.view).not.toHaveProperty('retry_after_ms');
  });
});

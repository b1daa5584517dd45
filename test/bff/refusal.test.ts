import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../bff/refusal.ts';
import { AdduceError } from '../../gateway/client/adduce-error.ts';

const CIRCUIT_OPEN = new AdduceError({
  status: 0,
  kind: 'Unavailable',
  reason: 'client:circuit_open',
  message: 'internal words',
});

describe('an outage', () => {
  it('is a short one for thirty seconds', () => {
    expect(refusalOf(CIRCUIT_OPEN, 30_000).view).toMatchObject({ status: 503, kind: 'Unavailable' });
    expect(refusalOf(CIRCUIT_OPEN, 30_000).message).not.toMatch(/degraded/);
  });

  it('is degraded service from then on', () => {
    expect(refusalOf(CIRCUIT_OPEN, 30_001).message).toMatch(/degraded/);
  });
});

describe('an unforeseen fault', () => {
  it.each([new TypeError('SQLITE_CORRUPT /var/data'), 'text', null])(
    'says nothing of the inside: %s',
    (error) => {
      expect(refusalOf(error, null).view).toEqual({
        status: 500,
        kind: 'Internal',
        reason: 'bff:internal',
        message: 'Something went wrong here.',
        next_step: 'Please try again; if it happens again, tell the operator what you did.',
      });
    },
  );
});

/** Texts with a form of their own that several operations share. */
import { z } from 'zod';

/** 32 bytes as 64 lower-case hex digits (contract: digest values). */
export const hexDigest = z.string().regex(/^[0-9a-f]{64}$/, 'not 64 lower-case hex digits');

/** An instant as the server writes it: RFC 3339 UTC. */
export const instant = z.iso.datetime();

const FRACTION_AND_OFFSET = /T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
const timestamp = z.iso
  .datetime({ offset: true })
  .regex(FRACTION_AND_OFFSET, 'not a timestamp with an offset');
const minute = z.iso.datetime({ offset: true, precision: -1 });

/** A day, meaning its last millisecond UTC, or a timestamp with an offset. */
export const asOf = z
  .union([z.iso.date(), timestamp, minute], { error: 'neither an ISO 8601 date nor a timestamp' })
  .describe('A day, meaning its last millisecond UTC, or a timestamp with an offset.');

const DATES = '(?:\\d{1,5}Y)?(?:\\d{1,6}M)?(?:\\d{1,6}W)?(?:\\d{1,9}D)?';
/** The last member may have a fraction. */
const TIMES =
  '(?:\\d{1,9}(?:\\.\\d{1,3}(?=H$))?H)?(?:\\d{1,9}(?:\\.\\d{1,3}(?=M$))?M)?(?:\\d{1,9}(?:\\.\\d{1,3})?S)?';
const DURATION = new RegExp(`^P(?=\\d|T\\d)${DATES}(?:T(?=\\d)${TIMES})?$`);

export const duration = z
  .string()
  .regex(DURATION, 'not an ISO 8601 duration such as P7D or PT24H')
  .describe('An ISO 8601 duration such as P7D or PT24H; a month counts 30 days, a year 365.');

/** A corpus' name as a request may give it; whether there is such a corpus is found out later. */
export const corpusName = z.string().min(1).max(63);

/** A bound on tokens, as a request gives it (contract: integer ≥ 0). */
export const tokenBudget = z.int().min(0);

/** An integer in a query string; its output is what the description shows. */
export const queryInteger = z
  .string()
  .regex(/^\d{1,15}$/, 'not a whole number')
  .transform(Number)
  .pipe(z.int().min(0).max(999_999_999_999_999));

/** The `{addr}` of `/v1/claims/{addr}/…`. */
export const claimParams = z.object({
  addr: z.string().describe("The claim's percent-encoded address, its bare `c1…` id, or the raw address."),
});

/** Makes a retry of a write safe: the same key with the same body is the same entry, with another body 422. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'not 1 to 255 visible ASCII characters')
    .optional()
    .describe(
      'Makes a retry safe: the same key with the same body is the same entry, with another body 422.',
    ),
});

/** Texts with a form of their own that several operations share. */
import { z } from 'zod';

/** 32 bytes as 64 lower-case hex digits (docs/spec/contract.md#ap-limits). */
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

/** No more digits than keep the sum of all members exact in milliseconds. */
const DATES = '(?:\\d{1,4}Y)?(?:\\d{1,5}M)?(?:\\d{1,5}W)?(?:\\d{1,7}D)?';
/** The last member may have a fraction. */
const TIMES =
  '(?:\\d{1,9}(?:\\.\\d{1,3}(?=H$))?H)?(?:\\d{1,9}(?:\\.\\d{1,3}(?=M$))?M)?(?:\\d{1,9}(?:\\.\\d{1,3})?S)?';
const DURATION = new RegExp(`^P(?=\\d|T\\d)${DATES}(?:T(?=\\d)${TIMES})?$`);

export const duration = z
  .string()
  .regex(DURATION, 'not an ISO 8601 duration such as P7D or PT24H')
  .describe('An ISO 8601 duration such as P7D or PT24H; a month counts 30 days, a year 365.');

const CORPUS = '[a-z0-9][a-z0-9-]{0,62}';

/** A corpus name in a request; whether a corpus may have the name, and whether one has it, is checked later. */
export const corpusName = z
  .string()
  .min(1)
  .max(63)
  .meta({ pattern: `^${CORPUS}$` });

const TOKEN_BUDGET =
  'Most tokens that the items may cost, as `budget.spent` counts them; what does not fit is dropped whole. The body costs ' +
  'at most this and the reserve that GET /v1/stats names: `token_reserve`, for annotations `annotations_token_reserve`. ' +
  '0 asks for the price: no items, and `budget.dropped` says what there would be.';

/** A bound on tokens, as a request gives it (docs/spec/contract.md#ap-limits). */
export const tokenBudget = z.int().min(0).describe(TOKEN_BUDGET);

/** An integer in a query string; its output is what the description shows. */
export const queryInteger = z
  .string()
  .regex(/^\d{1,15}$/, 'not a whole number')
  .transform(Number)
  .pipe(z.int().min(0).max(999_999_999_999_999));

/** A bound on tokens in a query string. */
export const queryTokenBudget = queryInteger.describe(TOKEN_BUDGET);

const CLAIM_ID = 'c1[a-z2-7]{26}';
/** Percent-encoded bytes that are neither unreserved, separators, controls nor another encoding; whole UTF-8 sequences. */
const ENCODED = [
  '%(?:2[0-46-9A-C]|3[A-F]|40|5[BDE]|60|7[B-D])',
  '%(?:C[2-9A-F]|D[0-9A-F])%[89AB][0-9A-F]',
  '%E[1-9A-CEF](?:%[89AB][0-9A-F]){2}',
  '%F[1-3](?:%[89AB][0-9A-F]){3}',
].join('|');
const SEGMENT = `(?:[A-Za-z0-9_~-]|${ENCODED})(?:[A-Za-z0-9._~-]|${ENCODED})*`;
const KINDS = 'sec|article|entity|artefact|annotation|event|answer|receipt';

/** The grammar of an address as one expression (docs/spec/decisions.md#2). */
export const ADDRESS = `wx://${CORPUS}/(?:claim/${CLAIM_ID}|(?:${KINDS})/${SEGMENT}(?:/${SEGMENT})*)`;

/** Any address. The pattern is for readers of the description: the server says which part of an address is wrong. */
export const address = z
  .string()
  .min(1)
  .max(512)
  .meta({ pattern: `^${ADDRESS}$` });

/** The `{addr}` of `/v1/claims/{addr}/…`. */
export const claimParams = z.object({
  addr: z
    .string()
    .describe("The claim's percent-encoded address, its bare `c1…` id, or the raw address.")
    .meta({ pattern: `^(?:wx://${CORPUS}/claim/)?${CLAIM_ID}$` }),
});

/** The `{addr}` of `/v1/items/{addr}`. */
export const itemParams = z.object({
  addr: z
    .string()
    .describe('The address of a section, an article or a claim: percent-encoded as a whole, or raw.')
    .meta({
      pattern: `^wx://${CORPUS}/(?:claim/${CLAIM_ID}|sec/a1[a-z2-7]{26}/\\d{1,9}|article/${SEGMENT}(?:/${SEGMENT})*)$`,
    }),
});

/** Makes a retry of a write safe: the same key with the same body is the same entry, with another body 422. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'not 1 to 255 visible ASCII characters')
    .optional()
    .describe(
      'Makes a retry safe: the same key with the same body is the same entry. With another body, or on another route, 422 ' +
        'names the route that used it.',
    ),
});

/** That every operation takes. */
export const traceHeaders = z.object({
  'x-trace': z
    .string()
    .optional()
    .describe(
      "A name for the request, which its response, the service's log and the envelope then have: 1 to 128 of `A-Z a-z 0-9 . " +
        '_ ~ : / + = @ -`. What is none is passed over, and a name is drawn; so is the trace-id of a W3C `traceparent` taken ' +
        'where this is not sent.',
    ),
});

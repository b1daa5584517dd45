/**
 * The headers of responses that carry meaning of their own (docs/spec/contract.md#ap-errors, #ae-errors;
 * docs/spec/decisions.md#6, #8-receipt).
 */
import { CHALLENGED_REASONS, ERROR_REASONS } from '../wire/error.ts';
import type { OperationContract } from '../wire/operation.ts';
import type { ApiResponse, Header } from './open-api.ts';

export const HEADERS = {
  'x-adduce-policy': {
    description: 'The fold policy in force, such as `fold/1`: a part of what the receipt hashes.',
    required: true,
    schema: { type: 'string' },
  },
  'x-trace': {
    description:
      "The request's name at every hop, also in the service's log: the caller's `x-trace`, else the trace-id of its W3C " +
      '`traceparent`, else one that was drawn. What is no trace is passed over.',
    required: true,
    schema: { type: 'string', maxLength: 128 },
  },
  'Retry-After': {
    description: 'Seconds after which to try again.',
    required: false,
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimit: {
    description: 'What is left of the limit and when it is whole again; absent where calls are not limited.',
    required: false,
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'The limit that calls are counted under; absent where there is none.',
    required: false,
    schema: { type: 'string' },
  },
  Allow: { description: 'The methods of the path.', required: true, schema: { type: 'string' } },
  'WWW-Authenticate': {
    description: 'The credential that would be accepted; absent where another one would not help.',
    required: false,
    schema: { type: 'string' },
  },
} as const satisfies Readonly<Record<string, Header>>;
type Name = keyof typeof HEADERS;

/** The headers that a response of the operation may have. */
export function headersOf({ reasons }: OperationContract, status: number): ApiResponse['headers'] {
  const isCounted = reasons.includes('limited:rate');
  const isChallenged = reasons.some(
    (reason) => CHALLENGED_REASONS.has(reason) && ERROR_REASONS[reason].status === status,
  );
  const names: Name[] = [
    'x-adduce-policy',
    'x-trace',
    ...(isCounted ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(status === 405 ? (['Allow'] as const) : []),
    ...(isChallenged ? (['WWW-Authenticate'] as const) : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

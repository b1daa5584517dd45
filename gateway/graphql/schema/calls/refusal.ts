import type { WireError } from '../../../wire/error.ts';
import { builder } from '../../builder/builder.ts';
import { type EnumValues, inCapitals } from '../../builder/enum-values.ts';
import type { Called, CallReceipt } from './rest-call.ts';

const CLASSES: EnumValues<Called['receipt']['receipt']['class']> = {
  verified: { description: 'Of an answer: it stands in the log, under a signed checkpoint.' },
  dev: { description: 'Of a call: the hash of its request and its reply.' },
  replay: { description: 'Of an answer that was made again.' },
};

export const ReceiptClassType = builder.enumType('ReceiptClass', {
  description: 'What a receipt vouches for.',
  values: inCapitals(CLASSES),
});

export const CallReceiptType = builder.objectRef<CallReceipt>('CallReceipt').implement({
  description: 'The receipt of a call, the one that the same operation of REST gives with its reply.',
  fields: (t) => ({
    receiptId: t.id({ description: 'rc_…', resolve: ({ receipt }) => receipt.receipt_id }),
    class: t.field({
      type: ReceiptClassType,
      description: 'That of a call.',
      resolve: ({ receipt }) => receipt.class,
    }),
    hash: t.field({
      type: 'Hash',
      description: 'BLAKE3-256 in hex of the record in canonical CBOR.',
      resolve: ({ receipt }) => receipt.hash,
    }),
    record: t.field({
      type: 'JSON',
      description: 'The request and the reply that the hash is of.',
      resolve: ({ record }) => record,
    }),
  }),
});

/** A call that was not done. */
export interface RefusalNode {
  readonly error: WireError;
  readonly receipt: CallReceipt;
}

/** What every member of a mutation's result has that is not what was asked for. */
export const FailureType = builder.interfaceRef<RefusalNode>('Failure').implement({
  description:
    'Why a mutation did not come to what it was asked for: whatever a release adds to such results has these fields. Trying again helps where `retryAfterMs` says when.',
  fields: (t) => ({
    reason: t.string({
      description: 'A word such as denied:evidence_missing; a release may add some.',
      resolve: ({ error }) => error.reason,
    }),
    message: t.string({ description: 'For people.', resolve: ({ error }) => error.message }),
    status: t.int({ description: 'What REST answers with.', resolve: ({ error }) => error.status }),
    details: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What would be accepted.',
      resolve: ({ error: { details } }) => details ?? null,
    }),
    retryAfterMs: t.int({
      nullable: true,
      description: 'Milliseconds; null where trying again does not help.',
      resolve: ({ error }) => error.retry_after_ms ?? null,
    }),
    receipt: t.field({
      type: CallReceiptType,
      description: 'Of the call.',
      resolve: ({ receipt }) => receipt,
    }),
  }),
});

export const RefusalType = builder.objectRef<RefusalNode>('Refusal').implement({
  interfaces: [FailureType],
  description: 'It was not done.',
});

/** The refusal of a call that came to one. */
export function refusalOf({ error, receipt }: Called): RefusalNode | null {
  return error === null ? null : { error, receipt };
}

/** Which member of a union of `done` and `Refusal` a value is. */
export function isRefusal(value: object): value is RefusalNode {
  return 'error' in value;
}

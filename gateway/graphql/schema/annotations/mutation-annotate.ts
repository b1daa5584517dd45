import type { Annotation, StubResult } from '../../../wire/annotations.ts';
import { builder } from '../../builder/builder.ts';
import { CallReceiptType, isRefusal, RefusalType, refusalOf } from '../calls/refusal.ts';
import { type CallReceipt, callRest } from '../calls/rest-call.ts';
import { StubResultType } from '../stubs/stub-result.ts';
import { AnnotationKindType } from './annotation-filter.ts';
import { AnnotationType } from './annotation-ref.ts';

const CitationInputType = builder.inputType('CitationInput', {
  description: 'What an annotation rests on.',
  fields: (t) => ({
    ref: t.string({ required: true, description: 'A wx:// address or an http(s) URL; never fetched.' }),
    quote: t.string({ description: 'The words that are meant, of what it names.' }),
  }),
});

interface Added {
  readonly annotation: Annotation;
  readonly stub: StubResult | null;
  readonly receipt: CallReceipt;
}

const AnnotationAddedType = builder.objectRef<Added>('AnnotationAdded').implement({
  description: 'The annotation is on disk, whatever became of the stub.',
  fields: (t) => ({
    annotation: t.expose('annotation', { type: AnnotationType, description: 'As it is stored.' }),
    coverageGap: t.expose('stub', {
      type: StubResultType,
      nullable: true,
      description:
        'What became of the gap that it was to close; null where none was named, or where annotations close none here.',
    }),
    receipt: t.field({
      type: CallReceiptType,
      description: 'Of the call.',
      resolve: ({ receipt }) => receipt,
    }),
  }),
});

const AnnotateResultType = builder.unionType('AnnotateResult', {
  description: 'What came of an annotation.',
  types: [AnnotationAddedType, RefusalType],
  resolveType: (value) => (isRefusal(value) ? RefusalType : AnnotationAddedType),
});

builder.mutationField('annotate', (t) =>
  t.field({
    type: AnnotateResultType,
    description:
      'Adds a cited fact about an address, and closes a coverage gap with it. Needs a capability token with wiki.annotate.',
    args: {
      target: t.arg.id({ required: true, description: 'A wx:// address in a known corpus.' }),
      body: t.arg.string({ required: true, description: 'What is to be said, in plain text.' }),
      citation: t.arg({ type: CitationInputType, required: true, description: 'What it rests on.' }),
      kind: t.arg({ type: AnnotationKindType, description: 'By default a note.' }),
      stubId: t.arg.id({ description: 'Of a coverage gap that this annotation closes.' }),
      idempotencyKey: t.arg.string({ description: 'The same key and annotation again give the same one.' }),
    },
    resolve: async (_, { idempotencyKey, stubId, ...rest }, context) => {
      const sent = { body: { ...rest, stub_id: stubId }, idempotencyKey };
      const called = await callRest(context, 'createAnnotation', sent);
      // The members of that operation's 201.
      const { annotation, stub = null } = called.members as Omit<Added, 'receipt'>;
      return refusalOf(called) ?? { annotation, stub, receipt: called.receipt };
    },
  }),
);

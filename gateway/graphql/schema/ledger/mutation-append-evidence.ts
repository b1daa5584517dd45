import type { LedgerEntry } from '../../../../graph/evidence.ts';
import { builder } from '../../builder/builder.ts';
import { CallReceiptType, isRefusal, RefusalType, refusalOf } from '../calls/refusal.ts';
import { type CallReceipt, callRest } from '../calls/rest-call.ts';
import { EvidenceEventType, EvidenceKindType } from './evidence-event.ts';
import { EvidenceItemKindType } from './evidence-item-kind.ts';

/** Everything may be left out: what lacks is a refusal with a receipt, not a fault of the document. */
export const EvidenceInputType = builder.inputType('EvidenceInput', {
  description: 'One piece of evidence; each needs all three.',
  fields: (t) => ({
    ref: t.string({ description: '1 to 2,048 characters: a URL, a document id, an address. Never fetched.' }),
    hash: t.string({
      description: '64 hex digits mean BLAKE3; blake3: and sha256: prefixes are understood.',
    }),
    kind: t.field({ type: EvidenceItemKindType, description: 'What it is.' }),
  }),
});

interface Appended {
  readonly entry: LedgerEntry;
  readonly receipt: CallReceipt;
}

const EvidenceAppendedType = builder.objectRef<Appended>('EvidenceAppended').implement({
  description: 'The entry is on disk. Sent again it is this one, not a second.',
  fields: (t) => ({
    entry: t.field({
      type: EvidenceEventType,
      description: 'As it stands in the ledger.',
      resolve: ({ entry }) => ({ entry, asOf: null }),
    }),
    receipt: t.field({
      type: CallReceiptType,
      description: 'Of the call.',
      resolve: ({ receipt }) => receipt,
    }),
  }),
});

const AppendEvidenceResultType = builder.unionType('AppendEvidenceResult', {
  description: 'What came of an append.',
  types: [EvidenceAppendedType, RefusalType],
  resolveType: (value) => (isRefusal(value) ? RefusalType : EvidenceAppendedType),
});

builder.mutationField('appendEvidence', (t) =>
  t.field({
    type: AppendEvidenceResultType,
    description: 'Appends an event to a claim’s ledger. Needs a capability token with svc.evidence.',
    args: {
      claim: t.arg.id({ required: true, description: 'The full address, or the bare c1… id.' }),
      kind: t.arg({ type: EvidenceKindType, required: true, description: 'Which way it speaks.' }),
      evidence: t.arg({ type: [EvidenceInputType], description: 'At least one piece.' }),
      attestations: t.arg.stringList({ description: 'Free text, kept with the entry as it is sent.' }),
      stake: t.arg.float({ description: 'Accepted, not yet charged.' }),
      corpus: t.arg.string({ description: 'Where a bare id is looked for; by default the first corpus.' }),
      idempotencyKey: t.arg.string({ description: 'The same key and event again give the same entry.' }),
    },
    resolve: async (_, { claim, corpus, idempotencyKey, ...body }, context) => {
      const sent = { params: { addr: claim }, corpus, body, idempotencyKey };
      const called = await callRest(context, 'appendEvidence', sent);
      // The members of that operation's 201.
      return refusalOf(called) ?? { entry: called.members.entry as LedgerEntry, receipt: called.receipt };
    },
  }),
);

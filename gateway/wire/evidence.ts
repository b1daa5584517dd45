/**
 * POST /v1/claims/{addr}/evidence: one evidence event in, its ledger entry out
 * (docs/spec/contract.md#ap-evidence-append; docs/spec/decisions.md#3, #6-order).
 */
import { z } from 'zod';
import { envelope } from './envelope.ts';
import { BODY_REASONS, CAPABILITY_REASONS, RESERVED_REASONS } from './error.ts';
import { ledgerEntry } from './ledger-entry.ts';
import type { OperationContract } from './operation.ts';
import { claimParams, corpusName, idempotencyHeaders } from './scalars.ts';

export const MAX_EVIDENCE_ITEMS = 64;
export const MAX_ATTESTATIONS = 64;
export const MAX_REF_LENGTH = 2_048;
const MAX_HASH_LENGTH = 256;
const MAX_ATTESTATION_LENGTH = 2_048;

const evidenceKind = z.enum(['corroborate', 'dispute', 'supersede-propose']);

const evidenceItem = z.strictObject({
  ref: z.string().min(1).max(MAX_REF_LENGTH),
  hash: z
    .string()
    .max(MAX_HASH_LENGTH)
    .describe(
      '64 hex digits mean BLAKE3; `blake3:` and `sha256:` prefixes are understood, other text is kept unchecked.',
    ),
  kind: z.enum(['source', 'receipt', 'reproduction']),
});

/** Parse with it only what `carriesEvidence` lets pass: the lack of evidence is a refusal of its own. */
export const evidenceRequest = z
  .strictObject({
    kind: evidenceKind,
    evidence: z.array(evidenceItem).min(1).max(MAX_EVIDENCE_ITEMS),
    attestations: z.array(z.string().max(MAX_ATTESTATION_LENGTH)).max(MAX_ATTESTATIONS).optional(),
    stake: z.number().min(0).optional().describe('Accepted, not yet charged.'),
  })
  .meta({ id: 'EvidenceRequestV1' });
export type EvidenceRequestV1 = z.input<typeof evidenceRequest>;

const withEvidence = z.object({ evidence: z.array(z.unknown()) });

/**
 * Whether a body carries an evidence ref at all. Where it does not, the append is refused with
 * `denied:evidence_missing`, never with a bare 400 (docs/spec/contract.md#ap-error-evidence-missing).
 */
export function carriesEvidence(body: unknown): boolean {
  const parsed = withEvidence.safeParse(body);
  return parsed.success && parsed.data.evidence.some(hasRef);
}

/** By hand: a body may hold a hundred thousand items, and a schema words the fault of each. */
function hasRef(item: unknown): boolean {
  return (
    typeof item === 'object' &&
    item !== null &&
    'ref' in item &&
    typeof item.ref === 'string' &&
    item.ref !== ''
  );
}

export const evidenceResponse = envelope.extend({ entry: ledgerEntry }).meta({ id: 'EvidenceResponseV1' });
export type EvidenceResponse = z.infer<typeof evidenceResponse>;

export const appendEvidence = {
  id: 'appendEvidence',
  method: 'POST',
  route: '/v1/claims/{addr}/evidence',
  tag: 'agent',
  summary: "Append an evidence event to a claim's ledger",
  capability: 'svc.evidence',
  credential: 'token',
  params: claimParams,
  query: z.object({ corpus: corpusName.optional() }),
  headers: idempotencyHeaders,
  body: { schema: evidenceRequest, required: true },
  reply: { status: 201, description: 'The ledger entry', schema: evidenceResponse },
  reasons: [
    ...BODY_REASONS,
    ...CAPABILITY_REASONS,
    'denied:evidence_missing',
    'denied:evidence_hash_mismatch',
    'denied:successor_missing',
    'invalid:addr',
    'invalid:query',
    'invalid:corpus_unknown',
    'invalid:idempotency_key',
    'missing:claim',
    'limited:rate',
  ],
  reserved: RESERVED_REASONS,
} as const satisfies OperationContract;

/** GET /v1/log/proof/inclusion and /v1/log/proof/consistency (RFC 6962 §2.1.1, §2.1.2). */

import {
  getConsistencyProof as CONSISTENCY,
  consistencyQuery,
  getInclusionProof as INCLUSION,
  inclusionQuery,
} from '../wire/log.ts';
import { hexOf } from './hex-of.ts';
import type { AgentOperation, Call } from './operation.ts';
import { parseQuery } from './parse-input.ts';
import { type Reply, refusalReply, reply } from './reply.ts';

/** Both are public: a proof holds nothing but hashes. */
export const getInclusionProof: AgentOperation = { contract: INCLUSION, plane: 'agent', handle: included };
export const getConsistencyProof: AgentOperation = {
  contract: CONSISTENCY,
  plane: 'agent',
  handle: consistent,
};

async function included({ engine, query }: Call): Promise<Reply> {
  const asked = parseQuery(inclusionQuery, query);
  if (!asked.ok) return refusalReply(asked.refusal);
  const proof = await engine.log.proveInclusion(asked.value.index, asked.value.size ?? null);
  if (!proof.ok) return refusalReply(proof.refusal);
  const { index, size, leafHash, root, hashes } = proof.value;
  return reply(INCLUSION, {
    inclusion: { index, size, leaf_hash: hexOf(leafHash), root: hexOf(root), hashes: hashes.map(hexOf) },
  });
}

async function consistent({ engine, query }: Call): Promise<Reply> {
  const asked = parseQuery(consistencyQuery, query);
  if (!asked.ok) return refusalReply(asked.refusal);
  const proof = await engine.log.proveConsistency(asked.value.old_size, asked.value.size ?? null);
  if (!proof.ok) return refusalReply(proof.refusal);
  const { oldSize, oldRoot, size, root, hashes } = proof.value;
  return reply(CONSISTENCY, {
    consistency: {
      old_size: oldSize,
      old_root: hexOf(oldRoot),
      size,
      root: hexOf(root),
      hashes: hashes.map(hexOf),
    },
  });
}

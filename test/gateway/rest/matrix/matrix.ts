/** Every operation's cases. */
import type { OperationCases } from './cases.ts';
import { deleteKey } from './delete-key.ts';
import { getAnnotations } from './get-annotations.ts';
import { getHealthz } from './get-healthz.ts';
import { getItem } from './get-item.ts';
import { getKeySelf } from './get-key-self.ts';
import { getLedger } from './get-ledger.ts';
import { getCheckpoint, getConsistencyProof, getInclusionProof, getLogKeys } from './get-log.ts';
import { getLivez, getReadyz } from './get-probes.ts';
import { getProvenance } from './get-provenance.ts';
import { getReceipt } from './get-receipt.ts';
import { getRevocations } from './get-revocations.ts';
import { getSearch } from './get-search.ts';
import { getStats } from './get-stats.ts';
import { getLogEntries, getTile } from './get-tiles.ts';
import { getTrustReport } from './get-trust-report.ts';
import { postAnnotations } from './post-annotations.ts';
import { postAnswers } from './post-answers.ts';
import { postEvidence } from './post-evidence.ts';
import { postHandshake } from './post-handshake.ts';
import { postKeys } from './post-keys.ts';
import { postReceiptsVerify } from './post-receipts-verify.ts';
import { postSearch } from './post-search.ts';

export const MATRIX: readonly OperationCases[] = [
  deleteKey,
  getAnnotations,
  getCheckpoint,
  getConsistencyProof,
  getHealthz,
  getLivez,
  getReadyz,
  getInclusionProof,
  getItem,
  getKeySelf,
  getLedger,
  getLogEntries,
  getLogKeys,
  getProvenance,
  getReceipt,
  getRevocations,
  getSearch,
  getStats,
  getTile,
  getTrustReport,
  postAnnotations,
  postAnswers,
  postEvidence,
  postHandshake,
  postKeys,
  postReceiptsVerify,
  postSearch,
];

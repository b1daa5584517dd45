/** The route table: every operation that is served, and so every one that is described. */
import { deleteKey } from './delete-key.ts';
import { getAnnotations } from './get-annotations.ts';
import { getCheckpoint } from './get-checkpoint.ts';
import { getHealthz } from './get-healthz.ts';
import { getItem } from './get-item.ts';
import { getKeySelf } from './get-key-self.ts';
import { getLedger } from './get-ledger.ts';
import { getLogKeys } from './get-log-keys.ts';
import { getLivez, getReadyz } from './get-probes.ts';
import { getConsistencyProof, getInclusionProof } from './get-proofs.ts';
import { getProvenance } from './get-provenance.ts';
import { getReceipt } from './get-receipt.ts';
import { getRevocations } from './get-revocations.ts';
import { getSearch } from './get-search.ts';
import { getStats } from './get-stats.ts';
import { getLogEntries, getTile } from './get-tiles.ts';
import { getTrustReport } from './get-trust-report.ts';
import type { RestOperation } from './operation.ts';
import { postAnnotations } from './post-annotations.ts';
import { postAnswers } from './post-answers.ts';
import { postEvidence } from './post-evidence.ts';
import { postHandshake } from './post-handshake.ts';
import { postKeys } from './post-keys.ts';
import { postReceiptsVerify } from './post-receipts-verify.ts';
import { postSearch } from './post-search.ts';

/** One table per gateway: it holds the counters of limits that single operations have. */
export function createOperations(): readonly RestOperation[] {
  const operations = [
    postAnswers,
    getReceipt,
    getProvenance,
    postReceiptsVerify,
    getTrustReport,
    postSearch(),
    getSearch,
    getItem,
    postEvidence,
    getLedger,
    postAnnotations,
    getAnnotations,
    getHealthz,
    getLivez,
    getReadyz,
    getStats,
    postKeys(),
    getKeySelf,
    getRevocations,
    deleteKey,
    getCheckpoint,
    getInclusionProof,
    getConsistencyProof,
    getLogKeys,
    // Before the tiles, whose route would take its path too.
    getLogEntries,
    getTile,
  ];
  return [...operations, postHandshake(operations.map(({ contract }) => contract))];
}

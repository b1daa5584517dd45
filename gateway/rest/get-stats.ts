/** GET /v1/stats: the corpora that may be named, and the state of the log (decisions §7). */

import { snapshotOf } from '../../engine/view.ts';
import { FOLD_POLICY } from '../../graph/belief/policy.ts';
import { BODY_LIMITS } from '../../graph/canonical.ts';
import { rootOf } from '../../graph/log/merkle.ts';
import { MAX_QUESTION_LENGTH, MAX_RESULTS } from '../wire/answers.ts';
import { MAX_EVIDENCE_ITEMS } from '../wire/evidence.ts';
import { getStats as CONTRACT } from '../wire/stats.ts';
import { LEDGER_BUDGET } from './get-ledger.ts';
import type { Call, PublicOperation } from './operation.ts';
import { SEARCH_BUDGET } from './post-search.ts';
import { type Reply, reply } from './reply.ts';

export const getStats: PublicOperation = { contract: CONTRACT, plane: 'public', handle: read };

const LIMITS = {
  body_bytes: BODY_LIMITS.maxBytes,
  body_depth: BODY_LIMITS.maxDepth,
  body_items: BODY_LIMITS.maxItems,
  question_characters: MAX_QUESTION_LENGTH,
  results: MAX_RESULTS,
  evidence_items: MAX_EVIDENCE_ITEMS,
  search_token_budget: SEARCH_BUDGET,
  ledger_token_budget: LEDGER_BUDGET,
};

async function read({ engine, config }: Call): Promise<Reply> {
  const [corpora, head] = [await engine.store.corpora(), await engine.store.head()];
  return reply(200, {
    corpora: corpora.map((corpus) => ({
      name: corpus.name,
      snapshot: snapshotOf(corpus),
      newest: corpus.newestEffectiveAt,
      observed_at: corpus.observedAt,
    })),
    log: { size: head.size, root: Buffer.from(rootOf(head)).toString('hex') },
    policies: { fold: FOLD_POLICY.id },
    limits: LIMITS,
    build: { version: config.version },
  });
}

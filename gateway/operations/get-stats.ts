/** GET /v1/stats: what there is, how much of it, what it costs and what bounds it (docs/spec/decisions.md#7-stats). */

import { MAX_ANNOTATIONS_PAGE } from '../../engine/annotate/list-annotations.ts';
import { CAPABILITIES, CAPABILITY_COSTS } from '../../engine/keys/capabilities.ts';
import { MAX_BLOCKS, MAX_TOKEN_LENGTH } from '../../engine/keys/token-chain.ts';
import type { CorpusStats, Stats } from '../../engine/stats/stats.ts';
import { MAX_ANNOTATION_LENGTH } from '../wire/annotations.ts';
import { MAX_QUESTION_LENGTH, MAX_RESULTS } from '../wire/answers.ts';
import { MAX_EVIDENCE_ITEMS } from '../wire/evidence.ts';
import { MAX_REVOCATIONS } from '../wire/keys.ts';
import { getStats as CONTRACT, type StatsResponse } from '../wire/stats.ts';
import { knownTenant } from './authenticate.ts';
import { ANNOTATIONS_BUDGET } from './get-annotations.ts';
import { ITEM_BUDGET } from './get-item.ts';
import { LEDGER_BUDGET, MAX_LEDGER_PAGE } from './get-ledger.ts';
import type { AgentOperation, Call } from './operation.ts';
import { KEY_DAYS, MINTS_PER_DAY } from './post-keys.ts';
import { SEARCH_BUDGET } from './post-search.ts';
import { type Reply, reply } from './reply.ts';
import { REQUEST_LIMITS } from './request-limits.ts';
import { ANNOTATIONS_TOKEN_RESERVE, TOKEN_RESERVE } from './token-budget.ts';

/** Public: a token that is sent only decides whose limit counts the call. */
export const getStats: AgentOperation = { contract: CONTRACT, plane: 'agent', handle: read };

const LIMITS = {
  body_bytes: REQUEST_LIMITS.maxBytes,
  body_depth: REQUEST_LIMITS.maxDepth,
  body_items: REQUEST_LIMITS.maxItems,
  body_members: REQUEST_LIMITS.maxMembers,
  question_characters: MAX_QUESTION_LENGTH,
  annotation_characters: MAX_ANNOTATION_LENGTH,
  results: MAX_RESULTS,
  evidence_items: MAX_EVIDENCE_ITEMS,
  revocations: MAX_REVOCATIONS,
  annotations_page: MAX_ANNOTATIONS_PAGE,
  ledger_page: MAX_LEDGER_PAGE,
  search_token_budget: SEARCH_BUDGET,
  ledger_token_budget: LEDGER_BUDGET,
  annotations_token_budget: ANNOTATIONS_BUDGET,
  item_token_budget: ITEM_BUDGET,
  token_reserve: TOKEN_RESERVE,
  annotations_token_reserve: ANNOTATIONS_TOKEN_RESERVE,
  keys_per_address_and_day: MINTS_PER_DAY,
  key_days: KEY_DAYS,
  token_characters: MAX_TOKEN_LENGTH,
  token_blocks: MAX_BLOCKS,
};

const PRICES = CAPABILITIES.map((capability) => {
  return { capability, cost: CAPABILITY_COSTS[capability], unit: 'call' } as const;
});

async function read({ engine, config, headers }: Call): Promise<Reply> {
  const stats = await engine.stats(await knownTenant(engine, config, headers));
  return reply(CONTRACT, {
    corpora: stats.corpora.map(corpusOf),
    findings: findingsOf(stats.findings),
    log: stats.log,
    policies: { ...stats.policies },
    capabilities: PRICES,
    limits: LIMITS,
    build: { version: config.version },
  });
}

type Wire = StatsResponse['corpora'][number];

function corpusOf({ record, snapshot, lanes, counts, beliefs }: CorpusStats): Wire {
  const { closedStubs, licences, eventKinds: _, oldestEffectiveAt, newestEffectiveAt, ...numbers } = counts;
  return {
    name: record.name,
    snapshot,
    newest: record.newestEffectiveAt,
    observed_at: record.observedAt,
    lanes: [...lanes],
    counts: { ...numbers, closed_stubs: closedStubs },
    licences: { ...licences },
    oldest_observation: oldestEffectiveAt,
    newest_observation: newestEffectiveAt,
    beliefs: beliefs && {
      snapshot: beliefs.view.snapshot,
      as_of: beliefs.view.view.until,
      ...beliefs.claims,
    },
  };
}

function findingsOf(findings: Stats['findings']): StatsResponse['findings'] {
  return (
    findings && { log_size: findings.logSize, PASS: 0, WARN: 0, FAIL: 0, UNKNOWN: 0, ...findings.answers }
  );
}

/** Corpora: few, and read all at once. */
import { createContextCache } from '@pothos/core';
import type { CorpusStats } from '../../../../engine/stats/stats.ts';
import { viewOf } from '../../../../engine/view.ts';
import type { CorpusRecord, View } from '../../../../graph/store/rows.ts';
import { endOfAsOf } from '../../../../graph/time.ts';
import { builder } from '../../builder/builder.ts';
import { type CorpusKey, datedKey, readDatedKey } from '../../builder/dated-key.ts';
import { loaderOptions } from '../../builder/keys-plugin.ts';
import type { GraphqlContext } from '../../context.ts';
import { connectionType } from '../../lists/connections.ts';
import { refusalError } from '../../refusal-error.ts';
import { reachesCorpus } from '../../session/token-scope.ts';
import { viewAt } from '../../views/view.ts';

/** Times in the past as of which one request counts corpora: global ids name as many as they like. */
const MAX_TIMES = 10;

/** A corpus as it is seen at a time. */
export interface CorpusNode {
  readonly record: CorpusRecord;
  /** Null: the present. */
  readonly asOf: string | null;
  /** As of a time; the present is counted where a field asks. */
  readonly past: PastStats | null;
}

export type PastStats = Pick<CorpusStats, 'counts' | 'beliefs'> & { readonly observedAt: string | null };

/** The type `Corpus`; its fields are in `corpus.ts`. */
export const CorpusType = builder.loadableNodeRef<
  CorpusNode | null,
  CorpusKey,
  CorpusKey,
  CorpusKey,
  CorpusNode
>('Corpus', {
  id: { resolve: ({ record, asOf }) => datedKey(record.name, asOf) },
  load: loadCorpora,
  loaderOptions,
});

export const CorpusConnectionType = connectionType(CorpusType, 'Corpus');

/** Those in the session's reach, in order of first appearance in the log. */
const corporaInReach = createContextCache(async ({ engine, session }: GraphqlContext) =>
  (await engine.store.corpora()).filter(({ name }) => reachesCorpus(session, name)),
);

const corporaByTime = createContextCache((_: GraphqlContext) => new Map<string, Promise<CorpusNode[]>>());

/**
 * Those in the session's reach, as of a time those that held something; counted once a request and time.
 * @throws {GraphQLError} `invalid:query` past `MAX_TIMES`
 */
export async function corporaAt(asOf: string | null, context: GraphqlContext): Promise<CorpusNode[]> {
  const view = await viewAt(asOf, context);
  if (view === null || asOf === null) {
    return (await corporaInReach(context)).map((record) => ({ record, asOf, past: null }));
  }
  const times = corporaByTime(context);
  if (times.size >= MAX_TIMES && !times.has(asOf)) {
    const message = `a request reads corpora as of at most ${MAX_TIMES} times`;
    throw refusalError({ reason: 'invalid:query', message });
  }
  const known = times.get(asOf) ?? readAt(asOf, view, context);
  times.set(asOf, known);
  return known;
}

async function readAt(asOf: string, view: View, context: GraphqlContext): Promise<CorpusNode[]> {
  const { engine } = context;
  const corpora = await engine.corporaAt(await corporaInReach(context), view);
  return corpora.map(({ record, counts, observedAt }) => {
    const { snapshot } = viewOf(record, asOf);
    return { record, asOf, past: { counts: { ...counts, snapshot }, beliefs: null, observedAt } };
  });
}

/** Counted once a request, however many corpora show their own. */
export const statsOnce = createContextCache(({ engine, session }: GraphqlContext) =>
  engine.stats(session.tenant),
);

/** A time that none is names no corpus. */
async function loadCorpora(
  keys: readonly CorpusKey[],
  context: GraphqlContext,
): Promise<(CorpusNode | null)[]> {
  const named = keys.map((key) => ({ key, ...readDatedKey(key) }));
  const found = new Map<CorpusKey, CorpusNode>();
  for (const [asOf, group] of Map.groupBy(named, (one) => one.asOf)) {
    if (asOf !== null && endOfAsOf(asOf) !== asOf) continue;
    const corpora = new Map((await corporaAt(asOf, context)).map((one) => [one.record.name, one]));
    for (const { key, id } of group) {
      const one = corpora.get(id);
      if (one !== undefined) found.set(key, one);
    }
  }
  return keys.map((key) => found.get(key) ?? null);
}

/** Corpora: few, and read all at once. */
import { createContextCache } from '@pothos/core';
import type { CorpusRecord } from '../../../graph/store.ts';
import { builder } from '../builder.ts';
import type { GraphqlContext } from '../context.ts';
import { loaderOptions } from '../loaders.ts';
import { reachesCorpus } from '../reach.ts';

/** The type `Corpus`; its fields are in `schema/corpus.ts`. */
export const CorpusType = builder.loadableNodeRef<CorpusRecord | null, string, string, string, CorpusRecord>(
  'Corpus',
  { id: { resolve: ({ name }) => name }, load: loadCorpora, loaderOptions },
);

/** Those in the session's reach, in order of first appearance in the log. */
export const corporaInReach = createContextCache(async ({ engine, session }: GraphqlContext) =>
  (await engine.store.corpora()).filter(({ name }) => reachesCorpus(session, name)),
);

/** Counted once a request, however many corpora show their own. */
export const statsOnce = createContextCache(({ engine, session }: GraphqlContext) =>
  engine.stats(session.tenant),
);

async function loadCorpora(
  names: readonly string[],
  context: GraphqlContext,
): Promise<(CorpusRecord | null)[]> {
  const corpora = new Map((await corporaInReach(context)).map((record) => [record.name, record]));
  return names.map((name) => corpora.get(name) ?? null);
}

import type { SearchResult } from '../../../engine/search/search.ts';
import { builder } from '../builder.ts';
import { ArtefactType } from '../loaders.ts';

export const LaneType = builder
  .objectRef<{ readonly name: string; readonly score: number }>('Lane')
  .implement({
    description: 'What one lane of retrieval gave.',
    fields: (t) => ({
      name: t.exposeString('name'),
      score: t.exposeFloat('score'),
    }),
  });

export const SearchResultType = builder.objectRef<SearchResult>('SearchResult').implement({
  description: 'A section that was found.',
  fields: (t) => ({
    addr: t.exposeID('addr', { description: 'Address of the section.' }),
    artefact: t.field({ type: ArtefactType, nullable: true, resolve: ({ artefact_id }) => artefact_id }),
    title: t.exposeString('title'),
    snippet: t.exposeString('snippet'),
    score: t.exposeFloat('score'),
    lanes: t.field({
      type: [LaneType],
      resolve: ({ lanes }) => Object.entries(lanes).map(([name, score]) => ({ name, score })),
    }),
    domain: t.exposeString('domain'),
    hash: t.exposeString('hash'),
    licence: t.exposeString('licence'),
    observedAt: t.string({ resolve: ({ observed_at }) => observed_at }),
  }),
});

import type { SearchResult } from '../../../../engine/search/search.ts';
import { builder } from '../../builder/builder.ts';
import { ArtefactType } from '../artefacts/artefact-ref.ts';

export const LaneType = builder
  .objectRef<{ readonly name: string; readonly score: number }>('Lane')
  .implement({
    description: 'What one lane of retrieval gave.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Which one.' }),
      score: t.exposeFloat('score', { description: 'The higher, the better.' }),
    }),
  });

export const SearchResultType = builder.objectRef<SearchResult>('SearchResult').implement({
  description: 'A section that was found.',
  fields: (t) => ({
    addr: t.exposeID('addr', { description: 'Address of the section.' }),
    artefact: t.field({
      type: ArtefactType,
      nullable: true,
      description: 'The one that the section is of.',
      resolve: ({ artefact_id }) => artefact_id,
    }),
    title: t.exposeString('title', { description: 'Of its document.' }),
    snippet: t.exposeString('snippet', { description: 'The beginning of the section, on one line.' }),
    score: t.exposeFloat('score', { description: 'The higher, the better.' }),
    lanes: t.field({
      type: [LaneType],
      description: 'What each lane of retrieval gave it.',
      resolve: ({ lanes }) => Object.entries(lanes).map(([name, score]) => ({ name, score })),
    }),
    domain: t.exposeString('domain', { description: 'Of the artefact’s URL.' }),
    hash: t.expose('hash', {
      type: 'Hash',
      description: 'BLAKE3-256 of the artefact’s bytes, 64 hex digits.',
    }),
    licence: t.exposeString('licence', { description: 'Of the artefact.' }),
    observedAt: t.field({
      type: 'DateTime',
      description: 'When it was last seen, RFC 3339 UTC with ms.',
      resolve: ({ observed_at }) => observed_at,
    }),
  }),
});

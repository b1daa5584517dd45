import type { ClaimOccurrence } from '../../../graph/claim.ts';
import { builder } from '../builder.ts';
import { ArtefactType } from '../loaders.ts';
import { SpanType } from './span.ts';

export const OccurrenceType = builder.objectRef<ClaimOccurrence>('Occurrence').implement({
  description: 'One place where an artefact states a claim.',
  fields: (t) => ({
    artefact: t.field({ type: ArtefactType, nullable: true, resolve: ({ artefact }) => artefact }),
    span: t.expose('span', { type: SpanType, description: 'The words that carry the claim.' }),
    sentence: t.expose('sentence', { type: SpanType, description: 'What a citation quotes.' }),
    contextSpans: t.field({
      type: [SpanType],
      description: 'Antecedents that the sentence leans on.',
      resolve: ({ context_spans }) => context_spans,
    }),
    effectiveAt: t.string({ resolve: ({ effective_at }) => effective_at }),
  }),
});

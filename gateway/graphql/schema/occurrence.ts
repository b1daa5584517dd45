import type { ClaimOccurrence } from '../../../graph/claim.ts';
import { builder } from '../builder.ts';
import { datedKey } from '../claim-key.ts';
import { ArtefactType } from '../loaders.ts';
import { SpanType } from './span.ts';

/** Of a claim that is seen at a time. */
interface OccurrenceNode {
  readonly occurrence: ClaimOccurrence;
  readonly asOf: string | null;
}

export const OccurrenceType = builder.objectRef<OccurrenceNode>('Occurrence').implement({
  description: 'One place where an artefact states a claim.',
  fields: (t) => ({
    artefact: t.field({
      type: ArtefactType,
      nullable: true,
      resolve: ({ occurrence: { artefact }, asOf }) => datedKey(artefact, asOf),
    }),
    span: t.field({
      type: SpanType,
      description: 'The words that carry the claim.',
      resolve: ({ occurrence }) => occurrence.span,
    }),
    sentence: t.field({
      type: SpanType,
      description: 'What a citation quotes.',
      resolve: ({ occurrence }) => occurrence.sentence,
    }),
    contextSpans: t.field({
      type: [SpanType],
      description: 'Antecedents that the sentence leans on.',
      resolve: ({ occurrence }) => occurrence.context_spans,
    }),
    effectiveAt: t.string({
      description: 'When the artefact said so, RFC 3339 UTC with ms.',
      resolve: ({ occurrence }) => occurrence.effective_at,
    }),
  }),
});

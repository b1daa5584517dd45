import { builder } from '../../builder/builder.ts';
import { claimKey, datedKey } from '../../builder/dated-key.ts';
import { ArtefactType } from '../artefacts/artefact-ref.ts';
import { ClaimType } from './claim-ref.ts';
import type { OccurrenceNode } from './occurrence-node.ts';
import { SpanType } from './span.ts';

export const OccurrenceType = builder.objectRef<OccurrenceNode>('Occurrence').implement({
  description: 'One place where an artefact states a claim.',
  fields: (t) => ({
    claim: t.field({
      type: ClaimType,
      nullable: true,
      description: 'The one that is stated.',
      resolve: ({ occurrence: { claim }, asOf }) => claimKey(claim, asOf),
    }),
    artefact: t.field({
      type: ArtefactType,
      nullable: true,
      description: 'The one that states it.',
      resolve: ({ occurrence: { artefact }, asOf }) => datedKey(artefact, asOf),
    }),
    span: t.expose('span', {
      type: SpanType,
      description: 'The words that carry the claim.',
    }),
    sentence: t.expose('sentence', {
      type: SpanType,
      description: 'What a citation quotes.',
    }),
    contextSpans: t.expose('contextSpans', {
      type: [SpanType],
      description: 'Antecedents that the sentence leans on.',
    }),
    logSeq: t.expose('logSeq', { type: 'LogPosition', description: 'Position in the log.' }),
    effectiveAt: t.expose('effectiveAt', {
      type: 'DateTime',
      description: 'When the artefact said so, RFC 3339 UTC with ms.',
    }),
  }),
});

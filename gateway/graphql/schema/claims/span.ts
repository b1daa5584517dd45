import type { Span } from '../../../../graph/claim.ts';
import { builder } from '../../builder/builder.ts';

export const SpanType = builder.objectRef<Span>('Span').implement({
  description: 'A half-open range [start, end) of UTF-16 code units in an artefact’s extracted text.',
  fields: (t) => ({
    start: t.exposeInt('start', { description: 'The first code unit, from 0.' }),
    end: t.exposeInt('end', { description: 'The one behind the last.' }),
  }),
});

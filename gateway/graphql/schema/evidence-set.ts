import { datedKey } from '../claim-key.ts';
import { ArtefactType } from '../loaders.ts';
import { EvidenceSetType } from '../nodes/answer.ts';

EvidenceSetType.implement({
  description: 'The fewest independent artefacts that cover the answer.',
  fields: (t) => ({
    setId: t.id({ description: 'es_…', resolve: ({ view }) => view.answer.evidence_set.set_id }),
    artefacts: t.field({
      type: [ArtefactType],
      description: 'As of the answer’s own time.',
      resolve: ({ view: { answer } }) =>
        answer.evidence_set.artefact_ids.map((id) => datedKey(id, answer.request.as_of)),
    }),
    optimality: t.string({
      description: 'proved: no cheaper set exists. bounded: none is cheaper than a bound.',
      resolve: ({ view }) => view.answer.evidence_set.optimality,
    }),
  }),
});

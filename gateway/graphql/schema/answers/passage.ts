import type { Passage } from '../../../../engine/answer/answer.ts';
import { builder } from '../../builder/builder.ts';
import { datedKey } from '../../builder/dated-key.ts';
import type { SeenAt } from '../../views/seen-at.ts';
import { ArtefactType } from '../artefacts/artefact-ref.ts';

export const PassageType = builder.objectRef<SeenAt<Passage>>('Passage').implement({
  description:
    'A sentence near to a question that nothing answers: not verified. [start, end) in UTF-16 code units of the artefact’s extracted text.',
  fields: (t) => ({
    artefact: t.field({
      type: ArtefactType,
      nullable: true,
      description: 'The one that is quoted, as of the answer’s own time.',
      resolve: ({ item, asOf }) => datedKey(item.artefact_id, asOf),
    }),
    title: t.string({ description: 'The artefact’s.', resolve: ({ item }) => item.title }),
    quote: t.string({
      description:
        'Its words; empty where the artefact was redacted or its licence is refused now, and then start and end are 0.',
      resolve: ({ item }) => item.quote,
    }),
    start: t.int({ description: 'The first code unit.', resolve: ({ item }) => item.start }),
    end: t.int({ description: 'The one behind the last.', resolve: ({ item }) => item.end }),
    probability: t.float({
      description: 'Its share of the ranking of all sentences that were read, 0 to 1.',
      resolve: ({ item }) => item.probability,
    }),
  }),
});

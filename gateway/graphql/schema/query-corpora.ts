import { resolveArrayConnection } from '@pothos/plugin-relay';
import { builder } from '../builder.ts';
import { CorpusType, corporaInReach } from '../nodes/corpus.ts';
import { PAGE_SIZE, pageComplexity } from '../page.ts';

builder.queryField('corpora', (t) =>
  t.connection({
    type: CorpusType,
    description: 'Those that the caller may read, in the order of the log.',
    complexity: pageComplexity,
    resolve: async (_, args, context) =>
      resolveArrayConnection({ args, ...PAGE_SIZE }, await corporaInReach(context)),
  }),
);

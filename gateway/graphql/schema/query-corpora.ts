import { resolveArrayConnection } from '@pothos/plugin-relay';
import { builder } from '../builder.ts';
import { CorpusType, corporaInReach } from '../nodes/corpus.ts';
import { offsetPage } from '../offset-connection.ts';
import { pageComplexity } from '../page.ts';

builder.queryField('corpora', (t) =>
  t.connection({
    type: CorpusType,
    description: 'Those that the caller may read, in the order of the log.',
    complexity: pageComplexity,
    resolve: async (_, args, context) =>
      resolveArrayConnection(offsetPage(args), await corporaInReach(context)),
  }),
);

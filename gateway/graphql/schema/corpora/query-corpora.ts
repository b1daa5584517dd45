import { builder } from '../../builder/builder.ts';
import { pageComplexity } from '../../builder/page-size.ts';
import { arrayConnection } from '../../lists/offset-connection.ts';
import { reachName } from '../../session/token-scope.ts';
import { readAsOf } from '../../views/view.ts';
import { CorpusConnectionType, CorpusType, corporaAt } from './corpus-ref.ts';

/** Each corpus is counted anew: it is worth so many fields. */
const COUNTING_COMPLEXITY = 500;

builder.queryField('corpora', (t) =>
  t.connection(
    {
      type: CorpusType,
      description:
        'Those that the caller may read, in the order of the log; as of a time, those of which an artefact had taken effect by then.',
      complexity: ({ asOf, ...page }) => {
        const { field, multiplier } = pageComplexity(page);
        return { field: typeof asOf === 'string' ? COUNTING_COMPLEXITY : field, multiplier };
      },
      args: {
        asOf: t.arg({
          type: 'DateTime',
          description:
            'A date or timestamp; by default the present. One request names at most 10 of the past.',
        }),
      },
      resolve: async (_, { asOf: given, ...args }, context) => {
        const asOf = readAsOf(given ?? null);
        const list = { field: 'corpora', arguments: { asOf, reach: reachName(context.session) } };
        return arrayConnection(args, list, await corporaAt(asOf, context));
      },
    },
    CorpusConnectionType,
  ),
);

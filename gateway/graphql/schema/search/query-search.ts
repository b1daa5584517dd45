import { builder } from '../../builder/builder.ts';
import { upTo } from '../../builder/page-size.ts';
import { refusalError } from '../../refusal-error.ts';
import { checkCorpus, reachesAddress } from '../../session/session.ts';
import { resolveView } from '../../views/view.ts';
import { QUESTION_LENGTH, readQuestion, SEARCH_COMPLEXITY } from './question.ts';
import { SearchResultType } from './search-result.ts';

const DEFAULT_RESULTS = 10;
const MAX_RESULTS = 50;

builder.queryField('search', (t) =>
  t.field({
    type: [SearchResultType],
    access: { capability: 'wiki.search' },
    nullable: true,
    description: 'Sections, best first. Null only beside an error, which then leaves the other fields.',
    args: {
      q: t.arg.string({ required: true, description: QUESTION_LENGTH }),
      first: t.arg.int({ defaultValue: DEFAULT_RESULTS, description: `1 to ${MAX_RESULTS}.` }),
      corpus: t.arg.string({ description: 'By default the first corpus.' }),
      asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
    },
    complexity: ({ first }) => ({ ...upTo(first ?? DEFAULT_RESULTS), field: SEARCH_COMPLEXITY }),
    resolve: async (_, { q, first, corpus, asOf }, { engine, session, signal }) => {
      const request = readRequest(q, first ?? DEFAULT_RESULTS);
      const view = await resolveView(engine, corpus ?? null, asOf ?? null);
      checkCorpus(session, view.corpus);
      const found = await engine.search({ ...request, view, signal });
      if (!found.ok) throw refusalError(found.refusal);
      return found.value.results.filter(({ addr }) => reachesAddress(session, addr));
    },
  }),
);

function readRequest(text: string, k: number) {
  const q = readQuestion(text);
  if (k < 1 || k > MAX_RESULTS) {
    throw refusalError({ reason: 'invalid:query', message: `first is 1 to ${MAX_RESULTS}` });
  }
  return { q, k };
}

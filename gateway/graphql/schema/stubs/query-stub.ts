import { builder } from '../../builder/builder.ts';
import { datedKey } from '../../builder/dated-key.ts';
import { checkCorpus, reachesAddress } from '../../session/session.ts';
import { resolveView } from '../../views/view.ts';
import { QUESTION_LENGTH, readQuestion, SEARCH_COMPLEXITY } from '../search/question.ts';
import { StubType, stubName } from './stub-ref.ts';

const CORPUS = 'By default the first corpus.';
const AS_OF = 'A date or timestamp; by default the present.';

builder.queryField('coverageGap', (t) =>
  t.field({
    type: StubType,
    nullable: true,
    access: { capability: 'wiki.search' },
    description: 'A coverage gap by its id; null for one that this service never named in the corpus.',
    args: {
      id: t.arg.id({ required: true, description: 'stub_…' }),
      corpus: t.arg.string({ description: CORPUS }),
      asOf: t.arg({ type: 'DateTime', description: AS_OF }),
    },
    resolve: async (_, { id, corpus, asOf }, { engine, session }) => {
      const view = await resolveView(engine, corpus ?? null, asOf ?? null);
      checkCorpus(session, view.corpus);
      return datedKey(stubName(view.corpus, id), view.asOf);
    },
  }),
);

builder.queryField('coverageGapOf', (t) =>
  t.field({
    type: StubType,
    nullable: true,
    access: { capability: 'wiki.search' },
    description:
      'The gap that a question leaves, as POST /v1/search names it; null where what is found covers the question.',
    complexity: SEARCH_COMPLEXITY,
    args: {
      q: t.arg.string({ required: true, description: QUESTION_LENGTH }),
      corpus: t.arg.string({ description: CORPUS }),
      asOf: t.arg({ type: 'DateTime', description: AS_OF }),
    },
    resolve: async (_, { q, corpus, asOf }, { engine, session, signal }) => {
      const question = readQuestion(q);
      const view = await resolveView(engine, corpus ?? null, asOf ?? null);
      checkCorpus(session, view.corpus);
      const admits = (addr: string) => reachesAddress(session, addr);
      const { gap } = await engine.findItems({ q: question, k: 1, view, admits, signal });
      return gap && datedKey(stubName(view.corpus, gap.stub), view.asOf);
    },
  }),
);

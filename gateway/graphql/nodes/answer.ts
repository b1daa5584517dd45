/** Answers of the caller's organisation, and what belongs to one: its evidence set and its receipt have its id. */
import type { AnswerView } from '../../../engine/answer/answer.ts';
import type { FoundAnswer } from '../../../engine/answer/read-answer.ts';
import type { AnswerId } from '../../../graph/address.ts';
import { builder } from '../builder.ts';
import type { GraphqlContext } from '../context.ts';
import { loaderOptions } from '../loaders.ts';

/** What is read of an answer, under a type of its own. */
export interface OfAnswer {
  readonly view: AnswerView;
}

/** The type `Answer`; its fields are in `schema/answer.ts`. */
export const AnswerType = builder.loadableNodeRef<FoundAnswer, AnswerId, AnswerId, AnswerId, AnswerView>(
  'Answer',
  { id: { resolve: ({ answer }) => answer.answer_id }, load: loadAnswers, loaderOptions },
);

/** The type `EvidenceSet`; its fields are in `schema/evidence-set.ts`. */
export const EvidenceSetType = builder.nodeRef(builder.objectRef<OfAnswer>('EvidenceSet'), {
  id: { resolve: ({ view }) => view.answer.answer_id },
  loadManyWithoutCache: loadOfAnswers,
});

/** The type `Receipt`; its fields are in `schema/receipt.ts`. */
export const ReceiptType = builder.nodeRef(builder.objectRef<OfAnswer>('Receipt'), {
  id: { resolve: ({ view }) => view.answer.answer_id },
  loadManyWithoutCache: loadOfAnswers,
});

/** Who belongs to no organisation sees none. */
async function loadAnswers(
  ids: readonly AnswerId[],
  { engine, session }: GraphqlContext,
): Promise<FoundAnswer[]> {
  return session.tenant === null ? ids.map(() => null) : engine.answers(ids, session.tenant);
}

function loadOfAnswers(ids: readonly string[], context: GraphqlContext): Promise<(OfAnswer | null)[]> {
  const answers = AnswerType.getDataloader(context);
  return Promise.all(
    ids.map(async (id) => {
      // An id that is no answer's finds none.
      const view = await answers.load(id as AnswerId);
      return view && { view };
    }),
  );
}

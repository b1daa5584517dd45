/**
 * Answers of the caller's organisation, and what belongs to one: its evidence set and its receipt have its id, without a
 * time, since neither ever changes.
 */
import type { AnswerView } from '../../../../engine/answer/answer.ts';
import { AnswerDamaged } from '../../../../engine/answer/answer-damaged.ts';
import type { AnswerId } from '../../../../graph/address.ts';
import { endOfAsOf } from '../../../../graph/time.ts';
import { builder } from '../../builder/builder.ts';
import { type AnswerKey, datedKey, readDatedKey } from '../../builder/dated-key.ts';
import { loaderOptions } from '../../builder/keys-plugin.ts';
import type { GraphqlContext } from '../../context.ts';
import { connectionType } from '../../lists/connections.ts';
import type { ListName } from '../../lists/list-cursor.ts';
import { viewAt } from '../../views/view.ts';

/** What is read of an answer, under a type of its own. */
export interface OfAnswer {
  readonly view: AnswerView;
}

/** A list of an answer, or of its set or its receipt, that never changes. */
export function listOfAnswer(field: string, { answer }: AnswerView): ListName {
  return { field, arguments: { answer: answer.answer_id } };
}

/** An answer with its verdict as of a time. */
export interface AnswerNode extends AnswerView {
  /** Null: now. Whatever else it holds never changes: what it names is seen at its own request's time. */
  readonly seenAt: string | null;
}

/** The type `Answer`; its fields are in `answer.ts`. */
export const AnswerType = builder.loadableNodeRef<
  AnswerNode | AnswerDamaged | null,
  AnswerKey,
  AnswerKey,
  AnswerKey,
  AnswerNode
>('Answer', {
  id: { resolve: ({ answer, seenAt }) => datedKey(answer.answer_id, seenAt) },
  load: loadAnswers,
  loaderOptions,
});

export const AnswerConnectionType = connectionType(AnswerType, 'Answer');

/** The type `EvidenceSet`; its fields are in `evidence-set.ts`. */
export const EvidenceSetType = builder.nodeRef(builder.objectRef<OfAnswer>('EvidenceSet'), {
  id: { resolve: ({ view }) => view.answer.answer_id },
  loadManyWithoutCache: loadOfAnswers,
});

/** The type `Receipt`; its fields are in `receipts/receipt.ts`. */
export const ReceiptType = builder.nodeRef(builder.objectRef<OfAnswer>('Receipt'), {
  id: { resolve: ({ view }) => view.answer.answer_id },
  loadManyWithoutCache: loadOfAnswers,
});

type LoadedAnswer = AnswerNode | AnswerDamaged | null;

/** One call per time that is looked at: in practice one. Who belongs to no organisation sees none. */
async function loadAnswers(keys: readonly AnswerKey[], context: GraphqlContext): Promise<LoadedAnswer[]> {
  const { tenant } = context.session;
  const found = new Map<AnswerKey, LoadedAnswer>();
  if (tenant !== null) {
    const named = keys.map((key) => ({ key, ...readDatedKey(key) }));
    for (const [asOf, group] of Map.groupBy(named, (one) => one.asOf)) {
      const views = await readAnswersAt(
        group.map(({ id }) => id),
        tenant,
        asOf,
        context,
      );
      for (const [index, { key }] of group.entries()) found.set(key, views[index] ?? null);
    }
  }
  return keys.map((key) => found.get(key) ?? null);
}

/** A time that none is names no answer. */
async function readAnswersAt(
  ids: readonly AnswerId[],
  tenant: string,
  asOf: string | null,
  context: GraphqlContext,
): Promise<LoadedAnswer[]> {
  if (asOf !== null && endOfAsOf(asOf) !== asOf) return [];
  const found = await context.engine.answers(ids, tenant, await viewAt(asOf, context));
  return found.map((one) => (one === null || one instanceof AnswerDamaged ? one : { ...one, seenAt: asOf }));
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

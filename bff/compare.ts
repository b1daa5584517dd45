/** Two answers side by side: what both say and rest on, and what only one does. */
import { z } from 'zod';
import { type OpenedAnswer, open } from './ask.ts';
import type { BffContext, Visitor } from './bff-context.ts';

const answerId = z.string().min(1).max(64);

export const compareInput = z.strictObject({ answer_ids: z.tuple([answerId, answerId]) });

export interface SharedParts {
  /** In the order of the first answer. */
  readonly both: readonly string[];
  readonly first: readonly string[];
  readonly second: readonly string[];
}

export interface Comparison {
  readonly answers: readonly [OpenedAnswer, OpenedAnswer];
  /** Texts, word for word. */
  readonly sentences: SharedParts;
  /** Ids of the artefacts that an answer rests on. */
  readonly documents: SharedParts;
  /** Addresses. */
  readonly claims: SharedParts;
}

/** @throws {BffRefusal} as `open`, 404 where the visitor may not see one of them */
export async function compare(
  bff: BffContext,
  visitor: Visitor,
  { answer_ids: [one, other] }: z.infer<typeof compareInput>,
): Promise<Comparison> {
  const first = await open(bff, visitor, one);
  const second = one === other ? first : await open(bff, visitor, other);
  const shared = (listOf: (answer: OpenedAnswer) => readonly string[]) =>
    sharedOf(listOf(first), listOf(second));
  return {
    answers: [first, second],
    sentences: shared(({ sentences }) => sentences.map(({ text }) => text)),
    documents: shared(({ artefacts }) =>
      artefacts.filter(({ role }) => role === 'evidence').map(({ artefact_id }) => artefact_id),
    ),
    claims: shared(({ sentences }) => sentences.flatMap(({ claims }) => claims)),
  };
}

function sharedOf(first: readonly string[], second: readonly string[]): SharedParts {
  const [ofFirst, ofSecond] = [new Set(first), new Set(second)];
  return {
    both: [...ofFirst].filter((one) => ofSecond.has(one)),
    first: [...ofFirst].filter((one) => !ofSecond.has(one)),
    second: [...ofSecond].filter((one) => !ofFirst.has(one)),
  };
}

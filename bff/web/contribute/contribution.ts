/** What a form of the page says, as it is sent. Pure, but for the name of a draft. */
import type { inferRouterInputs } from '@trpc/server';
import type { AppRouter } from '../../router.ts';
import type { ShownAnswer } from '../trpc.ts';

export type FilledContribution = inferRouterInputs<AppRouter>['contribute']['suppose'];

const DRAFT_BYTES = 16;

/** Names a form, so that what is sent again from it is the same write; `randomUUID` needs https. */
export function newDraft(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(DRAFT_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function isSame(one: FilledContribution, two: FilledContribution): boolean {
  return JSON.stringify(one) === JSON.stringify(two);
}

/** A statement of an answer, in the words of the sentence that says it. */
export interface AnswerStatement {
  readonly claim: string;
  readonly text: string;
}

/** Each claim once. */
export function statedBy({ sentences }: ShownAnswer): readonly AnswerStatement[] {
  const found = new Map<string, AnswerStatement>();
  for (const { text, claims } of sentences) {
    for (const claim of claims) if (!found.has(claim)) found.set(claim, { claim, text });
  }
  return [...found.values()];
}

/** @param fields of the form, by their names; null where it is not filled in far enough to be sent */
export function contributionFrom(
  fields: FormData,
  { answer_id, stance }: Pick<FilledContribution, 'answer_id' | 'stance'>,
): FilledContribution | null {
  const text = (name: string): string => String(fields.get(name) ?? '').trim();
  const [claim, url, artefact_id, successor] = ['claim', 'url', 'artefact', 'successor'].map(text);
  const [quote, note] = ['quote', 'note'].map(text);
  const source = text('rests') === 'url' ? url && { url } : artefact_id && { artefact_id };
  if (!claim || !source) return null;
  return {
    answer_id,
    claim,
    stance,
    source,
    ...(quote && { quote }),
    ...(stance === 'supersede' && successor && { successor }),
    ...(note && { note }),
  };
}

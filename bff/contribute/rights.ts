/** What the visitor may add here, and what it takes where it may not. */
import { z } from 'zod';
import type { BffContext, Visitor } from '../bff-context.ts';
import { contributionRefusal, contributorOf, contributorView } from './contributor.ts';

const needed = z.object({ message: z.string(), next_step: z.string() }).nullable();

export const rightsOutput = z.object({
  /** In whose name the visitor would contribute; null where it may not. */
  contributes_as: contributorView.nullable(),
  /** Why it may not; null where it may. */
  contribute_needs: needed,
});
export type Rights = z.infer<typeof rightsOutput>;

/** @throws {BffRefusal} 429 past the limit */
export async function readRights(bff: BffContext, visitor: Visitor): Promise<Rights> {
  await bff.limits.read(visitor);
  const refusal = await contributionRefusal(bff, visitor);
  if (refusal !== null) {
    const { message, next_step = '' } = refusal;
    return { contributes_as: null, contribute_needs: { message, next_step } };
  }
  const { actor, standing } = await contributorOf(bff, visitor);
  return { contributes_as: { actor, standing }, contribute_needs: null };
}

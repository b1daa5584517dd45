import { procedure, router } from '../procedure.ts';
import { append, appendedOutput, appendInput } from './append.ts';
import { contributionInput } from './contribution.ts';
import { findGrounds, groundsInput, groundsOutput } from './grounds.ts';
import { readRights, rightsOutput } from './rights.ts';
import { suppose, supposedOutput } from './suppose.ts';

/** What a visitor puts to a statement of an answer. */
export const contributeRouter = router({
  rights: procedure.output(rightsOutput).query(({ ctx }) => readRights(ctx.bff, ctx.visitor)),
  grounds: procedure
    .input(groundsInput)
    .output(groundsOutput)
    .query(({ ctx, input }) => findGrounds(ctx.bff, ctx.visitor, input)),
  /** A dry run: a mutation, because its words are too long for an address. */
  suppose: procedure
    .input(contributionInput)
    .output(supposedOutput)
    .mutation(({ ctx, input }) => suppose(ctx.bff, ctx.visitor, input)),
  append: procedure
    .input(appendInput)
    .output(appendedOutput)
    .mutation(({ ctx, input }) => append(ctx.bff, ctx.visitor, input)),
});

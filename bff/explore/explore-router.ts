import { procedure, router } from '../procedure.ts';
import { findInput, findNodes, findOutput } from './find-nodes.ts';
import { readStart, readStep, startInput, startOutput, stepInput, stepOutput } from './read-around.ts';
import { pathInput, pathOutput, readPath } from './read-path.ts';
import { readWhatIf, whatIfInput, whatIfOutput } from './what-if.ts';

/** The claim graph of a corpus, step by step. */
export const exploreRouter = router({
  find: procedure
    .input(findInput)
    .output(findOutput)
    .query(({ ctx, input }) => findNodes(ctx.bff, ctx.visitor, input)),
  start: procedure
    .input(startInput)
    .output(startOutput)
    .query(({ ctx, input }) => readStart(ctx.bff, ctx.visitor, input)),
  step: procedure
    .input(stepInput)
    .output(stepOutput)
    .query(({ ctx, input }) => readStep(ctx.bff, ctx.visitor, input)),
  path: procedure
    .input(pathInput)
    .output(pathOutput)
    .query(({ ctx, input }) => readPath(ctx.bff, ctx.visitor, input)),
  whatIf: procedure
    .input(whatIfInput)
    .output(whatIfOutput)
    .query(({ ctx, input }) => readWhatIf(ctx.bff, ctx.visitor, input)),
});

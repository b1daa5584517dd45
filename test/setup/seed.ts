/** `ADDUCE_SEED` is where properties begin to draw, so that a run can be repeated: without it each run draws anew. */
import fc from 'fast-check';

const seed = process.env.ADDUCE_SEED;
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

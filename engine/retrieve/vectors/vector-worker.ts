/** The thread of `VectorMaker`: takes one step after another. */
import { parentPort } from 'node:worker_threads';
import { type StepName, takeStep, VectorSteps } from './vector-steps.ts';

/** A step and its input. */
export interface StepCall {
  readonly step: StepName;
  readonly input: Parameters<VectorSteps[StepName]>;
}

export type StepReply = { readonly output: unknown } | { readonly fault: string };

const steps = new VectorSteps();

parentPort?.on('message', ({ step, input }: StepCall) => {
  parentPort?.postMessage(reply(step, input));
});

function reply(step: StepName, input: StepCall['input']): StepReply {
  try {
    return { output: takeStep(steps, step, input) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** The thread of `VectorMaker`: sections come in pieces, then what is to be made of them; the vectors go out. */
import { parentPort } from 'node:worker_threads';
import { type MadeVectors, makeVectors, type SectionTerms, type VectorWork } from './make-vectors.ts';

/** What the thread is given: sections as often as it takes, then the rest of the work. */
export type VectorMessage =
  | { readonly sections: readonly SectionTerms[] }
  | { readonly rest: Omit<VectorWork, 'sections'> };

/** What it gives, once. */
export type VectorReply = { readonly made: MadeVectors } | { readonly fault: string };

const sections: SectionTerms[] = [];

parentPort?.on('message', (message: VectorMessage) => {
  if ('sections' in message) {
    sections.push(...message.sections);
    return;
  }
  const reply = replyTo({ ...message.rest, sections });
  parentPort?.postMessage(reply);
});

function replyTo(work: VectorWork): VectorReply {
  try {
    return { made: makeVectors(work) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** What a contribution can rest on: documents of the answer's corpus by words, and statements that they make. */
import { z } from 'zod';
import { MAX_QUESTION_LENGTH } from '../../gateway/wire/answers.ts';
import { visibleEntry } from '../ask.ts';
import { type BffContext, callFor, type Visitor } from '../bff-context.ts';
import { storedText } from '../input.ts';

const SECTIONS = 20;
const POINTERS = 50;
const SHOWN = 8;

export const groundsInput = z.strictObject({
  answer_id: z.string().min(1).max(64),
  corpus: z.string().min(1).max(63),
  q: storedText.trim().min(1).max(MAX_QUESTION_LENGTH),
});

export const groundsOutput = z.object({
  /** Best first, each once. */
  documents: z.array(z.object({ artefact_id: z.string(), title: z.string(), domain: z.string() })),
  /** By the words of it, as far as they are shown in a list. */
  statements: z.array(z.object({ claim: z.string(), text: z.string() })),
});
export type Grounds = z.infer<typeof groundsOutput>;

/** @throws {AdduceError} what the engine refuses @throws {BffRefusal} 404 for another's answer, 429 past the limits */
export function findGrounds(
  bff: BffContext,
  visitor: Visitor,
  { answer_id, corpus, q }: z.infer<typeof groundsInput>,
): Promise<Grounds> {
  return bff.limits.engine(visitor, 'grounds', async () => {
    await visibleEntry(bff, visitor, answer_id);
    const { trace, signal } = visitor;
    const [{ results }, { pointers }] = await Promise.all([
      bff.client.search({ q, corpus, k: SECTIONS }, callFor(bff, visitor)),
      bff.reader.searchPointers({ q, corpus, top_k: POINTERS, tier: 'epitome' }, { trace, signal }),
    ]);
    const documents = new Map(
      results.map(({ artefact_id, title, domain }) => [artefact_id, { artefact_id, title, domain }]),
    );
    const statements = pointers
      .filter(({ kind }) => kind === 'claim')
      .map(({ addr, epitome }) => ({ claim: addr, text: epitome }));
    return { documents: [...documents.values()].slice(0, SHOWN), statements: statements.slice(0, SHOWN) };
  });
}

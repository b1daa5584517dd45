/** What a browser needs to verify an answer's receipt by itself. */
import { z } from 'zod';
import { visibleEntry } from '../ask.ts';
import { type BffContext, callFor, type Visitor } from '../bff-context.ts';

export const proofInput = z.object({ answer_id: z.string().min(1).max(64) });
export const proofOutput = z.object({
  /** The document as `GET /v1/answers/{id}/receipt` gives it, as JSON. */
  receipt: z.string(),
  /** The log's keys in the text of /.well-known/adduce-log-keys; null where none are known here. */
  keys: z.string().nullable(),
});

/** Nothing is checked here: the browser does. @throws {AdduceError} what the engine refuses @throws {BffRefusal} 404, 429 */
export function readProof(
  bff: BffContext,
  visitor: Visitor,
  { answer_id }: z.infer<typeof proofInput>,
): Promise<z.infer<typeof proofOutput>> {
  return bff.limits.engine(visitor, 'open', async () => {
    const owner = (await visibleEntry(bff, visitor, answer_id)).owner;
    const call = callFor(bff, visitor, owner);
    const { receipt } = await bff.client.receipt(answer_id, call);
    return { receipt: JSON.stringify(receipt), keys: await readLogKeys(bff, callFor(bff, visitor)) };
  });
}

/** In the text of /.well-known/adduce-log-keys; null where none are known here. */
export async function readLogKeys(bff: BffContext, call: ReturnType<typeof callFor>): Promise<string | null> {
  if (bff.logKeys !== null) return bff.logKeys;
  const { log_keys } = await bff.client.log.keys(call);
  const lines = log_keys.keys.map(({ key, from_size, until_size }) =>
    until_size === null ? key : `# retired, signed trees of ${from_size} to ${until_size} entries: ${key}`,
  );
  return lines.length === 0 ? null : lines.join('\n');
}

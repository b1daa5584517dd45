// What a user of the client compiles.
import { type AdduceClient, contradictionOf, createClient } from '@adduce/client';
import type { AdduceError } from '@adduce/client/error';
import type { CheckpointMemory } from '@adduce/client/memory';
import { checkAnswerReceipt } from '@adduce/client/receipt';

export async function read(checkpoints: CheckpointMemory): Promise<number> {
  const client: AdduceClient = createClient({ baseUrl: 'http://127.0.0.1:1', log: { checkpoints } });
  const answer = await client.answers({ q: 'x', mode: 'audit' });
  const receipt = await client.verifiedReceipt(answer.answer_id, { answer });
  const said: string = receipt.content.summary;
  // @ts-expect-error a question is text
  await client.answers({ q: 1 });
  return checkAnswerReceipt(answer, receipt).ok ? said.length : 0;
}

export function kindOf(error: AdduceError): string | undefined {
  return contradictionOf(error)?.error.kind ?? error.kind;
}

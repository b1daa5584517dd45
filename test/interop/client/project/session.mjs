// What a program does with the packed client, on whatever runtime runs it: prints one line of JSON.
import { createClient } from '@adduce/client';
import { AdduceError } from '@adduce/client/error';
import { createMemory } from '@adduce/client/memory';
import { checkReceipt } from '@adduce/client/receipt';

const { ADDUCE_URL: baseUrl, ADDUCE_LOG_KEYS: keys, NOBODY: nobody, SILENT: silent, Q: q } = process.env;
const client = createClient({ baseUrl, checkReceipts: true, log: { keys, checkpoints: createMemory() } });

const plan = await client.handshake();
const first = await client.answers({ q, k: 5 });
const second = await client.answers({ q, k: 6 });
const receipts = [];
for (const answer of [second, first]) {
  receipts.push(await client.verifiedReceipt(answer.answer_id, { answer, expected: { q } }));
}
const [receipt] = receipts;
const forged = JSON.parse(JSON.stringify(second).replaceAll('212', '999'));

async function reasonOf(call) {
  try {
    await call;
    return 'none';
  } catch (error) {
    return error instanceof AdduceError ? error.reason : String(error);
  }
}

const away = createClient({ baseUrl: nobody, retries: 1 });
const late = createClient({ baseUrl: silent, retries: 1 });
console.log(
  JSON.stringify({
    session: plan.session_id.slice(0, 2),
    summary: first.summary,
    entries: receipts.length,
    sameHash: checkReceipt(receipt).ok,
    file: (await client.receiptFile(first.answer_id, 'cbor')).bytes.length > 0,
    forged: await reasonOf(client.verifiedReceipt(second.answer_id, { answer: forged })),
    missing: await reasonOf(client.receipt('ans_none')),
    away: await reasonOf(away.healthz()),
    late: await reasonOf(late.healthz({ timeoutMs: 50 })),
    circuit: client.circuit().state,
  }),
);

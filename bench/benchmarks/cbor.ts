import { encode as encodeCborg, rfc8949EncodeOptions } from 'cborg';
import { encodeCanonical } from '../../graph/canonical.ts';
import type { Benchmark, Contestant } from '../benchmark.ts';
import { claimWithLedger, type DemoService, openDemoService } from '../demo-service.ts';
import { sample } from '../sample.ts';

/** Bytes that each encoder writes in a round, about. */
const BYTES_PER_ROUND = 4_000_000;
const LEDGER_ENTRIES = 40;
const ORIGIN = 'http://bench.adduce.example';

/** Deterministic encoding of what this service sends and hashes, against cborg by the same rules. */
export const cborBenchmark: Benchmark = {
  name: 'cbor',
  about: 'deterministic CBOR of real replies, ours and cborg with the key order of RFC 8949 §4.2.1',
  rounds: 15,
  async prepare() {
    await using service = await openDemoService();
    const contestants = (await payloadsOf(service)).flatMap(([name, value]) => encodersOf(name, value));
    return { contestants, [Symbol.asyncDispose]: async () => undefined };
  },
};

type Payload = readonly [name: string, value: unknown];

async function payloadsOf(service: DemoService): Promise<Payload[]> {
  const [q = ''] = service.questions;
  const claim = await claimWithLedger(service, LEDGER_ENTRIES);
  const answer = await read(service, '/v1/answers', { q });
  return [
    ['search reply', await read(service, '/v1/search', { q, top_k: 50 })],
    ['ledger page', await read(service, `/v1/claims/${encodeURIComponent(claim)}/ledger`)],
    ['answer', answer],
    ['receipt', await read(service, `/v1/answers/${answer.answer_id}/receipt`)],
  ];
}

async function read(
  { rest, token }: DemoService,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const isAnswer = path.startsWith('/v1/answers');
  const headers = {
    'content-type': 'application/json',
    ...(!isAnswer && { authorization: `Bearer ${token}` }),
  };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await rest(new Request(`${ORIGIN}${path}`, init));
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return Object(await response.json());
}

/** @throws {Error} where the two do not write the same bytes */
function encodersOf(payload: string, value: unknown): Contestant[] {
  const theirs = (one: unknown) => encodeCborg(one, rfc8949EncodeOptions);
  const bytes = encodeCanonical(value);
  if (Buffer.compare(bytes, theirs(value)) !== 0) throw new Error(`${payload}: two canonical forms`);
  const times = Math.ceil(BYTES_PER_ROUND / bytes.length);
  const round = (encode: (one: unknown) => Uint8Array) => () =>
    sample(null, async () => {
      for (let time = 0; time < times; time++) encode(value);
      return { [`${payload}, ${bytes.length} B`]: times };
    });
  const peer = `cborg, ${payload}`;
  return [
    { name: peer, against: null, round: round(theirs) },
    { name: `ours, ${payload}`, against: peer, round: round(encodeCanonical) },
  ];
}

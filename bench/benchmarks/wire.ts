import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readGolden } from '../../bin/cli/demo/golden.ts';
import { decodeCbor, encodeCanonical } from '../../graph/canonical.ts';
import type { Benchmark, Contestant } from '../benchmark.ts';
import { type ChildServer, startChild } from '../child-server.ts';
import { type Call, measureCalls, send } from '../http-calls.ts';
import type { Recorded } from '../peers/recorded.ts';

const SEARCH = '/v1/search';
const QUESTIONS = 20;
const TOP_K = 10;
/** How often each question is asked in a round. */
const REPEATS = { bare: 100, again: 50, new: 5 };
/** Characters that stand for a number behind a new question: white space that changes nothing but the request. */
const PADDING = 16;

/** POST /v1/search over a socket, against a server that only sends the same bytes; CPU is that of the server's process. */
export const wireBenchmark: Benchmark = {
  name: 'wire',
  about: 'POST /v1/search over a socket: `adduce serve`, and bare node:http that sends the same bytes',
  rounds: 5,
  async prepare() {
    await using undo = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'adduce-bench-'));
    undo.defer(() => rm(folder, { recursive: true, force: true }));
    const real = undo.use(await startChild('real-server.ts', { ADDUCE_DATA: folder }, null));
    const agent = new Agent({ keepAlive: true });
    undo.defer(() => agent.destroy());
    // Shared: what one contestant has asked is not new when another asks it.
    let asked = 0;
    const nextNumber = () => {
      asked += 1;
      return asked;
    };
    const cases = await casesOf({ server: real, agent });
    const recorded = cases.flatMap(({ calls }) => calls.map(({ reply }) => reply));
    const bare = undo.use(await startChild('bare-server.ts', {}, recorded));
    const contestants = cases.flatMap((one) => contestantsFor(one, { real, bare, nextNumber }));
    const kept = undo.move();
    return { contestants, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  },
};

interface Target {
  readonly server: ChildServer;
  readonly agent: Agent;
}

/** Requests of one kind with the replies that they must have. */
interface Case {
  readonly name: string;
  readonly format: Format;
  readonly calls: readonly Recording[];
}

interface Recording extends Call {
  readonly q: string;
  readonly reply: Recorded;
  readonly expected: Buffer;
}

type Format = 'json' | 'cbor';

async function casesOf(target: Target): Promise<Case[]> {
  const questions = [...new Set((await readGolden()).map(({ q }) => q))].slice(0, QUESTIONS);
  const minted = await send(target.agent, `${target.server.url}/v1/keys`, {
    headers: {},
    body: new Uint8Array(),
  });
  const { token } = JSON.parse(minted.body.toString());
  const callers = { anonymous: {}, token: { authorization: `Bearer ${token}` } };
  const cases: Case[] = [];
  for (const format of ['json', 'cbor'] as const) {
    for (const [who, authorization] of Object.entries(callers)) {
      const type = `application/${format}`;
      const headers = { accept: type, 'content-type': type, ...authorization };
      const calls: Recording[] = [];
      for (const q of questions) calls.push(await record(target, q, { headers, body: bodyOf(q, format) }));
      cases.push({ name: `${format}, ${who}`, format, calls });
    }
  }
  return cases;
}

function bodyOf(q: string, format: Format): Uint8Array {
  const body = { q, top_k: TOP_K };
  return format === 'json' ? Buffer.from(JSON.stringify(body)) : encodeCanonical(body);
}

function padded(q: string, number: number): string {
  return q + number.toString(2).padStart(PADDING, '0').replaceAll('0', ' ').replaceAll('1', '\t');
}

async function record(target: Target, q: string, call: Call): Promise<Recording> {
  const { headers, body } = await send(target.agent, target.server.url + SEARCH, call);
  const { accept, authorization = '' } = call.headers;
  const key = `${accept} ${authorization} ${Buffer.from(call.body).toString('latin1')}`;
  return { ...call, q, expected: body, reply: { key, headers, body: body.toString('base64') } };
}

/** Whether a reply is the one to its call. */
type Check = (body: Buffer, call: Recording) => boolean;

const isRecorded: Check = (body, { expected }) => body.equals(expected);

function hasOtherReceipt(format: Format): Check {
  const rest = (body: Buffer) => {
    const { receipts: _, ...members } = Object(
      format === 'json' ? JSON.parse(body.toString()) : decodeCbor(body),
    );
    return members;
  };
  return (body, { expected }) => isDeepStrictEqual(rest(body), rest(expected));
}

/** `again` is cached by the server; `new` was never asked before, so that only its receipt may be another. */
function contestantsFor(
  { name, format, calls }: Case,
  servers: { readonly real: ChildServer; readonly bare: ChildServer; readonly nextNumber: () => number },
): Contestant[] {
  const { nextNumber } = servers;
  const bare = `bare, ${name}`;
  const renew = (call: Recording) => ({ ...call, body: bodyOf(padded(call.q, nextNumber()), format) });
  const times = (count: number) => Array.from({ length: count }, () => calls).flat();
  return [
    {
      name: bare,
      against: null,
      round: () => measureCalls(servers.bare, SEARCH, times(REPEATS.bare), isRecorded),
    },
    {
      name: `adduce again, ${name}`,
      against: bare,
      round: () => measureCalls(servers.real, SEARCH, times(REPEATS.again), isRecorded),
    },
    {
      name: `adduce new, ${name}`,
      against: bare,
      round: () => measureCalls(servers.real, SEARCH, times(REPEATS.new).map(renew), hasOtherReceipt(format)),
    },
  ];
}

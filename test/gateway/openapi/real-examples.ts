/** The description's examples, made by a real server over a few documents: each is a request and what came back. */

import type { Handle } from '../../../gateway/http/connection.ts';
import type { OperationExample } from '../../../gateway/openapi/examples.ts';
import { schemaDigests } from '../../../gateway/openapi/schema-digests.ts';
import type { OperationContract } from '../../../gateway/wire/operation.ts';
import {
  type Body,
  CORPUS,
  NOW,
  openRestFixture,
  QUESTION,
  type RestFixture,
  send,
} from '../rest/rest-fixture.ts';
import { CONTRACTS, DESCRIPTION } from './description.ts';

/** One request of an operation. */
interface Attempt {
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly token?: string;
  /** The server, where it is not the usual one. */
  readonly rest?: Handle;
}

/** The one that is shown, and those that are refused, of which the reply alone is shown. */
interface Case {
  readonly id: string;
  readonly shown: Attempt;
  readonly refused: readonly Attempt[];
}

const UNKNOWN_CLAIM = `c1${'a'.repeat(26)}`;
const CAPABILITIES = ['wiki.handshake', 'wiki.search', 'wiki.annotate', 'wiki.annotations', 'svc.evidence'];

/** By operation id. */
export type Examples = Readonly<Record<string, OperationExample>>;

export async function realExamples(): Promise<Examples> {
  await using fixture = await openRestFixture();
  const cases = [
    ...(await agentCases(fixture)),
    ...(await answerCases(fixture)),
    ...(await keyCases(fixture)),
    ...(await logCases(fixture)),
  ];
  const examples: Record<string, OperationExample> = {};
  for (const { id, shown, refused } of cases) {
    const replies: Record<string, unknown> = {};
    for (const attempt of [shown, ...refused]) {
      const { status, body } = await made(fixture.rest(), contractOf(id), attempt);
      replies[status] ??= body;
    }
    const { parameters, body } = shown;
    examples[id] = { ...(parameters && { parameters }), ...(body !== undefined && { body }), replies };
  }
  return examples;
}

function contractOf(id: string): OperationContract {
  const contract = CONTRACTS.find((one) => one.id === id);
  if (contract === undefined) throw new Error(`no operation is called ${id}`);
  return contract;
}

/** Sends an attempt; its parameters stand where its operation has them. */
async function made(
  usual: Handle,
  { method, route, params, headers: headed }: OperationContract,
  { parameters = {}, body, token, rest = usual }: Attempt,
): Promise<{ readonly status: number; readonly body: Body }> {
  const given = Object.entries(parameters).map(([name, value]) => [name, String(value)] as const);
  const inPath = given.filter(([name]) => params?.shape[name] !== undefined);
  const headers = Object.fromEntries(given.filter(([name]) => headed?.shape[name] !== undefined));
  const query = given.filter((one) => !inPath.includes(one) && headers[one[0]] === undefined);
  const path = inPath.reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    route,
  );
  const target = query.length === 0 ? path : `${path}?${new URLSearchParams(query.map(([a, b]) => [a, b]))}`;
  return send(rest, target, { method, body, headers, ...(token !== undefined && { token }) });
}

async function agentCases(fixture: RestFixture): Promise<Case[]> {
  const token = await fixture.mint({ capabilities: [...CAPABILITIES] as never });
  const weak = await fixture.mint({ capabilities: ['wiki.search'] });
  const claim = await fixture.claim('212');
  const limited = fixture.rest({ ratePerMinute: 1 });
  const busy = await fixture.mint({ capabilities: ['wiki.search'] });
  await send(limited, '/v1/search', { method: 'POST', body: { q: QUESTION }, token: busy });
  const note = {
    target: claim,
    body: 'The survey of 2024 measured from the spring level.',
    citation: { ref: 'https://survey.example/survey', quote: 'Lake Vell is 212 metres deep.' },
    kind: 'context',
  };
  const evidence = [
    { ref: 'https://sounding.example/vell', hash: `sha256:${'5e'.repeat(32)}`, kind: 'source' },
  ];
  const event = { kind: 'corroborate', evidence };
  const digests = schemaDigests(DESCRIPTION.components.schemas);
  const addr = claim;
  return [
    {
      id: 'handshake',
      shown: { body: { known_digests: { PointerV1: digests.PointerV1 } }, token },
      refused: [{ body: { digests: {} } }, { token: 'rcx1.bad' }],
    },
    {
      id: 'agentSearch',
      shown: {
        parameters: { corpus: CORPUS },
        body: { q: QUESTION, top_k: 2, tier: 'pointer', token_budget: 2000 },
      },
      refused: [
        { body: { q: '' } },
        { body: { q: QUESTION }, token: 'rcx1.bad' },
        { body: { q: QUESTION }, token: busy, rest: limited },
      ],
    },
    {
      id: 'readItem',
      shown: { parameters: { addr: `wx://${CORPUS}/article/survey`, token_budget: 1000 } },
      refused: [
        { parameters: { addr: `wx://${CORPUS}/entity/lake%20vell` } },
        { parameters: { addr: `wx://${CORPUS}/article/nobody` } },
        { parameters: { addr: claim }, token: 'rcx1.bad' },
        { parameters: { addr: claim }, token: busy, rest: limited },
      ],
    },
    {
      id: 'createAnnotation',
      shown: { parameters: { 'idempotency-key': 'note-1' }, body: note, token },
      refused: [
        { body: { ...note, citation: { ref: 'ftp://survey.example' } }, token },
        { body: note, token: weak },
        { parameters: { 'idempotency-key': 'note-1' }, body: { ...note, kind: 'note' }, token },
      ],
    },
    {
      id: 'listAnnotations',
      shown: { parameters: { target: claim, token_budget: 2000 }, token },
      refused: [{ parameters: { target: 'Lake Vell' }, token }, { parameters: { target: claim } }],
    },
    {
      id: 'appendEvidence',
      shown: { parameters: { addr, 'idempotency-key': 'event-1' }, body: event, token },
      refused: [
        { parameters: { addr }, body: { ...event, stake: -1 }, token },
        { parameters: { addr }, body: { kind: 'corroborate', evidence: [] }, token },
        { parameters: { addr: UNKNOWN_CLAIM }, body: event, token },
        { parameters: { addr, 'idempotency-key': 'event-1' }, body: { ...event, kind: 'dispute' }, token },
      ],
    },
    {
      id: 'readLedger',
      shown: { parameters: { addr, token_budget: 4000 }, token },
      refused: [
        { parameters: { addr: 'c1no' }, token },
        { parameters: { addr } },
        { parameters: { addr: UNKNOWN_CLAIM }, token },
      ],
    },
  ];
}

/** The claim about Lake Moor is disputed on the way, so that an answer is contradicted. */
async function answerCases(fixture: RestFixture): Promise<Case[]> {
  const { body: answer } = await send(fixture.rest(), '/v1/answers', {
    method: 'POST',
    body: { q: QUESTION, k: 2 },
  });
  const { body: given } = await send(fixture.rest(), `/v1/answers/${answer.answer_id}/receipt`);
  const { receipt } = given;
  const contradicted = { q: 'How deep is Lake Moor?', k: 1 };
  const locked = fixture.rest({ engineAuth: 'required' });
  const path = `/v1/claims/${await fixture.claim('40 metres')}/evidence`;
  for (const n of [1, 2, 3, 4]) {
    const item = { ref: `https://moor${n}.example/depth`, hash: `h${n}`, kind: 'reproduction' };
    const token = await fixture.mint({ standing: 1_000 });
    await send(fixture.rest(), path, { method: 'POST', body: { kind: 'dispute', evidence: [item] }, token });
  }
  return [
    {
      id: 'ask',
      shown: { parameters: { corpus: CORPUS }, body: { q: QUESTION, k: 2, mode: 'verified' } },
      refused: [
        { body: { q: QUESTION, k: 0 } },
        { body: { q: QUESTION }, rest: locked },
        { body: contradicted },
        { body: { q: QUESTION }, rest: aYearLater(fixture) },
      ],
    },
    {
      id: 'getReceipt',
      shown: { parameters: { id: answer.answer_id } },
      refused: [
        { parameters: { id: 'ans_none' } },
        { parameters: { id: answer.answer_id, download: 'pdf' } },
      ],
    },
    {
      id: 'verifyReceipt',
      shown: { body: receipt },
      refused: [{ body: { receipt } }, { body: receipt, rest: locked }],
    },
    {
      id: 'getProvenance',
      shown: { parameters: { artifactId: answer.evidence_set.artefact_ids[0] } },
      refused: [{ parameters: { artifactId: 'a1none' } }],
    },
    {
      id: 'getTrustReport',
      shown: { parameters: { id: answer.answer_id, format: 'json' } },
      refused: [{ parameters: { id: answer.answer_id, format: 'docx' } }, { parameters: { id: 'ans_none' } }],
    },
    {
      id: 'engineSearch',
      shown: { parameters: { q: 'lake', k: 2, corpus: CORPUS } },
      refused: [{ parameters: { q: 'lake', k: 0 } }, { parameters: { q: 'lake' }, rest: locked }],
    },
    { id: 'getHealthz', shown: {}, refused: [] },
    { id: 'getStats', shown: {}, refused: [] },
  ];
}

/** The usual server after a year in which nobody has looked at its sources. */
function aYearLater(fixture: RestFixture): Handle {
  return async (request) => {
    fixture.setTime(NOW.replace('2026', '2027'));
    const response = await fixture.rest()(request);
    fixture.setTime(NOW);
    return response;
  };
}

async function keyCases(fixture: RestFixture): Promise<Case[]> {
  const token = await fixture.mint();
  const { body: self } = await send(fixture.rest(), '/v1/keys/self', { token });
  return [
    { id: 'mintKey', shown: { body: {} }, refused: [{ body: { capabilities: ['svc.evidence'] } }] },
    { id: 'getKeySelf', shown: { token }, refused: [{}] },
    {
      id: 'revokeKey',
      shown: { parameters: { token_id: self.token_id }, token },
      refused: [
        { parameters: { token_id: 'none' }, token: await fixture.mint() },
        { parameters: { token_id: 'none' } },
      ],
    },
    {
      id: 'listRevocations',
      shown: { parameters: { after: 0 } },
      refused: [{ parameters: { after: '-1' } }],
    },
  ];
}

async function logCases(fixture: RestFixture): Promise<Case[]> {
  const token = await fixture.mint({ capabilities: ['svc.log'] });
  return [
    { id: 'getCheckpoint', shown: {}, refused: [] },
    {
      id: 'getInclusionProof',
      shown: { parameters: { index: 3, size: 9 } },
      refused: [{ parameters: { index: 9, size: 9 } }, { parameters: { index: 999_999 } }],
    },
    {
      id: 'getConsistencyProof',
      shown: { parameters: { old_size: 3, size: 9 } },
      refused: [{ parameters: { old_size: 9, size: 3 } }, { parameters: { old_size: 999_999 } }],
    },
    { id: 'getLogKeys', shown: {}, refused: [] },
    {
      id: 'getTile',
      shown: { parameters: { level: '0', span: '000.p/2' } },
      refused: [{ parameters: { level: '5', span: '000' } }],
    },
    {
      id: 'getLogEntries',
      shown: { parameters: { span: '000.p/1' }, token },
      refused: [{ parameters: { span: '000.p/1' } }, { parameters: { span: 'x001/000' }, token }],
    },
  ];
}

/** Whether two runs made the same examples: with the same members and types, and digests of the same schemas. */
export function isSame(one: Examples, other: Examples): boolean {
  return (
    JSON.stringify([shapeOf(one), digestsIn(one)]) === JSON.stringify([shapeOf(other), digestsIn(other)])
  );
}

function digestsIn({ handshake }: Examples): unknown {
  return (handshake?.replies['200'] as Body | undefined)?.schema_digests;
}

/** The members and their types, not the ids, hashes and instants, which differ from one server to the next. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    return [...new Set(value.map((item) => JSON.stringify(shapeOf(item))))].toSorted();
  }
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, shapeOf(member)]),
  );
}

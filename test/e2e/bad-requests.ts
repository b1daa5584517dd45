/** Requests that no client should make, as bytes for a socket: broken HTTP, bodies, members, queries and headers. */
import type { z } from 'zod';
import { createOperations } from '../../gateway/operations/operations.ts';

export interface BadRequest {
  readonly what: string;
  readonly bytes: Buffer;
}

/** What a request needs to come as far as its fault. */
export interface Caller {
  readonly token: string;
  /** Bare id of a claim. */
  readonly claim: string;
}

const MEGABYTE = 1_048_576;
const JSON_TYPE = 'application/json';
const CBOR_TYPE = 'application/cbor';
const POSTS = createOperations()
  .map(({ contract }) => contract)
  .filter(({ method }) => method === 'POST');

/** A body that each operation takes, with every member. */
const GOOD: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/v1/agent/handshake': { known_digests: { a: '0'.repeat(64) } },
  '/v1/answers': {
    q: 'x',
    k: 1,
    mode: 'light',
    freshness: { max_snapshot_age: 'P1D' },
    as_of: '2026-01-01',
  },
  '/v1/search': { q: 'x', top_k: 1, tier: 'pointer', token_budget: 1, corpus: 'county-facts' },
  '/v1/annotations': {
    target: 'wx://county-facts/claim/x',
    body: 'x',
    citation: { ref: 'https://a.example', quote: 'x' },
    kind: 'note',
    stub_id: 'stub_a',
  },
  '/v1/claims/{addr}/evidence': {
    kind: 'dispute',
    evidence: [{ ref: 'x', hash: 'x', kind: 'source' }],
    attestations: ['x'],
    stake: 0,
  },
  '/v1/keys': {},
};
/** No member is any of these. */
const WRONG_VALUES: readonly unknown[] = [null, true, -1.5, 'x'.repeat(20_000), [[null]], { x: 1 }];

const JSON_BODIES: readonly (readonly [string, string | Buffer])[] = [
  ['a half', '{'],
  ['a member without its value', '{"q": }'],
  ['single quotes', "{'q': 'x'}"],
  ['a comma too many', '{"q": "x",}'],
  ['a comment', '{"q": "x"} // why'],
  ['a word', 'nul'],
  ['a text', '"x"'],
  ['a list', '[]'],
  ['a number', '7'],
  ['two texts', '{} {}'],
  ['NaN', '{"q": NaN}'],
  ['a number past all', '{"q": 1e999}'],
  ['half a surrogate pair', '{"q": "\\ud800"}'],
  ['half a pair as a key', '{"\\udc00": 1}'],
  ['a repeated key', '{"q": "a", "q": "b"}'],
  ['a repeated key in disguise', '{"q": "a", "\\u0071": "b"}'],
  ['__proto__', '{"__proto__": {"q": "x"}}'],
  ['a byte order mark', Buffer.from('\ufeff{"q": "x"}')],
  ['UTF-16', Buffer.from('{"q": "x"}', 'utf16le')],
  ['bad UTF-8', Buffer.from('7b2271223a2022ff227d', 'hex')],
  ['a surrogate in UTF-8', Buffer.from('7b2271223a2022eda080227d', 'hex')],
  ['a NUL', Buffer.from('{"q": "a\0"}')],
  ['depth 33', '['.repeat(33) + ']'.repeat(33)],
  ['depth without end', '['.repeat(100_000)],
  ['100,001 items', `[${'0,'.repeat(100_000)}0]`],
  ['49,000 members', `{${membersOf(49_000)}}`],
  ['49,000 members that are asked for', `{"known_digests": {${membersOf(49_000)}}}`],
  ['1,025 members in two', `[{${membersOf(1_024)}}, {"a": 1}]`],
  ['30,000 pieces of evidence', `{"evidence": [${Array(30_000).fill('{"ref": "x"}').join()}]}`],
  ['99,000 pieces of none', `{"evidence": [${Array(99_000).fill(0).join()}]}`],
  ['a megabyte and a byte', `{"q": "${'x'.repeat(MEGABYTE - 8)}"}`],
  ['a member that nobody asked for', '{"q": "x", "colour": "red"}'],
];

const CBOR_BODIES: readonly (readonly [string, string])[] = [
  ['a tag', 'c11a514b67b0'],
  ['a bignum', 'c249010000000000000000'],
  ['a bignum of 64 kB', `c25a00010000${'ff'.repeat(65_536)}`],
  ['an indefinite map', 'bf617178ff'],
  ['an indefinite text', 'a161717f6161ff'],
  ['a repeated key', 'a261716178617161'],
  ['a number as key', 'a1016178'],
  ['bytes as key', 'a14161f6'],
  ['__proto__', 'a1695f5f70726f746f5f5fa0'],
  ['NaN', 'a16171f97e00'],
  ['infinity', 'a16171f97c00'],
  ['undefined', 'a16171f7'],
  ['a simple value', 'a16171f820'],
  ['bad UTF-8', 'a1617161ff'],
  ['bytes behind it', 'a161716178ff'],
  ['a map cut off', 'a16171'],
  ['a claimed list of 4 billion', 'a161719affffffff'],
  ['a claimed text of 8 exabytes', 'a161717b7fffffffffffffff'],
  ['a claimed map', 'bb00000000ffffffff'],
  ['a reserved length', 'a161711c'],
  ['nothing but a break', 'ff'],
  ['depth 33', `${'81'.repeat(33)}00`],
  ['depth without end', '81'.repeat(100_000)],
  ['100,001 items', `9a000186a1${'00'.repeat(100_001)}`],
  ['49,000 members', mapOf(49_000)],
  ['32,000 maps of one', `997d00${Array.from({ length: 32_000 }, (_, i) => `a1${memberOf(i)}`).join('')}`],
  ['a megabyte and a byte', '00'.repeat(MEGABYTE + 1)],
  ['a list', '80'],
];

const HTTP: readonly (readonly [string, string | Buffer])[] = [
  ['a word', 'hello\r\n\r\n'],
  ['noise', Buffer.from(Array.from({ length: 2_000 }, (_, i) => (i * 7 + 1) & 0xff))],
  ['an unknown method', 'SMURF / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two lengths', 'POST /v1/search HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}'],
  ['a length that is none', 'POST /v1/search HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n{}'],
  [
    'smuggling',
    'POST /v1/search HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'chunks that are none',
    'POST /v1/search HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  ],
  ['headers of 20 kB', `GET /healthz HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['10,000 headers', `GET /healthz HTTP/1.1\r\nHost: x\r\n${'A: 1\r\n'.repeat(10_000)}\r\n`],
  ['a target of 20 kB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['a NUL in a header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n'],
  [
    'a password in the target',
    'GET http://a:b@localhost/healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  ],
  ['TRACE', 'TRACE /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
  ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
];

const TARGETS = (claim: string): readonly string[] => [
  '/v1/search',
  '/v1/search?q=',
  `/v1/search?q=${'x'.repeat(15_000)}`,
  '/v1/search?q=%',
  '/v1/search?q=%zz',
  '/v1/search?q=%f',
  '/v1/search?q=%ff',
  '/v1/search?q=%c0%80',
  '/v1/search?q=%ed%a0%80',
  '/v1/search?q=x&%=1',
  '/v1/search?q=x&q=y',
  '/v1/search?q=x&k=0',
  '/v1/search?q=x&k=51',
  '/v1/search?q=x&k=1e1',
  '/v1/search?q=x&k=-1',
  '/v1/search?q=x&k=%EF%BC%91',
  '/v1/search?q=x&as_of=yesterday',
  '/v1/search?q=x&as_of=2026-02-30',
  '/v1/search?q=x&as_of=9999-99-99T99:99:99Z',
  '/v1/search?q=x&corpus=',
  '/v1/search?q=x&corpus=..%2F..%2Fetc',
  '/v1/search?q=x&corpus=nowhere',
  '/v1/answers/ans_x/receipt',
  '/v1/answers/%00/receipt',
  `/v1/answers/${'a'.repeat(10_000)}/receipt`,
  '/v1/annotations',
  '/v1/annotations?target=nothing',
  '/v1/annotations?target=wx://county-facts/claim/../x',
  '/v1/annotations?target=wx://county-facts/claim/x&token_budget=-1',
  '/v1/claims/../ledger',
  '/v1/claims/%2e%2e/ledger',
  '/v1/claims/%/ledger',
  '/v1/claims/%ff/ledger',
  '/v1/claims/%00/ledger',
  '/v1/claims/wx%253A%252F%252Fa/ledger',
  `/v1/claims/${'a'.repeat(10_000)}/ledger`,
  `/v1/claims/${claim}/ledger?token_budget=1.5`,
  `/v1/claims/${claim}/ledger?token_budget=99999999999999999999`,
  `/v1/claims/${claim}/ledger?after=e1`,
  '/v1/keys/revocations?after=x',
  '/v1/nothing',
  '/v1/search/',
  '/v1/../etc/passwd',
];

const HEADERS: readonly (readonly [string, string])[] = [
  ['authorization', 'Bearer'],
  ['authorization', 'Bearer rcx1.a.b'],
  ['authorization', `Bearer rcx1.${'A'.repeat(12_000)}`],
  ['authorization', 'Basic YTpi'],
  ['authorization', 'Bearer adk_wrong'],
  ['accept', 'text/html'],
  ['accept', 'application/json;q=0'],
];
/** On an evidence append that would be done without them. */
const WRITE_HEADERS: readonly (readonly [string, string])[] = [
  ['content-type', 'text/plain'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', 'application/problem+json'],
  ['content-type', 'multipart/form-data; boundary=x'],
  ['content-encoding', 'gzip'],
  ['idempotency-key', 'two words'],
  ['idempotency-key', 'x'.repeat(1_000)],
  ['accept', 'image/png'],
];

/** Each with a key of its own. */
function membersOf(count: number): string {
  return Array.from({ length: count }, (_, i) => `"k${i}":0`).join();
}

/** The same in CBOR, in hex. */
function mapOf(count: number): string {
  const head = `b9${count.toString(16).padStart(4, '0')}`;
  return head + Array.from({ length: count }, (_, i) => memberOf(i)).join('');
}

function memberOf(index: number): string {
  const key = `k${index.toString(36).padStart(4, '0')}`;
  return `65${Buffer.from(key).toString('hex')}00`;
}

export function badRequests({ token, claim }: Caller): readonly BadRequest[] {
  const authorization = { authorization: `Bearer ${token}` };
  const pathOf = (route: string) => route.replace('{addr}', claim);
  const post = (what: string, route: string, type: string, body: string | Buffer): BadRequest => {
    const headers = { ...(needsToken(route) && authorization), 'content-type': type };
    return { what: `${what}, to ${route}`, bytes: bytesOf('POST', pathOf(route), headers, body) };
  };
  const bodies = POSTS.flatMap(({ route }) => [
    ...JSON_BODIES.map(([what, body]) => post(`JSON: ${what}`, route, JSON_TYPE, body)),
    ...CBOR_BODIES.map(([what, hex]) => post(`CBOR: ${what}`, route, CBOR_TYPE, Buffer.from(hex, 'hex'))),
  ]);
  const members = POSTS.flatMap(({ route, body }) =>
    wrongMembers(GOOD[route] ?? {}, body?.schema).map(([what, wrong]) =>
      post(what, route, JSON_TYPE, JSON.stringify(wrong)),
    ),
  );
  const targets = TARGETS(claim).map((target) => ({
    what: `GET ${target.slice(0, 80)}`,
    bytes: bytesOf('GET', target, /claims|annotations|keys/.test(target) ? authorization : {}),
  }));
  const headers = HEADERS.map(([name, value]) => ({
    what: `${name}: ${value.slice(0, 40)}`,
    bytes: bytesOf('GET', `/v1/claims/${claim}/ledger`, { [name]: value }),
  }));
  const evidence = pathOf('/v1/claims/{addr}/evidence');
  const good = JSON.stringify(GOOD['/v1/claims/{addr}/evidence']);
  const writes = WRITE_HEADERS.map(([name, value]) => {
    const all = { ...authorization, 'content-type': JSON_TYPE, [name]: value };
    return { what: `${name}: ${value.slice(0, 40)}`, bytes: bytesOf('POST', evidence, all, good) };
  });
  const http = HTTP.map(([what, bytes]) => ({ what: `HTTP: ${what}`, bytes: Buffer.from(bytes) }));
  return [...http, ...bodies, ...members, ...targets, ...headers, ...writes];
}

/** Each member with each wrong value, members of members too; what the operation's schema takes is none. */
function wrongMembers(
  good: Readonly<Record<string, unknown>>,
  schema: z.ZodType | undefined,
): (readonly [string, unknown])[] {
  const wrong = Object.entries(good).flatMap(([name, value]) => [
    ...WRONG_VALUES.map(
      (bad) => [`${name} as ${JSON.stringify(bad).slice(0, 20)}`, { ...good, [name]: bad }] as const,
    ),
    ...innerValues(value).map((inner) => [`a wrong ${name}`, { ...good, [name]: inner }] as const),
  ]);
  return wrong.filter(([, body]) => schema?.safeParse(body).success === false);
}

function innerValues(value: unknown): unknown[] {
  if (Array.isArray(value))
    return [...WRONG_VALUES.map((bad) => [bad]), ...innerValues(value[0]).map((one) => [one])];
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((name) => WRONG_VALUES.map((bad) => ({ ...value, [name]: bad })));
}

function needsToken(route: string): boolean {
  return /claims|annotations/.test(route);
}

function bytesOf(
  method: string,
  target: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer = '',
): Buffer {
  const content = Buffer.from(body);
  const all = {
    host: 'localhost',
    connection: 'close',
    'content-length': String(content.length),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.concat([
    Buffer.from(`${[`${method} ${target} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`),
    content,
  ]);
}

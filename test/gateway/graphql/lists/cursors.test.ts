/** Cursors by position and by offset: each is of one list, and any other list refuses it with what differs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { annotateOn, disputeBy } from '../../../engine/annotated.ts';
import { answerOf, ingestInto, jsonLines } from '../../../engine/documents.ts';
import { asking } from '../asking.ts';
import { type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

const DOCUMENTS = [
  { id: 'old', text: 'Saturn has 82 moons.', domain: 'old.example', day: '2019-10-07', title: 'Saturn' },
  { id: 'one', text: 'Saturn has 145 moons.', domain: 'one.example', day: '2023-05-12', title: 'Saturn' },
  { id: 'jup', text: 'Jupiter has 95 moons.', domain: 'one.example', day: '2023-05-12', title: 'Jupiter' },
];
/** Of everything that the server made: no list is another one by it. */
const LATE = 'asOf: "2100-01-01"';

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
/** What lists are of: two of each. */
const made = { claims: ['', ''], artefacts: ['', ''], answers: ['', ''] };

beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
  const { engine } = server;
  await ingestInto(engine, 'moons', [jsonLines(DOCUMENTS)]);
  await ingestInto(engine, 'skies', [jsonLines(DOCUMENTS)]);
  const ofBoth = await Promise.all(
    ['Saturn', 'Jupiter'].map((name) =>
      answerOf(engine, { corpus: 'moons', q: `How many moons does ${name} have?` }),
    ),
  );
  for (const [index, { answer }] of ofBoth.entries()) {
    const [claim] = answer.claims;
    if (claim === undefined) throw new Error('an answer has no claim');
    made.claims[index] = claim.addr;
    made.artefacts[index] = answer.evidence_set.artefact_ids[0] ?? '';
    made.answers[index] = answer.answer_id;
    await disputeBy(engine, claim.addr, 'ann');
    await annotateOn(engine, claim.addr);
  }
  await engine.monitor.catchUp();
});
afterAll(async () => {
  await server.stop();
  expect(server.faults).toEqual([]);
  await folder[Symbol.asyncDispose]();
});

const { ask, tokenFor } = asking(() => server);

interface List {
  /** The query with these arguments of its list; `of` is which of the two items it is a list of. */
  readonly query: (args: string, of?: number) => string;
  /** Arguments that make it another list, with the word for what differs. */
  readonly others: Readonly<Record<string, string>>;
  /** The word for what differs where it is of the other item. */
  readonly item?: string;
}

const page = '{ edges { cursor } pageInfo { endCursor } }';
const claimField = (field: string) => (args: string, of?: number) =>
  `{ claim(addr: "${made.claims[of ?? 0]}") { list: ${field}(${args}) ${page} } }`;
const clusterField = (field: string) => (args: string, of?: number) =>
  `{ claim(addr: "${made.claims[of ?? 0]}") { cluster { list: ${field}(${args}) ${page} } } }`;
const answerField = (path: readonly string[], field: string) => (args: string, of?: number) =>
  `{ answer(id: "${made.answers[of ?? 0]}") { ${path.map((name) => `${name} {`).join(' ')} list: ${field}(${args}) ${page} ${'}'.repeat(path.length)} } }`;
const ofRoot =
  (field: string, given = '') =>
  (args: string) =>
    `{ list: ${field}(${[given, args].filter((one) => one !== '').join(', ')}) ${page} }`;

const LISTS: Readonly<Record<string, List>> = {
  corpora: { query: ofRoot('corpora'), others: { asOf: LATE } },
  'the ledger of a corpus': {
    query: ofRoot('ledger'),
    others: { asOf: LATE, filter: 'filter: {kind: CORROBORATE}', corpus: 'corpus: "skies"' },
  },
  'the ledger of a claim': {
    query: claimField('ledger'),
    others: { kinds: 'kinds: [CORROBORATE]' },
    item: 'claim',
  },
  'claims of a cluster': { query: clusterField('claims'), others: {}, item: 'cluster' },
  'artefacts of a cluster': { query: clusterField('artefacts'), others: {}, item: 'cluster' },
  'annotations of a claim': {
    query: claimField('annotations'),
    others: { filter: 'filter: {kind: [NOTE]}' },
    item: 'target',
  },
  'annotations of an address': {
    query: (args, of) => ofRoot('annotations', `target: "${made.claims[of ?? 0]}"`)(args),
    others: { asOf: LATE, filter: 'filter: {kind: [NOTE, CORRECTION]}' },
    item: 'target',
  },
  'events of an explanation': {
    query: (args, of) =>
      `{ claim(addr: "${made.claims[of ?? 0]}") { belief { explanation { list: events(${args}) ${page} } } } }`,
    others: {},
    item: 'ledger',
  },
  'claims of an artefact': {
    query: (args, of) => `{ artefact(id: "${made.artefacts[of ?? 0]}") { list: claims(${args}) ${page} } }`,
    others: {},
    item: 'artefact',
  },
  answers: {
    query: ofRoot('answers'),
    others: { asOf: LATE, filter: 'filter: {text: "moons"}' },
  },
  'answers hit by a claim': {
    query: (args, of) => ofRoot('answersHitBy', `claim: "${made.claims[of ?? 0]}"`)(args),
    others: { asOf: LATE },
    item: 'filter',
  },
  'verdicts of an answer': {
    query: answerField([], 'findings'),
    others: { states: 'states: [PASS, WARN, FAIL, UNKNOWN]' },
    item: 'answer',
  },
  'candidates of a set': { query: answerField(['evidenceSet'], 'candidates'), others: {}, item: 'answer' },
  'artefacts of a receipt': { query: answerField(['receipt'], 'artefacts'), others: {}, item: 'answer' },
  'claims of a receipt': {
    query: answerField(['receipt', 'claimGraph'], 'claims'),
    others: {},
    item: 'answer',
  },
  'statements of a receipt': {
    query: answerField(['receipt', 'claimGraph'], 'statements'),
    others: {},
    item: 'answer',
  },
  'proofs of a receipt': {
    query: answerField(['receipt', 'proofs'], 'artefacts'),
    others: {},
    item: 'answer',
  },
  'verdicts that would turn': {
    query: (args, of) =>
      `{ whatIf(withdrawn: "${made.artefacts[of ?? 0]}") { list: turns(${args}) ${page} } }`,
    others: {},
    item: 'supposed',
  },
};
const NAMES = Object.keys(LISTS);

function listOf(name: string): List {
  const list = LISTS[name];
  if (list === undefined) throw new Error(`there is no list of ${name}`);
  return list;
}

/** What is under the alias, wherever it stands. */
function found(value: unknown): { edges: { cursor: string }[]; pageInfo: { endCursor: string } } {
  if (typeof value !== 'object' || value === null) throw new Error('nothing is listed');
  const [[name, member] = ['', null]] = Object.entries(value);
  return name === 'list' ? member : found(member);
}

async function cursorOf(name: string): Promise<string> {
  const { data, errors } = await ask(listOf(name).query('first: 1'));
  expect(errors, name).toBeUndefined();
  const { edges, pageInfo } = found(data);
  expect(
    edges.map(({ cursor }) => cursor),
    name,
  ).toEqual([pageInfo.endCursor]);
  return pageInfo.endCursor;
}

/** The words with which a query is refused, as often as it is. */
async function refusalsOf(query: string, headers: Record<string, string> = {}): Promise<string[]> {
  const { errors = [] } = await ask(query, headers);
  for (const { extensions } of errors) expect(extensions?.code).toBe('invalid:query');
  return errors.map(({ message }) => message);
}

const BROKEN = 'after and before take cursors of this connection';
const another = (what: string) => `the cursor is of a list with another ${what}`;

describe.each(NAMES)('a cursor of %s', (name) => {
  const { query, others, item } = listOf(name);

  it('is gone on from, in either direction', async () => {
    const cursor = await cursorOf(name);
    expect(await refusalsOf(query(`first: 2, after: "${cursor}"`))).toEqual([]);
    const { data, errors } = await ask(query(`last: 2, before: "${cursor}"`));
    // What is of a past is paged forwards alone, and so says.
    if (errors === undefined) expect(found(data).edges).toEqual([]);
  });

  it('is refused where the list is another', async () => {
    const cursor = await cursorOf(name);
    for (const [what, args] of Object.entries(others))
      expect(await refusalsOf(query(`first: 1, after: "${cursor}", ${args}`))).toEqual([another(what)]);
    if (item !== undefined)
      expect(await refusalsOf(query(`first: 1, after: "${cursor}"`, 1))).toEqual([another(item)]);
  });

  it('is refused where it was cut, changed or written otherwise', async () => {
    const cursor = await cursorOf(name);
    const parts: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const encoded = (text: string) => Buffer.from(text).toString('base64url');
    const forged = (at: number, value: unknown) => encoded(JSON.stringify(parts.with(at, value)));
    const hostile = [
      cursor.slice(0, -1),
      cursor.slice(0, 4),
      `${cursor}=`,
      `${cursor}!`,
      `${cursor}${cursor}`,
      encoded(`${JSON.stringify(parts)} `),
      encoded(JSON.stringify([...parts, null])),
      encoded(JSON.stringify(parts.slice(0, -1))),
      forged(0, 2),
      forged(1, -2),
      forged(1, 0.5),
      forged(1, '1'),
      forged(1, 1e300),
      forged(1, null),
      forged(2, 'claims'),
      encoded('{"__proto__": []}'),
      encoded('OffsetConnection:0'),
      encoded('seq:0'),
      '',
    ];
    for (const text of hostile)
      for (const side of ['after', 'before'])
        expect([text, (await refusalsOf(query(`${side}: ${JSON.stringify(text)}`))).length]).toEqual([
          text,
          1,
        ]);
    expect(await refusalsOf(query(`after: "${forged(1, -2)}"`))).toEqual([BROKEN]);
  });

  it('is refused by every other list', async () => {
    const cursor = await cursorOf(name);
    for (const other of NAMES.filter((one) => one !== name)) {
      const refused = await refusalsOf(listOf(other).query(`first: 1, after: "${cursor}"`));
      // Of a claim or of its address: the same list.
      const isSame = name.startsWith('annotations') && other.startsWith('annotations');
      expect([other, refused.length]).toEqual([other, isSame ? 0 : 1]);
    }
    const { data } = await ask('{ claims(first: 1) { pageInfo { endCursor } } }');
    expect(await refusalsOf(query(`after: "${data.claims.pageInfo.endCursor}"`))).toEqual([BROKEN]);
    expect(await refusalsOf(`{ claims(after: "${cursor}") { nodes { addr } } }`)).toEqual([BROKEN]);
  });
});

describe('a cursor of another caller', () => {
  it('is refused where the answers are another organisation’s', async () => {
    const { key } = await server.engine.keys.mintKey('others');
    const headers = { authorization: `Bearer ${key}` };
    for (const name of ['answers', 'answers hit by a claim']) {
      const cursor = await cursorOf(name);
      const refused = await refusalsOf(listOf(name).query(`first: 1, after: "${cursor}"`), headers);
      expect(refused).toEqual([another('organisation')]);
    }
  });

  it('is refused where a token reaches another part of the list', async () => {
    const narrow = await tokenFor({ corpora: ['moons'] }, ['svc.evidence']);
    const same = await tokenFor({ corpora: ['moons'] }, ['svc.evidence']);
    for (const name of [
      'corpora',
      'the ledger of a corpus',
      'claims of a cluster',
      'claims of an artefact',
    ]) {
      const { query } = listOf(name);
      const wide = await cursorOf(name);
      expect([name, await refusalsOf(query(`after: "${wide}"`), narrow)]).toEqual([name, [another('reach')]]);
      const { data } = await ask(query('first: 1'), narrow);
      expect(await refusalsOf(query(`after: "${found(data).pageInfo.endCursor}"`), same)).toEqual([]);
    }
  });
});

it('of an explanation, a cursor is refused once the ledger has gone on', async () => {
  const name = 'events of an explanation';
  const cursor = await cursorOf(name);
  const [claim] = made.claims;
  // The claims of this file are addresses.
  await disputeBy(server.engine, claim as `wx://${string}/claim/c1${string}`, 'eve');
  expect(await refusalsOf(listOf(name).query(`after: "${cursor}"`))).toEqual([another('ledger')]);
});

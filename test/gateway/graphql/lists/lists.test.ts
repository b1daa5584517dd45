/** Lists of claims and artefacts over a real server: what they hold, how they are paged, and who sees what of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ingestInto, jsonLines, type TestDocument } from '../../../engine/documents.ts';
import { asking } from '../asking.ts';
import { type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

const CORPUS = 'moons';
const LATER = { licence: 'CC-BY-4.0', title: 'Planets' };
const DOCUMENTS: readonly TestDocument[] = [
  { id: 'old', text: 'Saturn has 82 moons.', domain: 'old.example', day: '2019-10-07' },
  {
    ...LATER,
    id: 'one',
    text: 'Saturn has 145 moons. Jupiter has 95 moons.',
    domain: 'one.example',
    day: '2023-05-12',
  },
  { ...LATER, id: 'two', text: 'Saturn has 145 moons.', domain: 'two.example', day: '2023-05-13' },
  { ...LATER, id: 'gone', text: 'Neptune has 14 moons.', domain: 'gone.example', day: '2023-05-14' },
];

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;

beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
  const { engine } = server;
  await ingestInto(engine, CORPUS, [jsonLines(DOCUMENTS)]);
  await ingestInto(engine, 'skies', [jsonLines(DOCUMENTS)]);
  const [[state] = []] = await engine.store.ranges('versions', { corpus: CORPUS, by: ['gone'] });
  if (state === undefined) throw new Error('there is no document to redact');
  await engine.redact({ artefact: state.record.artefact_id, reason: 'a court order', by: 'ann' });
});
afterAll(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

const { ask, dataOf, tokenFor } = asking(() => server);

const texts = async (args: string): Promise<string[]> => {
  const { claims } = await dataOf(`{ claims${args} { nodes { text } } }`);
  return claims.nodes.map(({ text }: { text: string }) => text);
};

const OLD = 'Saturn has 82 moons.';
const NEW = 'Saturn has 145 moons.';
const JUPITER = 'Jupiter has 95 moons.';

describe('the list of claims', () => {
  it('has every claim once, of erased ones the address alone', async () => {
    const { claims } = await dataOf(
      '{ claims { totalCount totalIsExact isBounded nodes { addr text effectiveAt } pageInfo { hasNextPage hasPreviousPage } } }',
    );
    expect(claims.nodes.map(({ text }: { text: string }) => text)).toEqual([OLD, NEW, JUPITER, '']);
    expect(claims).toMatchObject({
      totalCount: 4,
      totalIsExact: true,
      isBounded: false,
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
    });
  });

  it('filters by what is said, by who says it, by time and by belief', async () => {
    expect(await texts('(filter: {entity: "SATURN"})')).toEqual([OLD, NEW]);
    expect(await texts('(filter: {text: "jupiter HAS"})')).toEqual([JUPITER]);
    expect(await texts('(filter: {domain: "two.example"})')).toEqual([NEW]);
    expect(await texts('(filter: {licence: "CC0-1.0", text: "saturn"})')).toEqual([OLD]);
    expect(await texts('(filter: {effectiveAt: {from: "2023-05-12", to: "2023-05-12"}})')).toEqual([
      NEW,
      JUPITER,
    ]);
    expect(await texts('(filter: {belief: [SUPERSEDED]})')).toEqual([OLD]);
    expect(await texts('(filter: {belief: [SUPERSEDED], attribute: "moon"}, asOf: "2020-01-01")')).toEqual(
      [],
    );
    expect(await texts('(asOf: "2020-01-01", filter: {belief: [SETTLED]})')).toEqual([OLD]);
    expect(await texts('(asOf: "2019-10-06")')).toEqual([]);
  });

  it('finds no erased claim by its words, nor counts it by what it said', async () => {
    for (const filter of ['text: "neptune"', 'subject: "neptune"', 'entity: "neptune"'])
      expect(await texts(`(filter: {${filter}})`)).toEqual([]);
    const { claims } = await dataOf(`{ claims { aggregate {
      attribute { key count } licence { key count } domain(first: 1) { key count } belief { key count } beliefIsBounded } } }`);
    expect(claims.aggregate).toEqual({
      attribute: [{ key: 'moon', count: 3 }],
      licence: [
        { key: 'CC-BY-4.0', count: 3 },
        { key: 'CC0-1.0', count: 1 },
      ],
      domain: [{ key: 'one.example', count: 2 }],
      belief: expect.arrayContaining([{ key: 'SUPERSEDED', count: 1 }]),
      beliefIsBounded: false,
    });
  });

  it('orders by time and by confidence, either way', async () => {
    const by = async (order: string) => texts(`(filter: {text: "moons"}, orderBy: {by: ${order}})`);
    expect(await by('EFFECTIVE_AT, direction: DESC')).toEqual(expect.arrayContaining([OLD]));
    expect((await by('EFFECTIVE_AT, direction: DESC')).at(-1)).toBe(OLD);
    expect((await by('CONFIDENCE, direction: DESC')).at(0)).toBe(NEW);
    expect(await by('CONFIDENCE')).toEqual((await by('CONFIDENCE, direction: DESC')).toReversed());
    expect(await by('ADDRESS')).toEqual((await by('ADDRESS, direction: DESC')).toReversed());
  });

  it.each(['LOG', 'EFFECTIVE_AT', 'CONFIDENCE', 'ADDRESS'])(
    'gives each claim on one page, by %s, both ways',
    async (by) => {
      for (const direction of ['ASC', 'DESC']) {
        const order = `orderBy: {by: ${by}, direction: ${direction}}`;
        const { claims: all } = await dataOf(`{ claims(${order}) { nodes { addr } } }`);
        expect(await walk(`first: 1, ${order}`, 'after')).toEqual(all.nodes);
        expect((await walk(`last: 1, ${order}`, 'before')).toReversed()).toEqual(all.nodes);
      }
    },
  );

  it('gives between two cursors what is there, without them', async () => {
    const { claims } = await dataOf('{ claims { edges { cursor node { text } } } }');
    const [first, , third] = claims.edges;
    expect(await texts(`(after: "${first.cursor}", before: "${third.cursor}")`)).toEqual([NEW]);
    expect(await texts(`(last: 5, after: "${first.cursor}", before: "${third.cursor}")`)).toEqual([NEW]);
    expect(await texts(`(after: "${third.cursor}", before: "${first.cursor}")`)).toEqual([]);
  });

  it.each([
    ['first and last together', 'first: 1, last: 1'],
    ['a negative page', 'first: -1'],
    ['a cursor that is none', 'after: "WzFd"'],
    ['a cursor that is not even JSON', 'after: "***"'],
    ['a cursor that is too long', `after: "${'A'.repeat(3_000)}"`],
    ['an empty needle', 'filter: {text: ""}'],
    ['a needle that is too long', `filter: {text: "${'x'.repeat(513)}"}`],
    ['a day that does not exist', 'filter: {effectiveAt: {from: "2023-02-30"}}'],
    ['a time that is none', 'asOf: "yesterday"'],
  ])('refuses %s', async (_, args) => {
    const { data, errors } = await ask(`{ claims(${args}) { nodes { addr } } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'invalid:query' } }]);
    expect(data).toEqual({ claims: null });
  });

  it('refuses a cursor that was changed, and one from the future', async () => {
    const plain = await cursorOf('claims', 'first: 1');
    const parts = JSON.parse(Buffer.from(plain, 'base64url').toString());
    const encoded = (forged: unknown) => Buffer.from(JSON.stringify(forged)).toString('base64url');
    const forged = (at: number, value: unknown) => encoded(parts.with(at, value));
    const args = [
      `after: "${plain}", before: "${forged(1, 2)}"`,
      ...[
        forged(0, 1),
        forged(1, 1e9),
        forged(1, 0.5),
        forged(2, '2020'),
        forged(3, 0.5),
        forged(3, {}),
        forged(4, {}),
        forged(5, null),
        forged(6, null),
        encoded([...parts, 'more']),
        encoded(parts.slice(0, -1)),
      ].map((cursor) => `after: "${cursor}"`),
    ];
    for (const one of args) expect(await refusalOf(`claims(${one})`)).not.toBe('');
  });

  it('refuses a cursor of another list, and says what is another', async () => {
    const claims = await cursorOf('claims', 'first: 1');
    const artefacts = await cursorOf('artefacts', 'first: 1');
    const past = await cursorOf('claims', 'first: 1, asOf: "2020-01-01"');
    const saturn = await cursorOf('claims', 'first: 1, filter: {entity: "Saturn"}');
    const is = async (field: string, words: string) =>
      expect([field, await refusalOf(field)]).toEqual([field, words]);
    await is(`claims(after: "${artefacts}")`, 'the cursor is not of claims, but of another field');
    await is(`artefacts(before: "${claims}")`, 'the cursor is not of artefacts, but of another field');
    const another = 'the cursor is of a list with another ';
    await is(`claims(after: "${past}")`, `${another}asOf`);
    await is(`claims(after: "${claims}", asOf: "2020-01-01")`, `${another}asOf`);
    await is(`claims(after: "${past}", asOf: "2021-01-01")`, `${another}asOf`);
    await is(`claims(after: "${claims}", orderBy: {by: CONFIDENCE})`, `${another}orderBy`);
    await is(`claims(after: "${claims}", orderBy: {by: LOG, direction: DESC})`, `${another}orderBy`);
    await is(`claims(after: "${claims}", corpus: "skies")`, `${another}corpus`);
    for (const filter of ['{text: "x"}', '{belief: NONE}', '{effectiveAt: {to: "2020-01-01"}}'])
      await is(`claims(after: "${claims}", filter: ${filter})`, `${another}filter`);
    await is(`claims(after: "${saturn}")`, `${another}filter`);
    await is(`claims(before: "${saturn}", filter: {subject: "Saturn"})`, `${another}filter`);
    await is(`artefacts(after: "${artefacts}", filter: {withdrawn: false})`, `${another}filter`);
    const two = 'asOf: "2020-01-01", orderBy: {by: ADDRESS}, filter: {text: "x"}';
    await is(`claims(after: "${claims}", ${two})`, `${another}asOf, another orderBy, another filter`);
  });

  it('goes on from a cursor of the same list however that is written', async () => {
    const same: readonly (readonly [string, string, string])[] = [
      ['claims', '', 'filter: {}, orderBy: {by: LOG, direction: ASC}, corpus: "moons"'],
      [
        'claims',
        'filter: {belief: [SETTLED, SUPERSEDED]}',
        'filter: {belief: [SUPERSEDED, SETTLED, SETTLED]}',
      ],
      ['claims', 'asOf: "2023-06-01"', 'asOf: "2023-06-01T23:59:59.999Z"'],
      [
        'claims',
        'filter: {effectiveAt: {to: "2023-06-01"}}',
        'filter: {text: null, effectiveAt: {to: "2023-06-01T23:59:59.999Z"}}',
      ],
      ['artefacts', '', 'filter: {withdrawn: null}, orderBy: {by: LOG}'],
    ];
    for (const [list, first, next] of same) {
      const cursor = await cursorOf(list, `first: 1, ${first}`);
      const found = await dataOf(`{ ${list}(after: "${cursor}", ${next}) { nodes { id } } }`);
      const whole = await dataOf(`{ ${list}${first && `(${first})`} { nodes { id } } }`);
      expect(found[list].nodes).toEqual(whole[list].nodes.slice(1));
    }
  });
});

describe('a token', () => {
  it('for some addresses lists, counts and groups no other claim', async () => {
    const { claims } = await dataOf('{ claims(filter: {text: "jupiter"}) { nodes { addr } } }');
    const headers = await tokenFor({ prefixes: [claims.nodes[0].addr] });
    const seen = await dataOf(
      '{ claims(orderBy: {by: CONFIDENCE}) { totalCount nodes { text } aggregate { domain { key count } belief { count } } } }',
      headers,
    );
    expect(seen.claims).toEqual({
      totalCount: 1,
      nodes: [{ text: JUPITER }],
      aggregate: { domain: [{ key: 'one.example', count: 1 }], belief: [{ count: 1 }] },
    });
  });

  it('without svc.evidence reads claims, and their ledgers alone are missing', async () => {
    const { data, errors } = await ask(
      '{ claims(first: 2) { nodes { addr text ledger { nodes { seq } } } } }',
      await tokenFor({}),
    );
    expect(errors).toMatchObject([0, 1].map((_) => ({ extensions: { code: 'denied:capability_missing' } })));
    expect(data.claims.nodes).toMatchObject([
      { text: OLD, ledger: null },
      { text: NEW, ledger: null },
    ]);
  });

  it('for another corpus lists nothing here', async () => {
    const headers = await tokenFor({ corpora: ['elsewhere'] });
    for (const list of ['claims', 'artefacts']) {
      const { errors } = await ask(`{ ${list} { totalCount } }`, headers);
      expect(errors).toMatchObject([{ extensions: { code: 'denied:corpus_forbidden' } }]);
    }
  });
});

describe('the list of artefacts', () => {
  it('filters by licence, domain, time, title and whether they were withdrawn', async () => {
    const domains = async (args: string) => {
      const { artefacts } = await dataOf(`{ artefacts${args} { nodes { domain } } }`);
      return artefacts.nodes.map(({ domain }: { domain: string }) => domain);
    };
    expect(await domains('')).toEqual(DOCUMENTS.map(({ domain }) => domain));
    expect(await domains('(filter: {licence: "CC0-1.0"})')).toEqual(['old.example']);
    expect(await domains('(filter: {withdrawn: true})')).toEqual(['gone.example']);
    expect(await domains('(filter: {withdrawn: false, text: "PLANETS"})')).toEqual([
      'one.example',
      'two.example',
    ]);
    expect(
      await domains(
        '(filter: {effectiveAt: {to: "2023-05-12"}}, orderBy: {by: EFFECTIVE_AT, direction: DESC})',
      ),
    ).toEqual(['one.example', 'old.example']);
    expect(await domains('(asOf: "2020-01-01")')).toEqual(['old.example']);
    expect(await domains('(filter: {lang: "fr"})')).toEqual([]);
  });

  it('pages with a count and groups of the whole', async () => {
    const { artefacts } = await dataOf(`{ artefacts(first: 1) {
      totalCount nodes { domain } pageInfo { endCursor hasNextPage }
      aggregate { licence { key count } lang { key count } publisher(first: 2) { key count } } } }`);
    expect(artefacts).toMatchObject({
      totalCount: 4,
      nodes: [{ domain: 'old.example' }],
      pageInfo: { hasNextPage: true },
      aggregate: {
        licence: [
          { key: 'CC-BY-4.0', count: 3 },
          { key: 'CC0-1.0', count: 1 },
        ],
        lang: [{ key: 'en', count: 4 }],
        publisher: [{ count: 1 }, { count: 1 }],
      },
    });
    const rest = await dataOf(`{ artefacts(after: "${artefacts.pageInfo.endCursor}") { nodes { domain } } }`);
    expect(rest.artefacts.nodes).toHaveLength(3);
  });
});

describe('the groups of a list', () => {
  it.each([
    ['claims', 'domain'],
    ['claims', 'belief'],
    ['artefacts', 'licence'],
  ])('of %s by %s are not fewer than none', async (list, by) => {
    const groups = (first: number) => ask(`{ ${list} { aggregate { ${by}(first: ${first}) { key } } } }`);
    const { data, errors } = await groups(-5);
    expect(errors).toMatchObject([{ extensions: { code: 'invalid:query' } }]);
    expect(data[list].aggregate[by]).toBeNull();
    expect(await groups(0)).toEqual({ data: { [list]: { aggregate: { [by]: [] } } } });
  });
});

describe('a list that is read while the corpus grows', () => {
  it('gives on its pages what was there with the first, each once', async () => {
    const page = '{ claims(first: 1%) { totalCount nodes { addr } pageInfo { endCursor hasNextPage } } }';
    const { claims: all } = await dataOf(
      '{ claims(orderBy: {by: CONFIDENCE, direction: DESC}) { nodes { addr } } }',
    );
    const order = ', orderBy: {by: CONFIDENCE, direction: DESC}';
    const seen: unknown[] = [];
    for (let after = '', n = 0; ; n += 1) {
      const { claims } = await dataOf(page.replace('%', `${order}${after}`));
      expect(claims.totalCount).toBe(all.nodes.length);
      seen.push(...claims.nodes);
      if (!claims.pageInfo.hasNextPage) break;
      after = `, after: "${claims.pageInfo.endCursor}"`;
      const more = { id: `new-${n}`, text: `Uranus has ${30 + n} moons.`, domain: `n${n}.example` };
      await ingestInto(server.engine, CORPUS, [jsonLines([{ ...more, day: '2023-05-14' }])]);
    }
    expect(seen).toEqual(all.nodes);
    expect((await texts('(filter: {text: "uranus"})')).length).toBeGreaterThan(1);
  });
});

async function cursorOf(list: string, args: string): Promise<string> {
  return (await dataOf(`{ ${list}(${args}) { pageInfo { endCursor } } }`))[list].pageInfo.endCursor;
}

/** The words with which a list is refused. */
async function refusalOf(list: string): Promise<string> {
  const { errors } = await ask(`{ ${list} { nodes { id } } }`);
  expect(errors).toMatchObject([{ extensions: { code: 'invalid:query' } }]);
  return errors?.[0]?.message ?? '';
}

async function walk(args: string, side: 'after' | 'before'): Promise<unknown[]> {
  const found: unknown[] = [];
  const [cursor, more] = side === 'after' ? ['endCursor', 'hasNextPage'] : ['startCursor', 'hasPreviousPage'];
  for (let place = ''; ; ) {
    const { claims } = await dataOf(
      `{ claims(${args}${place}) { nodes { addr } pageInfo { ${cursor} ${more} } } }`,
    );
    found.push(...claims.nodes);
    if (!claims.pageInfo[more]) return found;
    place = `, ${side}: "${claims.pageInfo[cursor]}"`;
  }
}

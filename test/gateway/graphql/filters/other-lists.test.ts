/** Filters of publishers, entities, actors, oppositions, annotations and sections, over a real server. */
import { describe, expect, it } from 'vitest';
import { annotateOn } from '../../../engine/annotated.ts';
import { ingestInto } from '../../../engine/documents.ts';
import { talliedMoons } from '../tallied-moons.ts';

const { ask, dataOf, tokenFor, refusalOf, server } = talliedMoons();

const namesOf = async (list: string, name: string, args: string): Promise<string[]> => {
  const data = await dataOf(`{ ${list}(${args}) { totalCount totalIsExact nodes { name: ${name} } } }`);
  const { totalCount, totalIsExact, nodes } = data[list];
  expect([totalCount, totalIsExact]).toEqual([nodes.length, true]);
  return nodes.map((one: { name: string }) => one.name);
};

describe('a filter of publishers', () => {
  it.each<[string, string[]]>([
    ['{}', ['old.example', 'one.example', 'two.example']],
    ['{domain: ["ONE.example", "nobody.example"]}', ['one.example']],
    ['{not: {domain: "one.example"}}', ['old.example', 'two.example']],
    ['{text: "O.EX"}', ['two.example']],
    ['{since: {to: "2023-05-12"}}', ['old.example', 'one.example']],
    ['{counts: {artefacts: {from: 2}}}', ['one.example']],
    ['{counts: {artefacts: {to: 1}, contradicted: {to: 0}}}', ['two.example']],
    ['{or: [{domain: "two.example"}, {counts: {contradicted: {from: 1}}}]}', ['old.example', 'two.example']],
    ['{seq: {from: 1000000}}', []],
  ])('holds %s', async (filter, expected) => {
    for (const direction of ['ASC', 'DESC']) {
      const found = await namesOf(
        'publishers',
        'domain',
        `filter: ${filter}, orderBy: {by: KEY, direction: ${direction}}`,
      );
      expect(found).toEqual(direction === 'ASC' ? expected : expected.toReversed());
      const byCount = `filter: ${filter}, orderBy: {by: STATEMENTS, direction: ${direction}}`;
      expect((await namesOf('publishers', 'domain', byCount)).toSorted()).toEqual(expected);
    }
  });

  it('is part of what a cursor is of', async () => {
    const first = await dataOf(
      '{ publishers(first: 1, filter: {text: "example"}) { pageInfo { endCursor } } }',
    );
    const after = JSON.stringify(first.publishers.pageInfo.endCursor);
    expect(
      await refusalOf(`{ publishers(after: ${after}, filter: {text: "two"}) { nodes { domain } } }`),
    ).toBe('invalid:query');
    const next = await dataOf(
      `{ publishers(first: 1, after: ${after}, filter: {text: "example"}) { nodes { domain } } }`,
    );
    expect(next.publishers.nodes).toEqual([{ domain: 'one.example' }]);
  });

  it.each([
    ['no count at all', '{counts: {}}'],
    ['no end of a count', '{counts: {artefacts: {}}}'],
    ['a count that is negative', '{counts: {artefacts: {from: -1}}}'],
    ['no domain', '{domain: []}'],
    ['an empty join', '{and: []}'],
  ])('is refused with %s', async (_, filter) => {
    expect(await refusalOf(`{ publishers(filter: ${filter}) { nodes { domain } } }`)).toBe('invalid:query');
  });

  it('asks for no counts as of a time, and for counts of ledgers only where they may be read', async () => {
    const past = ', asOf: "2023-05-13"';
    expect(await namesOf('publishers', 'domain', `filter: {text: "o"}${past}`)).toEqual([
      'old.example',
      'one.example',
    ]);
    const counts = 'filter: {not: {counts: {artefacts: {from: 2}}}}';
    expect(await refusalOf(`{ publishers(${counts}${past}) { nodes { domain } } }`)).toBe('invalid:query');
    const headers = await tokenFor({}, ['wiki.search']);
    const disputed = 'filter: {or: [{domain: "x"}, {counts: {disputed: {to: 0}}}]}';
    expect(await refusalOf(`{ publishers(${disputed}) { nodes { domain } } }`, headers)).toBe(
      'denied:capability_missing',
    );
    const { data } = await ask(`{ publishers(${counts}) { nodes { domain } } }`, headers);
    expect(data.publishers.nodes).toHaveLength(2);
  });
});

describe('filters of entities, actors and oppositions', () => {
  it('hold what each is named by, and its counts', async () => {
    expect(await namesOf('entities', 'key', 'filter: {key: ["SATURN", "mars"]}')).toEqual(['mars', 'saturn']);
    expect(await namesOf('entities', 'key', 'filter: {key: ["Saturn", "saturn"]}')).toEqual(['saturn']);
    expect(await namesOf('entities', 'key', 'filter: {text: "ter"}')).toEqual(['jupiter']);
    expect(await namesOf('entities', 'key', 'filter: {counts: {claims: {from: 2}}}')).toEqual(['saturn']);
    const actors = await namesOf('actors', 'root', 'filter: {}');
    const [root = ''] = actors;
    expect(await namesOf('actors', 'root', `filter: {root: "${root}"}`)).toEqual([root]);
    expect(await namesOf('actors', 'root', `filter: {not: {root: ${JSON.stringify(actors)}}}`)).toEqual([]);
    expect(await namesOf('actors', 'root', 'filter: {counts: {events: {to: 0}}}')).toEqual([]);
  });

  it('say who contradicts one, and whom one contradicts', async () => {
    const pairs = async (filter: string): Promise<string[]> => {
      const { oppositions } = await dataOf(
        `{ oppositions(${filter}) { nodes { contradictingDomain contradictedDomain counts { contradictions } } } }`,
      );
      return oppositions.nodes.map(
        (one: { contradictingDomain: string; contradictedDomain: string }) =>
          `${one.contradictingDomain} ${one.contradictedDomain}`,
      );
    };
    const all = await pairs('filter: {}');
    expect(all.length).toBeGreaterThan(1);
    const against = all.filter((pair) => pair.endsWith(' old.example'));
    expect(await pairs('filter: {contradicted: "OLD.example"}')).toEqual(against);
    const [first = ''] = all;
    const [contradicting = ''] = first.split(' ');
    expect(await pairs(`filter: {contradicting: "${contradicting}"}`)).toEqual(
      all.filter((pair) => pair.startsWith(`${contradicting} `)),
    );
    expect(await pairs(`filter: {not: {contradicting: "${contradicting}"}}`)).toEqual(
      all.filter((pair) => !pair.startsWith(`${contradicting} `)),
    );
    expect(await pairs('filter: {contradicting: "old.example", contradicted: "old.example"}')).toEqual([]);
  });
});

describe('a filter of annotations', () => {
  it('holds their kind, their words and when they were written, on a claim and on an address', async () => {
    const { claims } = await dataOf('{ claims(filter: {text: "jupiter"}) { nodes { addr } } }');
    const [{ addr }] = claims.nodes;
    for (const body of ['Größe', 'two', 'three']) await annotateOn(server().engine, addr, body);
    const bodies = async (args: string): Promise<string[]> => {
      const { annotations, claim } = await dataOf(
        `{ annotations(target: "${addr}"${args === '' ? '' : `, ${args}`}) { nodes { body } }
           claim(addr: "${addr}") { annotations${args === '' ? '' : `(${args})`} { nodes { body } } } }`,
      );
      expect(claim.annotations).toEqual(annotations);
      return annotations.nodes.map(({ body }: { body: string }) => body);
    };
    expect(await bodies('')).toEqual(['Größe', 'two', 'three']);
    expect(await bodies('filter: {text: "GRÖSSE"}')).toEqual([]);
    expect(await bodies('filter: {text: "GRÖß"}')).toEqual(['Größe']);
    expect(await bodies('filter: {not: {text: "t"}}')).toEqual(['Größe']);
    expect(await bodies('filter: {kind: CORRECTION}')).toEqual([]);
    expect(await bodies('filter: {kind: [NOTE, CONTEXT]}, last: 1')).toEqual(['three']);
    expect(await bodies('filter: {createdAt: {to: "2000-01-01"}}')).toEqual([]);
    expect(await bodies('filter: {createdAt: {from: "2000-01-01"}, check: [MATCH, UNKNOWN]}')).toHaveLength(
      3,
    );
    expect(await bodies('filter: {actor: "nobody"}')).toEqual([]);
    expect(await refusalOf(`{ annotations(target: "${addr}", filter: {kind: []}) { nodes { body } } }`)).toBe(
      'invalid:query',
    );
  });
});

describe('a filter of sections', () => {
  it('holds their place, their heading and their length', async () => {
    const text =
      '# Saturn\n\nSaturn has 145 moons.\n\n# Jupiter and more\n\nJupiter has 95 moons, as we know.\n';
    await ingestInto(server().engine, 'moons', [{ name: 'planets.md', bytes: Buffer.from(text) }]);
    const { artefacts } = await dataOf(
      '{ artefacts(orderBy: {by: LOG, direction: DESC}, first: 1) { nodes { artefactId sections { totalCount nodes { addr heading place } } } } }',
    );
    const [{ artefactId, sections }] = artefacts.nodes;
    const of = async (filter: string): Promise<string[]> => {
      const { artefact } = await dataOf(
        `{ artefact(id: "${artefactId}") { sections(filter: ${filter}) { totalCount nodes { heading } } } }`,
      );
      expect(artefact.sections.totalCount).toBe(artefact.sections.nodes.length);
      return artefact.sections.nodes.map(({ heading }: { heading: string }) => heading);
    };
    const all = sections.nodes.map(({ heading }: { heading: string }) => heading);
    expect(all.length).toBeGreaterThan(1);
    expect(await of('{}')).toEqual(all);
    expect(await of('{heading: "JUPITER"}')).toEqual(['Jupiter and more']);
    expect(await of('{place: {from: 1}}')).toEqual(all.slice(1));
    expect(await of('{not: {place: {from: 1}}}')).toEqual(all.slice(0, 1));
    expect(await of(`{addr: "${sections.nodes[0].addr}"}`)).toEqual(all.slice(0, 1));
    expect(await of('{length: {from: 1000000}}')).toEqual([]);
  });
});

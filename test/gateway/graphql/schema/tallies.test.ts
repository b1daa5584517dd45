/** Publishers, entities, actors, sections and who contradicts whom, over a real server. */
import { describe, expect, it } from 'vitest';
import { MOONS, talliedMoons } from '../tallied-moons.ts';

const { ask, dataOf, tokenFor, refusalOf } = talliedMoons();

describe('publishers', () => {
  const PUBLISHER =
    'id domain corpus since counts { artefacts statements contradicted contradicts disputed }';

  it('are registrable domains, with what they state and who contradicts them', async () => {
    const { publishers } = await dataOf(
      `{ publishers(orderBy: {by: STATEMENTS, direction: DESC}) { totalCount totalIsExact nodes { ${PUBLISHER} } } }`,
    );
    expect([publishers.totalCount, publishers.totalIsExact]).toEqual([3, true]);
    const [one, ...others] = publishers.nodes;
    expect(one).toMatchObject({
      domain: 'one.example',
      corpus: 'moons',
      counts: { artefacts: 2, statements: 4 },
    });
    // Both of one's sites and the other publisher state what contradicts the oldest.
    const old = others.find(({ domain }: { domain: string }) => domain === 'old.example');
    expect(old.counts).toMatchObject({ artefacts: 1, statements: 1, contradicts: 0 });
    expect(old.counts.contradicted).toBeGreaterThan(0);
    const { oppositions } = await dataOf(
      `{ oppositions(orderBy: {by: CONTRADICTIONS, direction: DESC}) { nodes {
         contradictingDomain contradictedDomain contradicting { domain } contradicted { domain } counts { contradictions } } } }`,
    );
    const against = oppositions.nodes.filter(
      ({ contradictedDomain }: { contradictedDomain: string }) => contradictedDomain === 'old.example',
    );
    const sum = against.reduce(
      (total: number, { counts }: { counts: { contradictions: number } }) => total + counts.contradictions,
      0,
    );
    expect(sum).toBe(old.counts.contradicted);
    expect(against[0]).toMatchObject({ contradicted: { domain: 'old.example' } });
    for (const { contradicting, contradictingDomain } of against) {
      expect(contradicting.domain).toBe(contradictingDomain);
    }
  });

  it('are nodes with their artefacts, and what an artefact is published by', async () => {
    const { publisher, artefacts } = await dataOf(
      `{ publisher(domain: "one.example") { ${PUBLISHER} }
         artefacts(filter: {publisher: "one.example"}, first: 1) { totalCount pageInfo { hasNextPage endCursor } nodes { domain publishedBy { domain } } } }`,
    );
    expect(artefacts).toMatchObject({
      totalCount: 2,
      pageInfo: { hasNextPage: true },
      nodes: [{ domain: 'a.one.example', publishedBy: { domain: 'one.example' } }],
    });
    const after = artefacts.pageInfo.endCursor;
    const { node, artefacts: rest } = await dataOf(
      `{ node(id: "${publisher.id}") { ... on Publisher { domain counts { statements } } }
         artefacts(filter: {publisher: "one.example"}, after: "${after}") { nodes { domain } } }`,
    );
    expect(node).toEqual({ domain: 'one.example', counts: { statements: publisher.counts.statements } });
    expect(rest.nodes).toEqual([{ domain: 'b.one.example' }]);
    expect(await dataOf('{ publisher(domain: "www.old.example") { domain } }')).toEqual({ publisher: null });
  });

  it('are paged in each direction, each once', async () => {
    for (const order of ['KEY', 'LOG', 'ARTEFACTS', 'CONTRADICTED']) {
      const domains: string[] = [];
      for (let after = 'null'; ; ) {
        const { publishers } = await dataOf(
          `{ publishers(first: 2, after: ${after}, orderBy: {by: ${order}, direction: DESC}) { pageInfo { hasNextPage endCursor } nodes { domain } } }`,
        );
        domains.push(...publishers.nodes.map(({ domain }: { domain: string }) => domain));
        if (!publishers.pageInfo.hasNextPage) break;
        after = JSON.stringify(publishers.pageInfo.endCursor);
      }
      expect(domains.toSorted()).toEqual(['old.example', 'one.example', 'two.example']);
      if (order === 'LOG') expect(domains[0]).toBe('two.example');
    }
  });

  it('as of a time are those that were named by then, without counts', async () => {
    const of = (args: string) =>
      `{ publishers(asOf: "2023-05-13"${args}) { nodes { domain counts { artefacts } } } }`;
    const { publishers } = await dataOf(of(''));
    expect(publishers.nodes).toEqual([
      { domain: 'old.example', counts: null },
      { domain: 'one.example', counts: null },
    ]);
    expect(await refusalOf(of(', orderBy: {by: ARTEFACTS}'))).toBe('invalid:query');
    expect(await dataOf('{ publisher(domain: "two.example", asOf: "2023-05-13") { domain } }')).toEqual({
      publisher: null,
    });
  });
});

describe('entities', () => {
  it('have counts of claims and of their ledgers, and a timeline with values', async () => {
    const { entities } = await dataOf(
      '{ entities(orderBy: {by: CORROBORATIONS, direction: DESC}, first: 1) { nodes { key counts { claims corroborations disputes } } } }',
    );
    expect(entities.nodes).toMatchObject([{ key: 'saturn', counts: { claims: 2 } }]);
    const timeline = (
      args: string,
    ) => `claims(filter: {entity: "Saturn"}, orderBy: {by: EFFECTIVE_AT}${args}) {
      totalCount nodes { effectiveAt entities { key } statement { value { number } } } }`;
    const { entity, claims } = await dataOf(`{ entity(key: "SATURN") { key } ${timeline('')} }`);
    expect([entity.key, claims.totalCount]).toEqual(['saturn', 2]);
    expect(claims.nodes.map(({ statement }: { statement: { value: object } }) => statement.value)).toEqual([
      { number: 82 },
      { number: 145 },
    ]);
    expect(claims.nodes[0].entities).toEqual([{ key: 'saturn' }]);
    const then = ', asOf: "2020-01-01"';
    const past = await dataOf(`{ entity(key: "saturn"${then}) { counts { claims } } ${timeline(then)} }`);
    expect(past.entity).toEqual({ counts: null });
    expect(past.claims.nodes).toMatchObject([{ statement: { value: { number: 82 } } }]);
  });

  it('give counts of ledgers, and orders by them, to those who may read ledgers', async () => {
    const headers = await tokenFor({}, ['wiki.search']);
    const { data, errors } = await ask('{ entity(key: "saturn") { counts { claims disputes } } }', headers);
    expect(data.entity.counts).toEqual({ claims: 2, disputes: null });
    expect(errors).toMatchObject([{ extensions: { code: 'denied:capability_missing' } }]);
    const byDisputes = '{ entities(orderBy: {by: DISPUTES}) { nodes { key } } }';
    expect(await refusalOf(byDisputes, headers)).toBe('denied:capability_missing');
    expect(await refusalOf('{ actors { nodes { root } } }', headers)).toBe('denied:capability_missing');
    expect(await refusalOf(byDisputes, await tokenFor({}, ['svc.evidence']))).toBeUndefined();
  });

  it('are for no token of a part of the corpus, as a list or as a node', async () => {
    const { entity, publisher } = await dataOf(
      '{ entity(key: "saturn") { id } publisher(domain: "one.example") { id } }',
    );
    const narrowed = await tokenFor({ prefixes: ['wx://moons/claim/c1a'] }, ['svc.evidence']);
    for (const list of ['entities', 'publishers', 'actors', 'oppositions']) {
      expect(await refusalOf(`{ ${list} { totalCount } }`, narrowed)).toBe('denied:corpus_forbidden');
    }
    const seen = await dataOf(`{ nodes(ids: ["${entity.id}", "${publisher.id}"]) { id } }`, narrowed);
    expect(seen).toEqual({ nodes: [null, null] });
    const whole = await tokenFor({ prefixes: ['wx://moons/'] }, ['svc.evidence']);
    expect(await dataOf(`{ node(id: "${entity.id}") { id } }`, whole)).toEqual({ node: { id: entity.id } });
    const other = await tokenFor({ corpora: ['other'] }, ['svc.evidence']);
    expect(await dataOf(`{ node(id: "${entity.id}") { id } }`, other)).toEqual({ node: null });
  });
});

describe('actors', () => {
  it('are who writes in ledgers, with as many entries as the ledgers have', async () => {
    const { actors, ledger } = await dataOf(
      `{ actors(orderBy: {by: EVENTS, direction: DESC}) { nodes { id root counts { events corroborations disputes proposals } } }
         ledger(first: 100) { nodes { kind actorRoot writer { root } } } }`,
    );
    const events = actors.nodes.reduce(
      (sum: number, { counts }: { counts: { events: number } }) => sum + counts.events,
      0,
    );
    expect(events).toBe(ledger.nodes.length);
    for (const { actorRoot, writer } of ledger.nodes) expect(writer.root).toBe(actorRoot);
    const [{ id, root, counts }] = actors.nodes;
    expect(counts.events).toBe(counts.corroborations + counts.disputes + counts.proposals);
    const found = await dataOf(`{ actor(root: ${JSON.stringify(root)}) { id } node(id: "${id}") { id } }`);
    expect(found).toEqual({ actor: { id }, node: { id } });
  });
});

describe('a section', () => {
  it('is found from its artefact, by its address and by its id, with what it states', async () => {
    const { artefacts } = await dataOf(
      '{ artefacts(filter: {domain: "a.one.example"}) { nodes { sectionCount sections { totalCount nodes { id addr place claimCount artefact { domain } claims { nodes { text } } } } } } }',
    );
    const [{ sections, sectionCount }] = artefacts.nodes;
    expect(sections.totalCount).toBe(sectionCount);
    const [section] = sections.nodes;
    expect(section).toMatchObject({
      place: 0,
      claimCount: 2,
      artefact: { domain: 'a.one.example' },
      claims: { nodes: [{ text: MOONS }, { text: 'Jupiter has 95 moons.' }] },
    });
    const { node, section: named } = await dataOf(
      `{ node(id: "${section.id}") { ... on Section { addr } } section(addr: "${section.addr}") { id } }`,
    );
    expect([node.addr, named.id]).toEqual([section.addr, section.id]);
    expect(await dataOf(`{ section(addr: "${section.addr}", asOf: "2020-01-01") { id } }`)).toEqual({
      section: null,
    });
    expect(await dataOf('{ section(addr: "wx://moons/sec/nothing") { id } }')).toEqual({ section: null });
    const { search } = await dataOf('{ search(q: "moons of Jupiter", first: 1) { addr section { addr } } }');
    expect(search[0].section).toEqual({ addr: search[0].addr });
  });
});

it('takes no id that was made up', async () => {
  const ids = [
    'Publisher:moons',
    'Publisher:/b25l',
    'Entity:moons/%%',
    'Section:',
    'Actor:nowhere/YQ',
    'Entity:moons/YQ@1',
  ];
  const encoded = ids.map((id) => JSON.stringify(Buffer.from(id).toString('base64url')));
  const { data, errors } = await ask(`{ nodes(ids: [${encoded.join(', ')}]) { id } }`);
  expect(errors).toBeUndefined();
  expect(data.nodes).toEqual(ids.map(() => null));
});

describe('supersession chains', () => {
  const LIST =
    'totalCount totalIsExact nodes { id addr corpus since counts { length newest } claim { text } }';

  it('are listed by their length and by their newest proposal, and lead to the chain of a claim', async () => {
    const { supersessionChains, ledger } = await dataOf(
      `{ supersessionChains(orderBy: {by: LENGTH, direction: DESC}) { ${LIST} }
         ledger(filter: {kind: SUPERSEDE_PROPOSE}) { nodes { logSeq claim { addr } successor { addr } } } }`,
    );
    const linked = new Set(
      ledger.nodes.flatMap((one: { claim: { addr: string }; successor: { addr: string } }) => [
        one.claim.addr,
        one.successor.addr,
      ]),
    );
    const newest = Math.max(...ledger.nodes.map(({ logSeq }: { logSeq: number }) => logSeq));
    expect(supersessionChains).toMatchObject({
      totalCount: 1,
      totalIsExact: true,
      nodes: [{ corpus: 'moons', counts: { length: linked.size, newest } }],
    });
    const [{ id, addr }] = supersessionChains.nodes;
    expect(linked.has(addr)).toBe(true);
    const { node, supersessionChain } = await dataOf(
      `{ node(id: "${id}") { ... on ClaimChain { addr counts { length } } }
         supersessionChain(addr: "${addr}") { predecessors { addr } successors { addr } } }`,
    );
    expect(node).toEqual({ addr, counts: { length: linked.size } });
    const { predecessors, successors } = supersessionChain;
    expect(1 + predecessors.length + successors.length).toBe(linked.size);
  });

  it('are filtered by ranges of both, and as of a time are those of then, without counts', async () => {
    const chains = async (args: string) =>
      (await dataOf(`{ supersessionChains(${args}) { nodes { addr counts { length } } } }`))
        .supersessionChains.nodes;
    expect(await chains('filter: {counts: {length: {from: 2}}}')).toHaveLength(1);
    expect(await chains('filter: {counts: {length: {from: 1000}}}')).toEqual([]);
    expect(await chains('filter: {counts: {newest: {to: 0}}}, orderBy: {by: NEWEST}')).toEqual([]);
    expect(await chains('asOf: "2019-01-01"')).toEqual([]);
    expect(await chains('asOf: "2099-01-01"')).toMatchObject([{ counts: null }]);
    expect(
      await refusalOf('{ supersessionChains(asOf: "2023-06-01", orderBy: {by: LENGTH}) { nodes { addr } } }'),
    ).toBe('invalid:query');
  });
});

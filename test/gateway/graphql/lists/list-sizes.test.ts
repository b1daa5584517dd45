/** How long lists are: each counts in the cost for what it may hold, and says how much there is beside what it gives. */
import { type GraphQLField, getNamedType, getNullableType, isListType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../../gateway/graphql/schema.ts';
import { ingestInto, jsonLines } from '../../../engine/documents.ts';
import { post, type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

type Field = GraphQLField<unknown, unknown>;

const FIELDS = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('__') && !name.endsWith('Connection'))
  .flatMap((type) =>
    Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, field })),
  );

/** Lists that are as long as one answer, one document or this program makes them: a handful, as their cost has it. */
const SHORT: readonly string[] = [
  'Answer.claimGroups',
  'Answer.claims',
  'Answer.sentences',
  'AnswerClaimGroup.checked',
  'AnswerClaimGroup.counterfactuals',
  'AnswerClaimGroup.coverage',
  'Candidate.lanes',
  'CheckedClaim.clear',
  'CheckedClaim.searches',
  'CorpusCounts.beliefs',
  'EvidenceSet.artefacts',
  'EvidenceSet.taken',
  'EvidenceSet.uncovered',
  'Finding.reasons',
  'Occurrence.contextSpans',
  'Receipt.models',
  'Receipt.policies',
  'SearchResult.lanes',
  'Sentence.citations',
  'Sentence.claims',
  'Stats.findings',
  'Stats.policies',
  'TakenArtefact.claims',
  'Trust.reasons',
  'Turn.reasons',
];

/** What the field declares of its cost. */
function complexityOf({ extensions }: Field): unknown {
  const { complexity } = extensions.pothosOptions as { readonly complexity?: unknown };
  return complexity;
}

describe('a list of items', () => {
  it('counts for as many as it may hold, but where these are few', () => {
    const lists = FIELDS.filter(
      ({ field }) => isListType(getNullableType(field.type)) && isObjectType(getNamedType(field.type)),
    );
    const silent = lists.filter(({ field }) => complexityOf(field) === undefined);
    expect(silent.map(({ name }) => name).sort()).toEqual(SHORT);
  });

  it('takes nothing off the cost of others where less than nothing is asked for', () => {
    const sized = FIELDS.flatMap(({ name, field }) => {
      const complexity = complexityOf(field);
      const isSized = field.args.some((arg) => arg.name === 'first');
      return isSized && typeof complexity === 'function' ? [{ name, complexity }] : [];
    });
    expect(sized.length).toBeGreaterThan(20);
    const cheap = sized.filter(({ complexity }) => complexity({ first: -1_000, last: null }).multiplier < 1);
    expect(cheap.map(({ name }) => name)).toEqual([]);
  });
});

/** Sites that give the same figure, each a place of one claim; and figures, each a rival of the others. */
const SITES = 12;
const FIGURES = 13;

describe('what a claim carries', () => {
  let folder: Awaited<ReturnType<typeof storeFolder>>;
  let server: RunningServer;
  let claim: string;
  beforeAll(async () => {
    folder = await storeFolder();
    server = await startServer({ path: folder.path });
    const page = (id: string, moons: number) => ({
      id,
      text: `Saturn has ${moons} moons.`,
      domain: `${id}.example`,
      day: '2023-05-12',
      title: 'Saturn',
    });
    const documents = [
      ...Array.from({ length: SITES }, (_, index) => page(`same-${index}`, 145)),
      ...Array.from({ length: FIGURES - 1 }, (_, index) => page(`other-${index}`, 20 + index)),
    ];
    await ingestInto(server.engine, 'moons', [jsonLines(documents)]);
    const { body } = await post(server.url, '{ claims(filter: { text: "145" }) { nodes { addr } } }');
    claim = body.data.claims.nodes[0].addr;
  });
  afterAll(async () => {
    await server.stop();
    await folder[Symbol.asyncDispose]();
  });

  const ask = async (fields: string) => {
    const query = `query ($addr: ID!) { claim(addr: $addr) { ${fields} } }`;
    const { body, cost } = await post(server.url, query, { variables: { addr: claim } });
    return { claim: body.data?.claim, errors: body.errors ?? [], asked: cost?.asked ?? 0 };
  };

  it('is its first ten places and rivals, and how many there are', async () => {
    const found = await ask('occurrences { logSeq } occurrenceCount rivals { addr } rivalCount');
    expect(found.errors).toEqual([]);
    const { occurrences, occurrenceCount, rivals, rivalCount } = found.claim;
    expect([occurrences.length, occurrenceCount]).toEqual([10, SITES]);
    expect([rivals.length, rivalCount]).toEqual([10, FIGURES - 1]);
  });

  it('is as many as are asked for, and no more', async () => {
    const { claim: found } = await ask(
      'none: occurrences(first: 0) { logSeq } all: occurrences(first: 100) { logSeq } rivals(first: 12) { addr }',
    );
    expect([found.none.length, found.all.length, found.rivals.length]).toEqual([0, SITES, FIGURES - 1]);
  });

  it('goes on behind a place', async () => {
    const seqs = (list: { logSeq: number }[]) => list.map(({ logSeq }) => logSeq);
    const { claim: found } = await ask('all: occurrences(first: 100) { logSeq }');
    const all = seqs(found.all);
    expect(all).toEqual([...all].sort((a, b) => a - b));
    const { claim: rest } = await ask(`occurrences(first: 5, after: ${all[6]}) { logSeq }`);
    expect(seqs(rest.occurrences)).toEqual(all.slice(7, 12));
  });

  it('costs what is asked for', async () => {
    const one = await ask('occurrences(first: 1) { span { start } }');
    const many = await ask('occurrences(first: 100) { span { start } }');
    expect(many.asked - one.asked).toBe(99 * 2);
  });

  it.each([
    'occurrences(first: 101) { logSeq }',
    'occurrences(first: -1) { logSeq }',
    'rivals(first: 101) { addr }',
    'rivals(first: -1) { addr }',
  ])('is refused as %s', async (fields) => {
    const { errors } = await ask(fields);
    expect(errors.map(({ extensions }) => extensions?.code)).toEqual(['invalid:query']);
  });
});

describe('a query past the bound', () => {
  it('is refused, however little else it asks for', async () => {
    const folder = await storeFolder();
    const server = await startServer({ path: folder.path });
    const dear = '{ claims(first: 100) { nodes { ledger(first: 100) { nodes { at actor kind } } } }';
    const negative = [
      'search(q: "x", first: -1000000) { title }',
      'findings(filter: {answerId: "ans_x"}, first: -1000000) { nodes { seq } }',
      'other: claims { aggregate { belief(first: -1000000) { key } } }',
      'artefacts { aggregate { domain(first: -1000000) { key } } }',
    ];
    for (const field of negative) {
      const { status, body } = await post(server.url, `${dear} ${field} }`);
      expect({ field, status }).toEqual({ field, status: 400 });
      expect(body.errors?.[0]?.extensions?.code).toBe('query:too_large');
    }
    await server.stop();
    await folder[Symbol.asyncDispose]();
  });
});

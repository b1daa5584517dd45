/** What the `lists` benchmark asks: every list of GraphQL in each order and by each filter, with counts and groups. */
import { MAX_COUNTED } from '../graph/store/lists.ts';
import { LICENCES, MADE_CORPUS, type MadeClaim, madeClaim, madeDay } from './made-claims.ts';

export interface ListQuery {
  readonly name: string;
  /** A document with one operation. */
  readonly query: string;
  /** Of a total of claims: how many pass its filter, counted by hand: an exact total is that, another one no more; absent: nothing is checked. */
  readonly total?: number;
}

const ORDERS = {
  claims: ['LOG', 'EFFECTIVE_AT', 'ADDRESS', 'CONFIDENCE'],
  clusters: ['LOG', 'EFFECTIVE_AT', 'CONFIDENCE', 'ADDRESS'],
  artefacts: ['LOG', 'EFFECTIVE_AT', 'ID'],
} as const;
type List = keyof typeof ORDERS;
const ITEM: Readonly<Record<List, string>> = {
  claims: 'addr',
  clusters: 'clusterId',
  artefacts: 'artefactId',
};
const GROUPS: Readonly<Record<'claims' | 'artefacts', readonly string[]>> = {
  claims: ['belief', 'attribute', 'dimension', 'licence', 'domain', 'publisher'],
  artefacts: ['licence', 'domain', 'publisher', 'lang', 'mediaType'],
};
/** As many as one request may have. */
const TEXT_FILTERS = 13;

/** @param claims of the corpus that was made */
export function listQueries(claims: number): readonly ListQuery[] {
  const filters = filtersOf(claims);
  const made = Array.from({ length: claims }, (_, n) => madeClaim(n));
  const lists = (Object.keys(ORDERS) as List[]).flatMap((list) => {
    const pages = filters[list].flatMap(([name, filter]) =>
      ORDERS[list].flatMap((order) =>
        (name === 'all' ? ['ASC', 'DESC'] : ['ASC']).map((direction) => ({
          name: `${list}, ${name}, by ${order} ${direction}`,
          query: pageOf(list, filter, order, direction),
        })),
      ),
    );
    const totals = filters[list].map(([name, filter]) => ({
      name: `${list}, ${name}, total`,
      query: `{ ${list}(corpus: "${MADE_CORPUS}", first: 1, filter: ${filter}) { totalCount totalIsExact } }`,
      ...(list === 'claims' && totalOf(name, made)),
    }));
    return [...pages, ...totals];
  });
  const groups = (['claims', 'artefacts'] as const).flatMap((list) =>
    GROUPS[list].map((by) => ({
      name: `${list}, groups by ${by}`,
      query: `{ ${list}(corpus: "${MADE_CORPUS}", first: 1) { aggregate { ${by} { key count } } } }`,
    })),
  );
  const many = Array.from(
    { length: TEXT_FILTERS },
    (_, n) =>
      `t${n}: claims(corpus: "${MADE_CORPUS}", first: 1, filter: {text: "absent ${n}"}) { nodes { addr } }`,
  );
  return [
    ...lists,
    ...groups,
    { name: `${TEXT_FILTERS} text filters that nothing passes`, query: `{ ${many.join(' ')} }` },
    {
      name: 'corpora with counts',
      query: '{ corpora { nodes { name counts { artefacts claims events } } } }',
    },
    ...walksOf(claims),
    {
      name: 'ledger, disputes',
      query: `{ ledger(corpus: "${MADE_CORPUS}", first: 20, filter: {kind: [DISPUTE]}) { nodes { eventId } } }`,
    },
  ];
}

/** Around the last claim, which others say again or contradict; and who and what the corpus names. */
function walksOf(claims: number): readonly ListQuery[] {
  const [one, other] = [madeClaim(claims - 1), madeClaim(0)].map(({ addr }) => addr);
  const around = (depth: number) =>
    `{ neighbourhood(of: "${one}", depth: ${depth}, limitPerNode: 50) { nodes { nodeId } edges { kind } } }`;
  return [
    { name: 'neighbourhood, one step', query: around(1) },
    { name: 'neighbourhood, four steps', query: around(4) },
    { name: 'path of six steps', query: `{ path(from: "${one}", to: "${other}", maxDepth: 6) { visited } }` },
    {
      name: 'entities of none',
      query: `{ entities(corpus: "${MADE_CORPUS}", first: 5, filter: {text: "nowhere"}) { nodes { key } } }`,
    },
    {
      name: 'changes, additions',
      query: `{ changes(corpus: "${MADE_CORPUS}") { claims(first: 20) { nodes { addr } } evidence(first: 20) { nodes { eventId } } } }`,
    },
  ];
}

/** The rest of the filters have no count by hand. */
const PASSES: Readonly<Record<string, (claim: MadeClaim, last: MadeClaim) => boolean>> = {
  all: () => true,
  'text of one': ({ core }, last) => core.text.toLowerCase().includes(last.core.form?.subject.key ?? ''),
  'text of none': () => false,
  subject: ({ core }, last) => core.form?.subject.key === last.core.form?.subject.key,
  attribute: ({ core }) => core.form?.attribute.head === 'bells',
  'dimension of none': () => false,
  'from the last day': ({ document }, last) => madeDay(document) >= madeDay(last.document).slice(0, 10),
  'to the first day': ({ document }) => madeDay(document).startsWith('2023-01-01'),
  licence: ({ document }) => document % LICENCES.length === LICENCES.indexOf('MIT'),
  'licence of none': () => false,
};

function totalOf(name: string, made: readonly MadeClaim[]): Pick<ListQuery, 'total'> {
  const passes = PASSES[name];
  const last = made.at(-1);
  if (passes === undefined || last === undefined) return {};
  return { total: Math.min(MAX_COUNTED, made.filter((claim) => passes(claim, last)).length) };
}

function pageOf(list: List, filter: string, order: string, direction: string): string {
  return `{ ${list}(corpus: "${MADE_CORPUS}", first: 5, filter: ${filter}, orderBy: {by: ${order}, direction: ${direction}}) { nodes { ${ITEM[list]} } } }`;
}

/** Filters by name: those that many rows pass, few, one at the end of the log, and none. */
function filtersOf(claims: number): Readonly<Record<List, readonly (readonly [string, string])[]>> {
  const last = madeClaim(claims - 1);
  const subject = last.core.form?.subject.key ?? '';
  const day = madeDay(last.document).slice(0, 10);
  const text: readonly (readonly [string, string])[] = [
    ['all', '{}'],
    ['text of one', `{text: "${subject}"}`],
    ['text of none', '{text: "nowhere"}'],
    ['subject', `{subject: "${subject}"}`],
    ['entity', `{entity: "${subject}"}`],
    ['attribute', '{attribute: "bells"}'],
    ['attribute of none', '{attribute: "nowhere"}'],
    ['dimension of none', '{dimension: "nowhere"}'],
    ['from the last day', `{effectiveAt: {from: "${day}"}}`],
    ['to the first day', '{effectiveAt: {to: "2023-01-01"}}'],
    ['to no day', '{effectiveAt: {to: "2000-01-01"}}'],
  ];
  return {
    claims: [
      ...text,
      ['cluster', `{cluster: "${last.cluster}"}`],
      ['cluster of none', '{cluster: "cl_none"}'],
      ['licence', '{licence: "MIT"}'],
      ['licence of none', '{licence: "none"}'],
      ['domain', '{domain: "www.publisher7.example"}'],
      ['domain of none', '{domain: "none"}'],
      ['publisher of none', '{publisher: "none"}'],
      ['belief disputed', '{belief: [DISPUTED]}'],
      ['belief settled', '{belief: [SETTLED]}'],
      ['belief superseded', '{belief: [SUPERSEDED]}'],
    ],
    clusters: [
      ...text,
      ['several', '{several: true}'],
      ['single', '{several: false}'],
      ['several with text of none', '{several: true, text: "nowhere"}'],
      ['belief disputed', '{belief: [DISPUTED]}'],
      ['belief settled, several', '{belief: [SETTLED], several: true}'],
    ],
    artefacts: [
      ['all', '{}'],
      ['text of one', `{text: "survey ${last.document} "}`],
      ['text of none', '{text: "nowhere"}'],
      ['licence', '{licence: "MIT"}'],
      ['licence of none', '{licence: "none"}'],
      ['domain of none', '{domain: "none"}'],
      ['publisher of none', '{publisher: "none"}'],
      ['lang of none', '{lang: "xx"}'],
      ['mediaType of none', '{mediaType: "none"}'],
      ['withdrawn', '{withdrawn: true}'],
      ['from the last day', `{effectiveAt: {from: "${day}"}}`],
      ['to no day', '{effectiveAt: {to: "2000-01-01"}}'],
    ],
  };
}

/**
 * Lists of claims by the projection of beliefs. A list is put together of parts, each of which goes along an index: the claims of
 * one state by the projection, but for those of moved ledgers, and these.
 */
import { byCodeUnit } from '../by-code-unit.ts';
import type { ClaimRecord } from '../claim.ts';
import { type BeliefPart, beliefPartsOf } from '../store/belief-parts.ts';
import { LISTED_STATES } from '../store/beliefs.ts';
import { type Group, MAX_LISTED, type RowCount } from '../store/lists.ts';
import { cutAt, shareOf } from '../store/merged-page.ts';
import type { BeliefCut, ClaimSelection, Listed, ListKey, ListPage } from '../store/selection.ts';
import { type BoltParams, parseRecord } from './bolt-values.ts';
import type { Neo4jConnection } from './connection.ts';

/** Claims `c` of moved ledgers `k`. The hint needs each property in a condition of the `MATCH` itself. */
export const MOVED = `
  UNWIND $movedWanted AS k
  MATCH (c:Claim) USING INDEX SEEK c:Claim(cluster, corpus, seq)
  WHERE c.cluster = k.cluster AND c.corpus = $corpus AND c.seq >= 0`;

/** @param part absent: of claims that something else finds */
export function believed(belief: BeliefCut | undefined, part: BeliefPart | undefined): string {
  if (belief === undefined || part === 'moved') return '';
  if (part === undefined && belief.states === null) return '';
  if (part !== undefined) return 'AND c.belief = $belief AND NOT c.cluster IN $moved';
  return `AND (
    any(k IN $movedWanted WHERE k.cluster = c.cluster) OR c.belief IN $states AND NOT c.cluster IN $moved
  )`;
}

export function beliefParams(belief: BeliefCut | undefined, part?: BeliefPart): BoltParams {
  if (belief === undefined) return {};
  const { states, moved } = belief;
  const wanted = moved.filter(({ state }) => states === null || states.includes(state));
  return {
    states: states ?? LISTED_STATES,
    moved: moved.map(({ cluster }) => cluster),
    movedBeliefs: moved.map(({ cluster, state, confidence }) => ({ cluster, state, confidence })),
    movedWanted: wanted.map(({ cluster, confidence }) => ({ cluster, confidence })),
    belief: part ?? '',
  };
}

/** A claim's place in the order of confidence. */
interface Place {
  readonly confidence: number;
  readonly cluster: string;
  readonly seq: number;
}
interface PlacedRow extends Place {
  readonly record: string;
}

interface Bounds {
  readonly after: Place | null;
  readonly before: Place | null;
}

interface ClaimsOfPage {
  /** Conditions of the claims `c`. */
  readonly where: string;
  readonly params: BoltParams;
  /** What finds the few claims which pass; null: the projection is gone along. */
  readonly sought: string | null;
}

export async function confidencePage(
  connection: Neo4jConnection,
  { belief }: ClaimSelection,
  page: ListPage,
  rest: ClaimsOfPage,
): Promise<Listed<ClaimRecord>> {
  if (belief === undefined) throw new RangeError('the order of confidence needs beliefs');
  if (page.limit > MAX_LISTED) throw new RangeError(`at most ${MAX_LISTED} rows, not ${page.limit}`);
  const bounds = {
    after: await placeOf(connection, page.after),
    before: await placeOf(connection, page.before),
  };
  const parts = rest.sought === null ? beliefPartsOf(belief) : [undefined];
  // The first ledger may be that of the claim behind which the page begins.
  const lookAt = Math.max(2, shareOf(page.lookAt, parts.length));
  const found = await Promise.all(
    parts.map((part) => readPart(connection, { ...page, ...bounds, lookAt }, { ...rest, belief, part })),
  );
  const sign = page.descending ? -1 : 1;
  const compare = (a: Place, b: Place) =>
    sign * (a.confidence - b.confidence || byCodeUnit(a.cluster, b.cluster) || a.seq - b.seq);
  const stops = found.flatMap(({ stoppedAt }) => stoppedAt ?? []);
  const { rows, stoppedAt } = cutAt<PlacedRow, Place>(
    found.flatMap((one) => one.rows),
    { stops, compare, limit: page.limit },
  );
  return {
    rows: rows.map(({ record }) => parseRecord<ClaimRecord>(record)),
    stoppedAt: stoppedAt && { value: stoppedAt.confidence, id: await lastOf(connection, stoppedAt, page) },
  };
}

type PlacedPage = Bounds & Required<Pick<ListPage, 'descending' | 'limit' | 'lookAt'>>;
interface PartOfPage extends ClaimsOfPage {
  readonly belief: BeliefCut;
  readonly part: BeliefPart | undefined;
}

/** Ledgers that are looked at first, for each claim of a page: most pages are among theirs. */
const FIRST_LEDGERS = 4;

/** As of `readPage` in `list-order.ts`, over ledgers. The server sorts the claims of all that it looks at: so first of a few. */
async function readPart(
  connection: Neo4jConnection,
  page: PlacedPage,
  options: PartOfPage,
): Promise<PageOfPart> {
  const { limit, lookAt } = page;
  const few = Math.max(2, FIRST_LEDGERS * limit);
  const isOfLedgers = options.part !== undefined && options.part !== 'moved';
  if (!isOfLedgers || few >= lookAt) return readLookedAt(connection, page, options);
  const first = await readLookedAt(connection, { ...page, lookAt: few }, options);
  const isWhole = first.rows.length === limit || first.stoppedAt === null;
  return isWhole ? first : readLookedAt(connection, page, options);
}

interface PageOfPart {
  readonly rows: PlacedRow[];
  readonly stoppedAt: Place | null;
}

async function readLookedAt(
  connection: Neo4jConnection,
  page: PlacedPage,
  { belief, part, ...rest }: PartOfPage,
): Promise<PageOfPart> {
  const { limit, lookAt, descending } = page;
  const params = { ...rest.params, ...beliefParams(belief, part), ...boundsOf(page), limit, lookAt };
  const rows = await connection.rows<PlacedRow>(confidenceOf(part, page, { ...rest, belief }), params);
  if (part === undefined || part === 'moved' || rows.length === limit) return { rows, stoppedAt: null };
  const last = await connection.row<Omit<Place, 'seq'>>(
    `${ledgersInOrder(page)} SKIP $lookAt - 1 LIMIT 1 RETURN b.confidence AS confidence, b.cluster AS cluster`,
    params,
  );
  const seq = descending ? -1 : Number.MAX_SAFE_INTEGER;
  return { rows, stoppedAt: last === undefined ? null : { ...last, seq } };
}

/** The last claim of a cluster, in the order of a page: a ledger is that of a claim. */
async function lastOf(
  connection: Neo4jConnection,
  { cluster }: Place,
  { descending }: Pick<ListPage, 'descending'>,
): Promise<string> {
  const row = await connection.row<{ addr: string }>(
    `MATCH (c:Claim) USING INDEX SEEK c:Claim(cluster) WHERE c.cluster = $cluster AND c.record IS NOT NULL
     RETURN c.addr AS addr ORDER BY c.seq ${descending ? '' : 'DESC'} LIMIT 1`,
    { cluster },
  );
  return row?.addr ?? '';
}

/** A key names its claim, and that its cluster and position; a claim that is not there is before all of its confidence. */
async function placeOf(connection: Neo4jConnection, key: ListKey | null): Promise<Place | null> {
  if (key === null) return null;
  const found = await connection.row<Pick<Place, 'cluster' | 'seq'>>(
    'MATCH (c:Claim {addr: $addr}) WHERE c.record IS NOT NULL RETURN c.cluster AS cluster, c.seq AS seq',
    { addr: key.id },
  );
  return { confidence: Number(key.value), cluster: '', seq: -1, ...found };
}

const PLACES = {
  projection: { confidence: 'b.confidence', cluster: 'b.cluster' },
  moved: { confidence: 'k.confidence', cluster: 'k.cluster' },
  sought: { confidence: 'confidence', cluster: 'c.cluster' },
} as const;

function kindOf(part: BeliefPart | undefined): keyof typeof PLACES {
  if (part === undefined) return 'sought';
  return part === 'moved' ? 'moved' : 'projection';
}

function confidenceOf(
  part: BeliefPart | undefined,
  { descending, ...bounds }: Bounds & { readonly descending: boolean },
  { where, sought, belief }: ClaimsOfPage & { readonly belief: BeliefCut },
): string {
  const direction = descending ? 'DESC' : 'ASC';
  const kind = kindOf(part);
  const place = PLACES[kind];
  const { confidence, cluster } = place;
  const source = {
    sought: `${sought} WHERE true`,
    moved: MOVED,
    projection: alongConfidence({ descending, ...bounds }),
  }[kind];
  return `
    ${source}
    AND ${where} ${kind === 'sought' ? believed(belief, part) : ''}
    ${kind === 'sought' ? OWN_CONFIDENCE : ''}
    ${between(bounds, descending, place)}
    RETURN c.record AS record, ${confidence} AS confidence, ${cluster} AS cluster, c.seq AS seq
    ORDER BY confidence ${direction}, cluster ${direction}, seq ${direction} LIMIT $limit`;
}

/** Of few claims that another filter finds: the confidence of each. */
const OWN_CONFIDENCE = `
  OPTIONAL MATCH (b:LedgerBelief {id: c.corpus + ' ' + c.cluster})
  WITH c, coalesce(
    head([k IN $movedWanted WHERE k.cluster = c.cluster | k.confidence]), b.confidence, -1
  ) AS confidence
  WHERE true`;

/** Ledgers `b` of a state in their order, as far as they are looked at, and their claims. */
function alongConfidence(page: Pick<PlacedPage, 'descending' | 'after' | 'before'>): string {
  return `
    ${ledgersInOrder(page)} LIMIT $lookAt
    MATCH (c:Claim) USING INDEX SEEK c:Claim(cluster, corpus, seq) WHERE c.cluster = b.cluster`;
}

function ledgersInOrder({
  descending,
  after,
  before,
}: Pick<PlacedPage, 'descending' | 'after' | 'before'>): string {
  const [later, earlier, direction] = descending ? ['<=', '>=', 'DESC'] : ['>=', '<=', ''];
  // Ledgers before the place's own: as conditions of the seek they would make two of one.
  const isBefore =
    after === null
      ? ''
      : `WITH b, null AS apart
        WHERE NOT (b.confidence = $afterConfidence AND b.cluster ${descending ? '>' : '<'} $afterCluster)`;
  return `
    MATCH (b:LedgerBelief) USING INDEX SEEK b:LedgerBelief(corpus, state, confidence, cluster)
    WHERE b.corpus = $corpus AND b.state = $belief AND b.cluster IS NOT NULL
    AND b.confidence ${after === null ? '>= -1' : `${later} $afterConfidence`}
    ${before === null ? '' : `AND b.confidence ${earlier} $beforeConfidence`}
    AND NOT b.cluster IN $moved
    ${isBefore}
    WITH b ORDER BY b.corpus ${direction}, b.state ${direction}, b.confidence ${direction}, b.cluster ${direction}`;
}

function between(
  { after, before }: Bounds,
  descending: boolean,
  { confidence, cluster }: { readonly confidence: string; readonly cluster: string },
): string {
  const [later, earlier] = descending ? ['<', '>'] : ['>', '<'];
  const bound = (name: string, sign: string) => `
    AND (${confidence} ${sign} $${name}Confidence OR ${confidence} = $${name}Confidence AND (
      ${cluster} ${sign} $${name}Cluster OR ${cluster} = $${name}Cluster AND c.seq ${sign} $${name}Seq
    ))`;
  return `${after === null ? '' : bound('after', later)} ${before === null ? '' : bound('before', earlier)}`;
}

function boundsOf({ after, before }: Bounds): BoltParams {
  const named = (name: string, place: Place | null) =>
    place === null
      ? {}
      : {
          [`${name}Confidence`]: place.confidence,
          [`${name}Cluster`]: place.cluster,
          [`${name}Seq`]: place.seq,
        };
  return { ...named('after', after), ...named('before', before) };
}

/** What the projection has counted, but for claims of moved ledgers, which are counted one by one: in one statement. */
export async function tallyOf(
  connection: Neo4jConnection,
  matching: string,
  params: BoltParams,
): Promise<RowCount> {
  const row = await connection.row<{ total: number }>(
    `OPTIONAL MATCH (t:BeliefTally) WHERE t.corpus = $corpus AND t.state IN $states
    WITH coalesce(sum(t.claims), 0) AS tally
    CALL () {
      UNWIND $moved AS cluster
      MATCH (c:Claim) USING INDEX SEEK c:Claim(cluster, corpus, seq)
      WHERE c.cluster = cluster AND c.corpus = $corpus AND c.seq >= 0 AND c.belief IN $states
      RETURN count(c) AS gone
    }
    CALL () { ${matching} RETURN count(c) AS come }
    RETURN tally - gone + come AS total`,
    params,
  );
  return { count: row?.total ?? 0, isExact: true };
}

/** Each state is a list of its own. */
export async function beliefGroups(
  selection: ClaimSelection,
  count: (selection: ClaimSelection) => Promise<RowCount>,
): Promise<Group[]> {
  const { belief } = selection;
  if (belief === undefined) throw new RangeError('groups of beliefs need beliefs');
  const wanted = LISTED_STATES.filter((one) => belief.states?.includes(one) ?? true);
  const groups = await Promise.all(
    wanted.map(async (state) => {
      const found = await count({ ...selection, belief: { ...belief, states: [state] } });
      return { key: state, count: found.count, ...(!found.isExact && { isCut: true as const }) };
    }),
  );
  return groups
    .filter((group) => group.count > 0 || group.isCut)
    .sort((a, b) => b.count - a.count || byCodeUnit(a.key, b.key));
}

/** Lists of clusters in the order of confidence: along the ledgers of the projection, each of which is that of one cluster. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClaimRecord } from '../claim.ts';
import { type BeliefPart, beliefPartsOf } from '../store/belief-parts.ts';
import { MAX_LISTED } from '../store/lists.ts';
import { shareOf } from '../store/merged-page.ts';
import {
  type BeliefCut,
  type ClaimSelection,
  type Listed,
  type ListPage,
  MAX_LOOKED_AT,
} from '../store/selection.ts';
import { wantedOf } from './belief-parts.ts';
import { claimParams, claimsWhere, soughtBy } from './claim-selection.ts';
import type { Connection } from './connection.ts';
import { FirstOfClusters, type Lead } from './first-of-clusters.ts';
import {
  CONFIDENCE,
  type ConfidencePlace,
  comparePlaces,
  FIRST_LEDGERS,
  pageOfPlaces,
  placeOf,
} from './list-beliefs.ts';
import { recordOf } from './records.ts';
import { codeOf } from './save-beliefs.ts';
import { SLICE } from './slices.ts';

type Ledger = Pick<ConfidencePlace, 'confidence' | 'cluster'>;
type PlacedRow = ConfidencePlace & Lead & { readonly record: string };
type Range = Pick<ListPage, 'descending'> & { readonly after: Ledger | null; readonly before: Ledger | null };

export async function clustersByConfidence(
  connection: Connection,
  selection: ClaimSelection,
  page: ListPage,
): Promise<Listed<ClaimRecord>> {
  const { belief } = selection;
  const { limit } = page;
  if (belief === undefined) throw new RangeError('the order of confidence needs beliefs');
  if (limit > MAX_LISTED) throw new RangeError(`at most ${MAX_LISTED} rows, not ${limit}`);
  const range: Range = {
    descending: page.descending,
    after: placeOf(connection, page.after),
    before: placeOf(connection, page.before),
  };
  const clusters = new Clusters(connection, selection);
  const sought = soughtBy(connection, selection);
  const lookAt = page.lookAt ?? MAX_LOOKED_AT;
  const { found, stops } =
    sought === null
      ? await clusters.along(belief, range, { limit, lookAt })
      : { found: clusters.sought(selection, sought), stops: [] };
  const inRange = found.filter((row) => isWithin(row, range));
  return pageOfPlaces(connection, { found: inRange, stops }, page);
}

function isWithin(row: ConfidencePlace, { after, before, descending }: Range): boolean {
  const sign = descending ? -1 : 1;
  const compare = (bound: Ledger) => sign * comparePlaces(row, { ...bound, seq: row.seq });
  return (after === null || compare(after) > 0) && (before === null || compare(before) < 0);
}

type PageSize = Required<Pick<ListPage, 'limit' | 'lookAt'>>;

interface Found {
  readonly found: readonly PlacedRow[];
  readonly stops: readonly ConfidencePlace[];
}

const COLUMNS = `${recordOf('claim', 'c')} AS record, c.addr, c.cluster, c.seq`;

class Clusters {
  readonly #connection: Connection;
  readonly #selection: ClaimSelection;
  readonly #firsts: FirstOfClusters;

  constructor(connection: Connection, { firstOfCluster, ...selection }: ClaimSelection) {
    this.#connection = connection;
    this.#selection = selection;
    this.#firsts = new FirstOfClusters(connection, selection, firstOfCluster?.several ?? null);
  }

  /** Of few claims that another filter finds. */
  sought(selection: ClaimSelection, sought: string): PlacedRow[] {
    const sql = `SELECT ${COLUMNS}, ${CONFIDENCE} AS confidence ${claimsWhere(selection, { sought })}`;
    return this.#firsts.among(this.#connection.rows<PlacedRow>(sql, claimParams(selection)));
  }

  /** Of each state as many as the page holds, where there are so many, and those of moved ledgers. */
  async along(belief: BeliefCut, range: Range, { limit, lookAt }: PageSize): Promise<Found> {
    const found: PlacedRow[] = [];
    const stops: ConfidencePlace[] = [];
    const parts = beliefPartsOf(belief);
    const size = { limit, lookAt: shareOf(lookAt, parts.length) };
    for (const part of parts) {
      if (part === 'moved') found.push(...this.#rowsOf(wantedOf(belief)));
      else {
        const some = await this.#ofState(belief, part, range, size);
        found.push(...some.found);
        stops.push(...some.stops);
      }
    }
    return { found, stops };
  }

  /** Slice by slice along the index of ledgers: other filters may pass over any number of them. */
  async #ofState(
    { moved }: BeliefCut,
    state: Exclude<BeliefPart, 'moved'>,
    range: Range,
    { limit, lookAt }: PageSize,
  ): Promise<Found> {
    const isMoved = new Set(moved.map(({ cluster }) => cluster));
    const found: PlacedRow[] = [];
    let { after } = range;
    let open = lookAt;
    for (let size = Math.min(FIRST_LEDGERS, open); ; size = Math.min(SLICE, 4 * size, open)) {
      const some = { ...range, after };
      const ledgers = this.#connection.rows<Ledger>(ledgersSql(some), {
        ...{ corpus: this.#selection.corpus, state: codeOf(state), size },
        ...(after !== null && { afterConfidence: after.confidence, afterCluster: after.cluster }),
        ...(range.before !== null && {
          beforeConfidence: range.before.confidence,
          beforeCluster: range.before.cluster,
        }),
      });
      found.push(...this.#rowsOf(ledgers.filter(({ cluster }) => !isMoved.has(cluster))));
      after = ledgers.at(-1) ?? null;
      if (found.length >= limit || ledgers.length < size || after === null) return { found, stops: [] };
      open -= size;
      // A cluster is in this list by its first claim alone.
      if (open === 0)
        return { found, stops: [{ ...after, seq: range.descending ? -1 : Number.MAX_SAFE_INTEGER }] };
      await nextTurn();
    }
  }

  /** First claims of the clusters of some ledgers, in no order. */
  #rowsOf(ledgers: readonly Ledger[]): PlacedRow[] {
    const confidences = new Map(ledgers.map(({ cluster, confidence }) => [cluster, confidence]));
    const selection = { ...this.#selection, among: this.#firsts.of([...confidences.keys()]) };
    const sql = `SELECT ${COLUMNS} ${claimsWhere(selection, { sought: null })}`;
    const rows = this.#connection.rows<Omit<PlacedRow, 'confidence'>>(sql, claimParams(selection));
    return rows.map((row) => ({ ...row, confidence: confidences.get(row.cluster) ?? -1 }));
  }
}

function ledgersSql({ after, before, descending }: Range): string {
  const [later, earlier, direction] = descending ? ['<', '>', 'DESC'] : ['>', '<', 'ASC'];
  return `
    SELECT b.confidence, b.cluster FROM ledger_beliefs b INDEXED BY ledger_beliefs_by_confidence
    WHERE b.corpus = @corpus AND b.state = @state
    ${after === null ? '' : `AND (b.confidence, b.cluster) ${later} (@afterConfidence, @afterCluster)`}
    ${before === null ? '' : `AND (b.confidence, b.cluster) ${earlier} (@beforeConfidence, @beforeCluster)`}
    ORDER BY b.confidence ${direction}, b.cluster ${direction} LIMIT @size`;
}

/** Rows of clusters, of a ledger, and of who and what a corpus names, page by page, as of those of claims. */
import type { Engine } from '../../../engine/engine.ts';
import { nextSlice } from '../../../engine/slices.ts';
import type { ClaimAddr } from '../../../graph/address.ts';
import type { TallyKind } from '../../../graph/store/tallies.ts';
import { isOfLedgers } from '../views/ledger-counts.ts';
import type { ClustersExport, LedgerExport, NamesExport } from './export-link.ts';
import { clusterRow, type ExportRow, eventRow, nameRow } from './export-rows.ts';
import { ExportOutdated, type ExportReach, FOLDED, PAGE, type Pages, pagesOf } from './export-rows-of.ts';

export async function* clusterRows(engine: Engine, of: ClustersExport, { prefixes }: ExportReach): Pages {
  const { corpus, asOf, view, filter, belief, several } = of;
  const present = await engine.resolveCorpus(corpus, null);
  if (!present.ok) throw new ExportOutdated('there is no such corpus any more');
  const isAsOf = asOf !== null || view.until !== present.value.view.until;
  const list = await engine.explore.clusterList({ corpus, view, isAsOf, filter, belief, several, prefixes });
  for await (const ids of pagesOf<string>((request) => list.page({ ...request, ...of.order }))) {
    if (await list.isBounded()) throw new ExportOutdated('beliefs have moved too far from this link');
    for (let start = 0; start < ids.length; start += FOLDED) {
      if (start > 0) await nextSlice();
      yield await clustersOf(engine, ids.slice(start, start + FOLDED), of, { prefixes });
    }
  }
}

async function clustersOf(
  { explore }: Engine,
  ids: readonly string[],
  { corpus, view }: ClustersExport,
  { prefixes }: ExportReach,
): Promise<readonly ExportRow[]> {
  const found = await explore.clusterSums({ ids, corpus, view, prefixes });
  const clusters = found.filter((cluster) => cluster !== null);
  const firsts = await explore.claimsIn(
    clusters.map(({ first }) => first),
    view,
  );
  return clusters.flatMap((cluster, index) => {
    const first = firsts[index] ?? null;
    return first === null ? [] : [clusterRow(cluster, first)];
  });
}

function reaches(prefixes: readonly string[] | null, claim: ClaimAddr): boolean {
  return prefixes === null || prefixes.some((prefix) => claim.startsWith(prefix));
}

export async function* ledgerRows({ explore }: Engine, of: LedgerExport, { prefixes }: ExportReach): Pages {
  const { corpus, view, filter, span } = of;
  const list = { corpus, view, filter, before: span.before, limit: PAGE, newestFirst: false };
  for (let { after } = span; ; ) {
    await nextSlice();
    const { records, stoppedAt } = await explore.evidence({
      ...list,
      after,
      admits: ({ claim }) => reaches(prefixes, claim),
    });
    yield records.map(({ entry }) => eventRow(entry));
    const place = stoppedAt ?? (records.length < PAGE ? null : (records.at(-1)?.seq ?? null));
    if (place === null) return;
    after = place;
  }
}

interface NameList {
  readonly kind: TallyKind;
  readonly type: 'Publisher' | 'Entity' | 'Actor';
}
const NAMES: Readonly<Record<NamesExport['kind'], NameList>> = {
  publishers: { kind: 'publisher', type: 'Publisher' },
  entities: { kind: 'entity', type: 'Entity' },
  actors: { kind: 'actor', type: 'Actor' },
};

/** Counts are of when each page is read; as of a time there are none. */
export async function* nameRows({ explore }: Engine, of: NamesExport): Pages {
  const { corpus, asOf, view, filter, order, withLedgers } = of;
  const { kind, type } = NAMES[of.kind];
  const list = explore.tallies({ kind, corpus, view, filter });
  const isCounted = (count: string) => asOf === null && (withLedgers || !isOfLedgers(count));
  for await (const names of pagesOf<string>((request) => list.page({ ...request, ...order }))) {
    const tallies = names.length === 0 ? [] : await list.named(names);
    yield tallies.filter((tally) => tally !== null).map((tally) => nameRow(type, tally, isCounted));
  }
}

/** Sections that share rare terms: what it costs depends on the bounds of the query, not on the corpus. */
import type { GraphReader, SharedSection, SharedTerms, SharingQuery } from '../store.ts';
import type { Connection } from './connection.ts';
import { matchOf, tableOf } from './text-index.ts';

type SharingReader = Pick<GraphReader, 'sectionsSharing'>;

export function sharingReader(connection: Connection): SharingReader {
  return { sectionsSharing: async (query) => sectionsSharing(connection, query) };
}

function sectionsSharing(
  connection: Connection,
  { corpus, terms, common: bound, limit }: SharingQuery,
): SharedTerms {
  const table = tableOf(connection, corpus);
  if (table === null) return { sections: [], common: [] };
  const shared = new Map<number, number>();
  const common: string[] = [];
  for (const term of new Set(terms)) {
    const expression = matchOf(term);
    if (expression === null) continue;
    const found = connection.rows<{ id: number }>(sectionsWith(table), { expression, limit: bound + 1 });
    if (found.length > bound) common.push(term);
    else for (const { id } of found) shared.set(id, (shared.get(id) ?? 0) + 1);
  }
  const best = [...shared].toSorted(([a, of], [b, other]) => other - of || a - b).slice(0, limit);
  const ids = best.map(([id]) => id);
  const rows = connection.rowsPerKey<SharedSection & { readonly i: number }>(SECTIONS, ids).flat();
  return { sections: rows.map(({ addr, artefact }) => ({ addr, artefact })), common };
}

/** In the order of the index, without a ranking, so that a common term ends where its bound does. */
function sectionsWith(table: string): string {
  return `SELECT rowid AS id FROM ${table} WHERE ${table} MATCH @expression LIMIT @limit`;
}

const SECTIONS = `
  SELECT k.key AS i, s.addr, s.artefact FROM json_each(@keys) k CROSS JOIN sections s ON s.id = k.value`;

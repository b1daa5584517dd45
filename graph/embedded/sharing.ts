/** Sections that share rare terms: what it costs depends on the bounds of the query, not on the corpus. */
import type { SharedSection, SharedTerms, SharingQuery, TextReader } from '../store/text.ts';
import type { Connection } from './connection.ts';
import { matchOf, tableOf } from './text-index.ts';

export function sharingReader(connection: Connection): Pick<TextReader, 'sectionsSharing'> {
  return { sectionsSharing: async (query) => sectionsSharing(connection, query) };
}

function sectionsSharing(
  connection: Connection,
  { corpus, texts, common: bound, limit }: SharingQuery,
): SharedTerms {
  const table = tableOf(connection, corpus);
  if (table === null) return { sections: texts.map(() => []), common: [] };
  const found = new Map<string, readonly number[]>();
  const common: string[] = [];
  for (const term of new Set(texts.flat())) {
    const expression = matchOf(term);
    if (expression === null) continue;
    const rows = connection.rows<{ id: number }>(sectionsWith(table), { expression, limit: bound + 1 });
    if (rows.length > bound) common.push(term);
    else
      found.set(
        term,
        rows.map(({ id }) => id),
      );
  }
  const ids = texts.map((terms) => mostShared(terms, found).slice(0, limit));
  const rows = connection.rowsPerKey<SharedSection & { readonly i: number }>(SECTIONS, ids.flat()).flat();
  const sections = rows.map(({ addr, artefact }) => ({ addr, artefact }));
  return { sections: ids.map(({ length }) => sections.splice(0, length)), common };
}

/** Ids of sections are in the order in which they were first saved. */
function mostShared(terms: readonly string[], found: ReadonlyMap<string, readonly number[]>): number[] {
  const shared = new Map<number, number>();
  for (const term of new Set(terms)) {
    for (const id of found.get(term) ?? []) shared.set(id, (shared.get(id) ?? 0) + 1);
  }
  return [...shared].toSorted(([a, of], [b, other]) => other - of || a - b).map(([id]) => id);
}

/** In the order of the index, without a ranking, so that a common term ends where its bound does. */
function sectionsWith(table: string): string {
  return `SELECT rowid AS id FROM ${table} WHERE ${table} MATCH @expression LIMIT @limit`;
}

const SECTIONS = `
  SELECT k.key AS i, s.addr, s.artefact FROM json_each(@keys) k CROSS JOIN sections s ON s.id = k.value`;

/** Sections that share rare terms: what it costs depends on the bounds of the query, not on the corpus. */
import { mostShared, type NumberedSection } from '../shared-sections.ts';
import type { SharedTerms, SharingQuery, TextReader } from '../store/text.ts';
import type { Neo4jConnection } from './connection.ts';
import { quotedTerm, type TextIndexes } from './text-index.ts';

export function sharingReader(
  connection: Neo4jConnection,
  indexes: TextIndexes,
): Pick<TextReader, 'sectionsSharing'> {
  return { sectionsSharing: (query) => sectionsSharing(connection, indexes, query) };
}

interface Found {
  readonly term: string;
  readonly nodes: readonly NumberedSection[];
}

/** Of a common term one section more than the bound. */
const SHARING = `
  UNWIND $terms AS term
  CALL (term) {
    CALL db.index.fulltext.queryNodes($index, term.expression, {limit: $most}) YIELD node
    RETURN collect(node {.addr, .artefact, .seq}) AS nodes
  }
  RETURN term.term AS term, nodes`;

async function sectionsSharing(
  connection: Neo4jConnection,
  indexes: TextIndexes,
  { corpus, texts, common: bound, limit }: SharingQuery,
): Promise<SharedTerms> {
  const terms = [...new Set(texts.flat())].flatMap((term) => {
    const expression = quotedTerm(term);
    return expression === null ? [] : [{ term, expression }];
  });
  const index = await indexes.find(corpus);
  if (index === null || terms.length === 0) return { sections: texts.map(() => []), common: [] };
  const rows = await connection.rows<Found>(SHARING, { index, terms, most: bound + 1 });
  const rare = new Map(
    rows.filter(({ nodes }) => nodes.length <= bound).map(({ term, nodes }) => [term, nodes]),
  );
  return {
    sections: texts.map((own) => mostShared(own, rare).slice(0, limit)),
    common: rows.flatMap(({ term, nodes }) => (nodes.length > bound ? [term] : [])),
  };
}

/** Sections that share rare terms: what it costs depends on the bounds of the query, not on the corpus. */
import type { GraphReader, SharedSection, SharedTerms, SharingQuery } from '../store.ts';
import type { Connection } from './connection.ts';
import { quotedTerm, type TextIndexes } from './text-index.ts';

type SharingReader = Pick<GraphReader, 'sectionsSharing'>;

export function sharingReader(connection: Connection, indexes: TextIndexes): SharingReader {
  return { sectionsSharing: (query) => sectionsSharing(connection, indexes, query) };
}

interface Sharing {
  readonly sections: readonly SharedSection[];
  readonly common: readonly string[];
}

/** Sections of one artefact are in order: the number at an address' end has no leading zeros. */
const SHARING = `
  UNWIND $terms AS term
  CALL (term) {
    CALL db.index.fulltext.queryNodes($index, term.expression, {limit: $most}) YIELD node
    RETURN collect(node) AS nodes
  }
  WITH collect({term: term.term, nodes: nodes, isCommon: size(nodes) = $most}) AS found
  CALL (found) {
    UNWIND [one IN found WHERE NOT one.isCommon | one.nodes] AS nodes
    UNWIND nodes AS node
    WITH node, count(*) AS shared
    ORDER BY shared DESC, node.seq, size(node.addr), node.addr LIMIT $limit
    RETURN collect(node {.addr, .artefact}) AS sections
  }
  RETURN sections, [one IN found WHERE one.isCommon | one.term] AS common`;

async function sectionsSharing(
  connection: Connection,
  indexes: TextIndexes,
  { corpus, terms: asked, common, limit }: SharingQuery,
): Promise<SharedTerms> {
  const terms = [...new Set(asked)].flatMap((term) => {
    const expression = quotedTerm(term);
    return expression === null ? [] : [{ term, expression }];
  });
  const index = await indexes.find(corpus);
  const none = { sections: [], common: [] };
  if (index === null || terms.length === 0) return none;
  return (await connection.row<Sharing>(SHARING, { index, terms, most: common + 1, limit })) ?? none;
}

/** Sections by the terms that they contain, for what a transaction asks of them: which share rare terms with a text. */
import { hash } from 'node:crypto';
import { mostShared, type NumberedSection } from '../shared-sections.ts';
import type { IndexedSection } from '../store/rows.ts';
import type { SharedTerms, SharingQuery } from '../store/text.ts';
import type { PostgresConnection } from './connection.ts';
import { tableOf, upsert } from './upserts.ts';

/** Of a term's hash: an integer that JavaScript holds. */
const KEY_BYTES = 6;
/** Rows of one statement. */
const MAX_ROWS = 20_000;

/** A section that is saved again gets another number: the terms that it had lead nowhere. */
const SECTIONS = tableOf({
  name: 'sections',
  columns: { addr: 'text', artefact: 'text', seq: 'bigint', record: 'text' },
  key: ['addr'],
  onReplace: 'id = excluded.id',
});

const SAVE_TERMS = `
  INSERT INTO section_terms (term, section)
  SELECT k.term, s.id FROM unnest(@terms::bigint[], @owners::int[]) AS k (term, owner)
  JOIN sections s ON s.addr = (@addrs::text[])[k.owner]`;

/** Statements are sent in this order, without a wait between them. */
export function saveSections(
  connection: PostgresConnection,
  sections: readonly IndexedSection[],
): Promise<void>[] {
  const last = [...new Map(sections.map((section) => [section.addr, section])).values()];
  const rows = last.map((section) => {
    const { addr, artefact, seq } = section;
    return { addr, artefact, seq, record: JSON.stringify(section) };
  });
  const terms = last.flatMap((section, index) => keysOf(section).map((term) => ({ term, owner: index + 1 })));
  const parts = Array.from({ length: Math.ceil(terms.length / MAX_ROWS) }, (_, part) =>
    terms.slice(part * MAX_ROWS, (part + 1) * MAX_ROWS),
  );
  const addrs = rows.map(({ addr }) => addr);
  return [
    upsert(connection, SECTIONS, rows),
    ...parts.map((part) =>
      connection.run(SAVE_TERMS, {
        addrs,
        terms: part.map(({ term }) => term),
        owners: part.map(({ owner }) => owner),
      }),
    ),
  ];
}

/** Of a common term one section, and no more. */
const SHARING = `
  SELECT k.i, s.addr, s.artefact, s.seq, s.of FROM unnest(@terms::bigint[]) WITH ORDINALITY AS k (value, i)
  CROSS JOIN LATERAL (
    SELECT f.*, count(*) OVER () AS of, row_number() OVER () AS n FROM (
      SELECT s.addr, s.artefact, s.seq FROM section_terms t JOIN sections s ON s.id = t.section
      WHERE t.term = k.value LIMIT @most
    ) f
  ) s WHERE s.of < @most OR s.n = 1`;

interface FoundRow extends NumberedSection {
  readonly i: number;
  /** Sections of the term, as far as one beyond the bound. */
  readonly of: number;
}

/** See `TextReader.sectionsSharing`. */
export async function sectionsSharing(
  connection: PostgresConnection,
  { corpus, texts, common: bound, limit }: SharingQuery,
): Promise<SharedTerms> {
  const terms = [...new Set(texts.flat())];
  const keys = terms.map((term) => keyOf(corpus, term));
  const rows = await connection.rowsPerKey<FoundRow>(SHARING, terms.length, { terms: keys, most: bound + 1 });
  const isCommon = (found: readonly FoundRow[]) => (found[0]?.of ?? 0) > bound;
  const rare = new Map(
    terms.flatMap((term, index) => {
      const found = rows[index] ?? [];
      return isCommon(found) ? [] : [[term, found] as const];
    }),
  );
  return {
    sections: texts.map((own) => mostShared(own, rare).slice(0, limit)),
    common: terms.filter((_, index) => isCommon(rows[index] ?? [])),
  };
}

function keysOf({ corpus, titleTerms, textTerms }: IndexedSection): number[] {
  const terms = new Set(`${titleTerms} ${textTerms}`.split(' ').filter((term) => term !== ''));
  return [...terms].map((term) => keyOf(corpus, term));
}

/** Of some 10 million terms, two share a key with a chance of one in six: each then counts as the other. */
function keyOf(corpus: string, term: string): number {
  return hash('sha1', `${corpus}\n${term}`, 'buffer').readUIntBE(0, KEY_BYTES);
}

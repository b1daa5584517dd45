/**
 * Searches of a library: entries that have every word and every value asked for, newest first. The rarest of these is
 * read in order, and each entry is looked up under the others. What one page reads is bounded: a page may be shorter
 * than its limit, or empty, and its next position states that the list continues.
 */
import type { Kysely } from 'kysely';
import type { Collection, FacetCount, LibrarySearch, Position } from '../records.ts';
import { type Term, termNumber } from './library-terms.ts';
import type { Tables } from './tables.ts';
import { wordsOf } from './words.ts';

/** Words of a question that are looked for; further ones are ignored. */
const MAX_SEARCHED = 8;
/** Words that begin as the last one does. */
const MAX_VARIANTS = 8;
/** Entries that one statement looks at, and statements of one page. */
const STRETCH = 250;
const STRETCHES = 4;
/** Values of one facet. */
const MAX_VALUES = 50;
/** Behind every text that begins with what is in front of it. */
const LAST_CHARACTER = '\u{10FFFF}';

const LISTED_FACETS = {
  history: ['mode', 'corpus'],
  saved: ['verdict', 'changed', 'folder', 'tag', 'corpus'],
} as const;

interface Found {
  /** Newest first, at most the limit of the page. */
  readonly ids: readonly string[];
  readonly next: Position | null;
}

/** Alternatives, of which an entry has at least one, and how many entries they have. */
interface Wanted {
  readonly terms: readonly number[];
  readonly entries: number;
}

export async function searchLibrary(
  db: Kysely<Tables>,
  collection: Collection,
  search: LibrarySearch,
): Promise<Found> {
  const wanted = await wantedOf(db, collection, search);
  const [lead, ...others] = wanted.toSorted((a, b) => a.entries - b.entries);
  if (lead === undefined || lead.entries === 0) return { ids: [], next: null };
  const found: Position[] = [];
  let before = startOf(search);
  for (let stretch = 0; stretch < STRETCHES; stretch++) {
    const size = others.length === 0 ? search.limit + 1 : STRETCH;
    const looked = await readStretch(db, { lead, others, before, size });
    const hits = looked.filter(({ hit }) => hit);
    found.push(...withoutDoubles(hits));
    before = looked.at(-1);
    if (
      before === undefined ||
      looked.length < size ||
      found.length > search.limit ||
      isEarly(before, search)
    ) {
      return pageOf(found, search);
    }
  }
  return { ...pageOf(found, search), next: before ?? null };
}

/** Facets of a user's whole collection: the most frequent values, of days the newest. */
export async function facetsOf(
  db: Kysely<Tables>,
  user: string,
  collection: Collection,
): Promise<FacetCount[]> {
  const counts = db
    .selectFrom('library_counts')
    .select(['facet', 'value', 'entries'])
    .where('user_id', '=', user)
    .where('collection', '=', collection)
    .limit(MAX_VALUES);
  const lists = LISTED_FACETS[collection].map((facet) =>
    counts.where('facet', '=', facet).orderBy('entries', 'desc').orderBy('value', 'desc').execute(),
  );
  const days = counts.where('facet', '=', 'day').orderBy('value', 'desc').execute();
  return (await Promise.all([...lists, days])).flat();
}

async function wantedOf(
  db: Kysely<Tables>,
  collection: Collection,
  { user, text, values }: LibrarySearch,
): Promise<Wanted[]> {
  const owner = { user, collection };
  const words = wordsOf(text, MAX_SEARCHED);
  // Text without a letter or digit: no entry has it.
  if (words.length === 0 && text.trim() !== '') return [{ terms: [], entries: 0 }];
  const last = words.pop();
  const exact: Term[] = [...values, ...words.map((value): Term => ({ facet: 'word', value }))];
  const counts = await countsOf(db, owner, exact);
  const wanted = exact.map(
    (term, index): Wanted => ({
      terms: [termNumber(owner, term)],
      entries: counts[index] ?? 0,
    }),
  );
  if (last !== undefined) wanted.push(await variantsOf(db, owner, last));
  return wanted;
}

type Owner = { readonly user: string; readonly collection: Collection };

async function countsOf(db: Kysely<Tables>, owner: Owner, terms: readonly Term[]): Promise<number[]> {
  if (terms.length === 0) return [];
  const rows = await ofOwner(db, owner)
    .where(
      'facet',
      'in',
      terms.map(({ facet }) => facet),
    )
    .where(
      'value',
      'in',
      terms.map(({ value }) => value),
    )
    .execute();
  return terms.map(
    (term) => rows.find((row) => row.facet === term.facet && row.value === term.value)?.entries ?? 0,
  );
}

/** The word itself and the first others that begin with it, in the order of the alphabet. */
async function variantsOf(db: Kysely<Tables>, owner: Owner, beginning: string): Promise<Wanted> {
  const rows = await ofOwner(db, owner)
    .where('facet', '=', 'word')
    .where('value', '>=', beginning)
    .where('value', '<', `${beginning}${LAST_CHARACTER}`)
    .orderBy('value')
    .limit(MAX_VARIANTS)
    .execute();
  return {
    terms: rows.map(({ facet, value }) => termNumber(owner, { facet, value })),
    entries: rows.reduce((sum, { entries }) => sum + entries, 0),
  };
}

function ofOwner(db: Kysely<Tables>, { user, collection }: Owner) {
  return db
    .selectFrom('library_counts')
    .select(['facet', 'value', 'entries'])
    .where('user_id', '=', user)
    .where('collection', '=', collection);
}

interface Stretch {
  readonly lead: Wanted;
  readonly others: readonly Wanted[];
  readonly before: Position | undefined;
  readonly size: number;
}

type Looked = Position & { readonly hit: boolean };

async function readStretch(db: Kysely<Tables>, { lead, others, before, size }: Stretch): Promise<Looked[]> {
  const [first, ...more] = lead.terms.map((term) => entriesUnder(db, term, { before, size }));
  if (first === undefined) return [];
  const together = more.reduce((all, one) => all.unionAll(one), first);
  const rows = await db
    .selectFrom(together.as('looked'))
    .select(['looked.at', 'looked.entry_id as id'])
    .select((eb) =>
      eb
        .and(
          others.map(({ terms }) =>
            // Not `exists`: PostgreSQL may read every entry of the term into a table of hashes for it.
            eb(
              eb
                .selectFrom('library_terms as other')
                .select('other.term')
                .where('other.term', 'in', terms)
                .whereRef('other.at', '=', 'looked.at')
                .whereRef('other.entry_id', '=', 'looked.entry_id')
                .limit(1),
              'is not',
              null,
            ),
          ),
        )
        .as('hit'),
    )
    .orderBy('looked.at', 'desc')
    .orderBy('looked.entry_id', 'desc')
    .limit(size)
    .execute();
  return rows.map(({ at, id, hit }) => ({ at, id, hit: Boolean(hit) }));
}

function entriesUnder(db: Kysely<Tables>, term: number, { before, size }: Pick<Stretch, 'before' | 'size'>) {
  let query = db.selectFrom('library_terms').select(['at', 'entry_id']).where('term', '=', term);
  if (before !== undefined) {
    query = query.where((eb) => eb(eb.refTuple('at', 'entry_id'), '<', eb.tuple(before.at, before.id)));
  }
  const newest = query.orderBy('at', 'desc').orderBy('entry_id', 'desc').limit(size);
  // A part of a union has no order of its own unless it is a table.
  return db.selectFrom(newest.as('newest')).select(['newest.at', 'newest.entry_id']);
}

/** An entry with several of the words that begin alike stands in a stretch once for each. */
function withoutDoubles(hits: readonly Looked[]): Looked[] {
  return hits.filter(({ at, id }, index) => {
    const previous = hits[index - 1];
    return previous === undefined || previous.at !== at || previous.id !== id;
  });
}

function startOf({ to, after }: LibrarySearch): Position | undefined {
  // Ids are not empty: in front of the first one of its instant.
  const end = to === undefined ? undefined : { at: to, id: '' };
  if (end === undefined || after === undefined) return end ?? after;
  return after.at < end.at ? after : end;
}

function pageOf(found: readonly Position[], search: LibrarySearch): Found {
  const listed = found.filter((entry) => !isEarly(entry, search));
  const shown = listed.slice(0, search.limit);
  const last = listed.length > search.limit ? shown.at(-1) : undefined;
  return { ids: shown.map(({ id }) => id), next: last === undefined ? null : { at: last.at, id: last.id } };
}

function isEarly({ at }: Position, { from }: LibrarySearch): boolean {
  return from !== undefined && at < from;
}

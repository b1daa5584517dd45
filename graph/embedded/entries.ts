/**
 * The log's entries, of which a store holds one form: the bytes of their leaves. Entries never change, so that pages, decoded
 * entries and those that were saved last are cached; a transaction that is rolled back forgets them.
 */
import { decodeCbor, STORED_LIMITS } from '../canonical.ts';
import type { LogEntry } from '../log/entry.ts';
import type { StoredEntry } from '../store/log.ts';
import { StoreCorrupted } from '../store/store.ts';
import { packPage, pagesOf, stretchesOf, unpackPage } from './entry-pages.ts';
import { ReadBudget } from './read-budget.ts';
import { SavedLeaves } from './saved-leaves.ts';

/** Some 3 kB each once decoded. Artefacts apart: a question looks at a hundred of them, and at more claims of a few. */
const DECODED_ARTEFACTS = 4_096;
const DECODED_OTHERS = 4_096;
/** More together would put one another out of the cache before they are used. */
const MAX_LOADED = 4_096;
/** Some 12 kB each. */
const UNPACKED_PAGES = 512;

/** What entries ask of their connection. */
interface EntryStatements {
  row<Row>(sql: string, params: Readonly<Record<string, number>>): Row | undefined;
  rows<Row>(sql: string, params: Readonly<Record<string, string>>): Row[];
  run(sql: string, params: Readonly<Record<string, string | number | Uint8Array | null>>): void;
}

/** A row of `entries`; its bytes are null where they lie in a page. */
export interface EntryRow {
  readonly seq: number;
  readonly root: Uint8Array;
  readonly bytes: Uint8Array | null;
}

interface Page {
  readonly first: number;
  readonly leaves: readonly Uint8Array[];
}

export class Entries {
  /** Of what is unpacked and decoded here. */
  readonly budget: ReadBudget = new ReadBudget();
  readonly #connection: EntryStatements;
  readonly #artefacts = new Map<number, StoredEntry>();
  readonly #others = new Map<number, StoredEntry>();
  readonly #pages = new Map<number, Page>();
  readonly #saved = new SavedLeaves();
  /** What was saved last, in this transaction, and has no page yet: what is saved next may lie in the same. */
  #open: readonly StoredEntry[] = [];
  /** Read last: the next entry of a run mostly lies there too. */
  #page: Page | null = null;

  constructor(connection: EntryStatements) {
    this.#connection = connection;
  }

  /** The entry at a position, null where there is none. @throws {StoreCorrupted} where its bytes are no entry */
  find(seq: number): StoredEntry | null {
    for (const cache of [this.#artefacts, this.#others]) {
      const known = cache.get(seq);
      if (known !== undefined) return used(cache, seq, known);
    }
    const saved = this.#savedAt(seq);
    if (saved === null) this.load([seq]);
    else this.#remember(saved);
    return this.#artefacts.get(seq) ?? this.#others.get(seq) ?? null;
  }

  /**
   * Decodes those of these positions that are not cached, in one statement and page by page: `find` finds them then. Of very many
   * the first alone; `find` reads the others one by one.
   */
  load(seqs: readonly number[]): void {
    const isKnown = (seq: number) =>
      this.#artefacts.has(seq) || this.#others.has(seq) || this.#saved.get(seq) !== undefined;
    const missing = [...new Set(seqs)].filter((seq) => !isKnown(seq)).slice(0, MAX_LOADED);
    if (missing.length === 0) return;
    for (const row of this.#connection.rows<EntryRow>(AT, { seqs: JSON.stringify(missing) })) {
      const decoded = this.of(row);
      // Of its own: the page that its bytes lie in may be many times as large.
      this.#remember({ ...decoded, bytes: decoded.bytes.slice() });
    }
  }

  #remember(stored: StoredEntry): void {
    const { seq, body } = stored.entry;
    if (body.type === 'artefact.observed') remember(this.#artefacts, seq, stored, DECODED_ARTEFACTS);
    else remember(this.#others, seq, stored, DECODED_OTHERS);
  }

  /** Decoded anew: the strings of the entry that was saved may be parts of whole documents. */
  #savedAt(seq: number): StoredEntry | null {
    const leaf = this.#saved.get(seq);
    if (leaf === undefined) return null;
    this.budget.spend();
    return { entry: entryOf(leaf.bytes, seq), ...leaf };
  }

  of({ seq, root, bytes }: EntryRow): StoredEntry {
    this.budget.spend();
    const leaf = plain(bytes ?? this.#paged(seq));
    return { entry: entryOf(leaf, seq), bytes: leaf, root: Buffer.from(root).toString('hex') };
  }

  save(stored: readonly StoredEntry[]): void {
    const pages = pagesOf(stored);
    const paged = new Set(pages.flat());
    for (const one of stored) {
      const { entry, bytes, root } = one;
      const row = { seq: entry.seq, type: entry.body.type, root: Buffer.from(root, 'hex') };
      this.#connection.run(SAVE, { ...row, bytes: paged.has(one) ? null : bytes });
      this.#artefacts.delete(entry.seq);
      this.#others.delete(entry.seq);
      this.#saved.add(entry.seq, one);
    }
    for (const page of pages) this.#place(page);
    // Its leaves lie in no row and in no page: they are read from those saved last, which what is behind it may displace.
    if (stored.length > 0 && this.#open.at(-1) !== stored.at(-1)) this.finish();
    this.#page = null;
  }

  /** Before the commit: every entry that was saved has its bytes in the file then. */
  finish(): void {
    for (const page of stretchesOf(this.#open)) this.#savePage(page);
    this.#open = [];
  }

  /** Saves the pages that are full; what is behind them stays open. */
  #place(page: readonly StoredEntry[]): void {
    const follows = this.#open.at(-1)?.entry.seq === (page[0]?.entry.seq ?? 0) - 1;
    if (!follows) this.finish();
    const stretches = stretchesOf([...this.#open, ...page]);
    for (const full of stretches.slice(0, -1)) this.#savePage(full);
    this.#open = stretches.at(-1) ?? [];
  }

  #savePage(page: readonly StoredEntry[]): void {
    const first = page[0]?.entry.seq ?? 0;
    this.#connection.run(SAVE_PAGE, { first, bytes: packPage(page.map(({ bytes }) => bytes)) });
    this.#pages.delete(first);
    this.#page = null;
  }

  forget(): void {
    this.#artefacts.clear();
    this.#others.clear();
    this.#pages.clear();
    this.#saved.clear();
    this.#open = [];
    this.#page = null;
  }

  #paged(seq: number): Uint8Array {
    const known = this.#saved.get(seq)?.bytes ?? this.#page?.leaves[seq - this.#page.first];
    const leaf = known ?? this.#leafOf(seq);
    if (leaf === undefined) throw new StoreCorrupted(`the bytes of entry ${seq} are missing`, seq);
    return leaf;
  }

  #leafOf(seq: number): Uint8Array | undefined {
    const first = this.#connection.row<{ first: number }>(FIRST, { seq })?.first;
    if (first === undefined) return undefined;
    const known = this.#pages.get(first);
    this.#page = known === undefined ? this.#unpacked(first, seq) : used(this.#pages, first, known);
    return this.#page.leaves[seq - first];
  }

  #unpacked(first: number, seq: number): Page {
    this.budget.spend();
    const row = this.#connection.row<{ bytes: Uint8Array }>(PAGE, { first });
    try {
      const page = { first, leaves: unpackPage(row?.bytes ?? new Uint8Array(0)) };
      remember(this.#pages, first, page, UNPACKED_PAGES);
      return page;
    } catch (cause) {
      throw new StoreCorrupted(`the page of entry ${seq} cannot be read`, first, { cause });
    }
  }
}

const AT = `
  SELECT e.seq, e.root, e.bytes FROM json_each(@seqs) k CROSS JOIN entries e ON e.seq = k.value ORDER BY e.seq`;
// Without the bytes: most pages that are asked for are cached.
const FIRST = 'SELECT first FROM entry_pages WHERE first <= @seq ORDER BY first DESC LIMIT 1';
const PAGE = 'SELECT bytes FROM entry_pages WHERE first = @first';
const SAVE = `
  INSERT INTO entries (seq, type, root, bytes) VALUES (@seq, @type, @root, @bytes)
  ON CONFLICT (seq) DO UPDATE SET type = excluded.type, root = excluded.root, bytes = excluded.bytes`;
const SAVE_PAGE = `
  INSERT INTO entry_pages (first, bytes) VALUES (@first, @bytes)
  ON CONFLICT (first) DO UPDATE SET bytes = excluded.bytes`;

/** What was saved as an entry is one, unless somebody has changed it; what still looks like it is for its hash to tell. */
function entryOf(bytes: Uint8Array, seq: number): LogEntry {
  const entry = decoded(bytes, seq) as LogEntry | null;
  if (entry?.seq === seq && typeof entry.body === 'object') return entry;
  throw new StoreCorrupted(`entry ${seq} does not match its bytes`, seq);
}

function decoded(bytes: Uint8Array, seq: number): unknown {
  try {
    return decodeCbor(bytes, STORED_LIMITS);
  } catch (cause) {
    throw new StoreCorrupted(`entry ${seq} does not match its bytes`, seq, { cause });
  }
}

/** A cached value, which is now the one used last. */
function used<V>(cache: Map<number, V>, key: number, value: V): V {
  cache.delete(key);
  cache.set(key, value);
  return value;
}

/** The one used longest ago goes. */
function remember<V>(cache: Map<number, V>, key: number, value: V, most: number): void {
  if (cache.size >= most) {
    const [oldest] = cache.keys();
    if (oldest !== undefined) cache.delete(oldest);
  }
  cache.set(key, value);
}

/** The driver's Buffers as what the port promises, over the same memory. */
function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Whether the rows on which access and verdicts hang say what the log's entries say. */
import { sameBytes } from '../bytes.ts';
import { encodeCanonical } from '../canonical.ts';
import type { LogReader, StoredEntry } from '../store/log.ts';
import { NO_LIMIT, type RangeReader, readRange } from '../store/ranges.ts';
import { type RecordReader, readRecord } from '../store/records.ts';
import { StoreCorrupted } from '../store/store.ts';
import type { EntryType, KeyMinted, LogEntry } from './entry.ts';

/** So few that a page holds up no request. */
const PAGE = 100;

/** A projection holds other rows than the log makes; a rebuild makes them again. */
export class RowsChanged extends StoreCorrupted {}

/** Every key and every revocation: a revoked token must not read again. @throws {RowsChanged} naming the first one */
export async function checkTokens(reader: LogReader & RecordReader & RangeReader): Promise<void> {
  const revoked = new Map<string, number>();
  for await (const page of pagesOf(reader, 'key.revoked')) {
    for (const { entry } of page) {
      if (entry.body.type === 'key.revoked') revoked.set(entry.body.key_id, entry.seq);
    }
  }
  const stored = new Map(
    (await readRange(reader, 'revocations', { after: -1 }, { limit: NO_LIMIT })).map(({ keyId, seq }) => [
      keyId,
      seq,
    ]),
  );
  for (const id of new Set([...revoked.keys(), ...stored.keys()])) {
    if (revoked.get(id) !== stored.get(id)) throw changed('revocation', id, revoked.get(id) ?? null);
  }
  for await (const page of pagesOf(reader, 'key.minted')) await checkKeys(reader, page, revoked);
}

async function checkKeys(
  reader: RecordReader,
  page: readonly StoredEntry[],
  revoked: ReadonlyMap<string, number>,
): Promise<void> {
  // Read by their type.
  const minted = page.map(({ entry }) => ({ ...entry, body: entry.body as KeyMinted }));
  const keys = await reader.records(
    'keys',
    minted.map(({ body }) => body.key_id),
  );
  for (const [index, { seq, at, body }] of minted.entries()) {
    const { key_id: id, key_hash: hash } = body;
    if (!isSame(keys[index], { seq, at, body, revoked: revoked.has(id) })) throw changed('key', id, seq);
    if (hash === null) continue;
    if ((await readRecord(reader, 'keysByHash', hash))?.body.key_id !== id)
      throw changed('hash of key', id, seq);
  }
}

/**
 * The verdicts of a range of the log, `after` and `before` not among them; yields as it goes, so that its caller lets others in.
 * @throws {RowsChanged} naming the first entry whose verdict is another, is missing, or is none
 */
export async function* checkVerdicts(
  reader: LogReader & RangeReader,
  range: { readonly after: number; readonly before: number },
): AsyncGenerator<number> {
  let after = range.after;
  for (;;) {
    const said = await pageOf(reader, 'findings.changed', { after, before: range.before });
    const rows = await readRange(reader, 'findings', { tenant: null, after, answers: null }, { limit: PAGE });
    const stored = rows.filter(({ seq }) => seq < range.before);
    for (let at = 0; at < Math.max(said.length, stored.length); at += 1) {
      const [entry, row] = [said[at]?.entry, stored[at]];
      if (entry !== undefined && isSame(row, verdictOf(entry))) continue;
      const seqs = [entry?.seq, row?.seq].filter((seq) => seq !== undefined);
      throw changed('verdict', null, Math.min(...seqs));
    }
    const last = said.at(-1);
    if (last === undefined) return;
    after = last.entry.seq;
    yield after;
  }
}

function verdictOf({ seq, at, tenant, corpus, body }: LogEntry) {
  return { seq, at, tenant, corpus, body };
}

interface Range {
  readonly after: number;
  readonly before: number | null;
}

async function* pagesOf(reader: LogReader, type: EntryType): AsyncGenerator<StoredEntry[]> {
  for (let after = -1; ; ) {
    const page = await pageOf(reader, type, { after, before: null });
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.entry.seq;
  }
}

async function pageOf(reader: LogReader, type: EntryType, { after, before }: Range): Promise<StoredEntry[]> {
  const page = await reader.entries({ after, limit: PAGE, types: [type] });
  return before === null ? page : page.filter(({ entry }) => entry.seq < before);
}

function isSame(stored: object | null | undefined, expected: object): boolean {
  return stored != null && sameBytes(encodeCanonical(stored), encodeCanonical(expected));
}

function changed(what: string, id: string | null, seq: number | null): RowsChanged {
  const where = seq === null ? 'which no entry makes' : `of entry ${seq}`;
  return new RowsChanged(
    `the ${what} ${id === null ? '' : `${id} `}${where} is not in the store as the log has it`,
    seq,
  );
}

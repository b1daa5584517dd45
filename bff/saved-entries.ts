/** Changing saved answers: one or many at once, undoing a removal, folders and tags as a whole. */
import { z } from 'zod';
import type { BffContext, Visitor } from './bff-context.ts';
import { type Page, pageOf, pageOfSchema, positionOf } from './cursor.ts';
import { pageQuery, tagName } from './history.ts';
import type { SavedChange, SavedRecord } from './records.ts';
import { refuse } from './refusal.ts';
import {
  folderName,
  MAX_TAGS,
  type SavedEntry,
  savedEntry,
  savedNote,
  savedTags,
  savedTitle,
  savedView,
} from './saved.ts';

/** Entries of one call. */
const MAX_ENTRIES = 100;
const MAX_ID_LENGTH = 64;
/** Entries that one renaming of a folder or a tag changes. */
const MAX_RENAMED = 500;

const entryId = z.string().min(1).max(MAX_ID_LENGTH);
export const entriesInput = z.strictObject({ ids: z.array(entryId).min(1).max(MAX_ENTRIES) });
type EntriesInput = z.infer<typeof entriesInput>;

export const changeInput = entriesInput.extend({
  title: savedTitle.optional(),
  /** Null: in no folder. */
  folder: folderName.nullable().optional(),
  /** Replaces all tags; `add_tags` and `remove_tags` then apply to these. */
  tags: savedTags.optional(),
  add_tags: savedTags.optional(),
  remove_tags: savedTags.optional(),
  /** Null: none. */
  note: savedNote.nullable().optional(),
});
type ChangeInput = z.infer<typeof changeInput>;

export const changedEntries = z.object({
  /** In the order asked for. */
  items: z.array(savedEntry).readonly(),
  /** Ids of which the visitor has no such entry. */
  missing: z.array(z.string()).readonly(),
});
type ChangedEntries = z.infer<typeof changedEntries>;

/**
 * Changes each entry alike; what is absent stays as it is. Each entry is changed as a whole.
 * @throws {BffRefusal} 400 where an entry would have more than 16 tags, and then none is changed; 429 past the limit
 */
export async function changeSaved(
  bff: BffContext,
  visitor: Visitor,
  { ids, ...input }: ChangeInput,
): Promise<ChangedEntries> {
  await bff.limits.write(visitor);
  const changeOf = (saved: SavedRecord) => changeFrom(saved, input);
  for (const id of new Set(ids)) {
    const saved = await bff.records.savedById(visitor.user, id);
    if (saved !== null) changeOf(saved);
  }
  return each(ids, (id) => bff.records.changeSaved(visitor.user, id, changeOf));
}

function changeFrom(saved: SavedRecord, input: Omit<ChangeInput, 'ids'>): SavedChange {
  const { title, folder, note, add_tags = [], remove_tags = [] } = input;
  const removed = new Set(remove_tags);
  const kept = (input.tags ?? saved.tags).filter((tag) => !removed.has(tag));
  const tags = [...new Set([...kept, ...add_tags])].sort();
  if (tags.length <= MAX_TAGS) return { title, folder, note, tags };
  const message = `An answer has at most ${MAX_TAGS} tags.`;
  throw refuse(400, 'BadRequest', 'invalid:body', message, 'Please remove some of them first.');
}

/** Soft: `restoreSaved` undoes it for 30 days. Receipts stay with the engine. @throws {BffRefusal} 429 past the limit */
export async function removeEntries(
  bff: BffContext,
  visitor: Visitor,
  { ids }: EntriesInput,
): Promise<RemovedIds> {
  await bff.limits.write(visitor);
  return idsOf(ids, (id) => bff.records.removeSaved(visitor.user, id, bff.now()));
}

/** One entry. @throws {BffRefusal} 404 where the visitor has no such entry, 429 past the limit */
export async function removeSaved(bff: BffContext, visitor: Visitor, id: string): Promise<void> {
  await bff.limits.write(visitor);
  if (await bff.records.removeSaved(visitor.user, id, bff.now())) return;
  throw refuse(404, 'NotFound', 'missing:saved', 'There is no such saved answer.');
}

/** Brings removed entries back, with folder, tags and note. @throws {BffRefusal} 429 past the limit */
export async function restoreSaved(
  bff: BffContext,
  visitor: Visitor,
  { ids }: EntriesInput,
): Promise<ChangedEntries> {
  await bff.limits.write(visitor);
  return each(ids, (id) => bff.records.restoreSaved(visitor.user, id));
}

/** Deletes removed entries for good. @throws {BffRefusal} 429 past the limit */
export async function purgeSaved(
  bff: BffContext,
  visitor: Visitor,
  { ids }: EntriesInput,
): Promise<RemovedIds> {
  await bff.limits.write(visitor);
  return idsOf(ids, (id) => bff.records.purgeSaved(visitor.user, id));
}

const removedEntry = savedEntry.extend({ removed_at: z.string() });
export const removedPage = pageOfSchema(removedEntry);
export const removedQuery = pageQuery;

/** Entries that can still be restored, the last removed first. @throws {BffRefusal} 429 past the limit */
export async function listRemoved(
  bff: BffContext,
  visitor: Visitor,
  { cursor, limit }: z.infer<typeof removedQuery>,
): Promise<Page<z.infer<typeof removedEntry>>> {
  await bff.limits.read(visitor);
  const after = cursor === undefined ? undefined : positionOf(cursor);
  const rows = await bff.records.removedSaved(visitor.user, after, limit + 1);
  return pageOf(
    rows,
    limit,
    ({ removed_at, id }) => ({ at: removed_at, id }),
    (row) => ({ ...savedView(row), removed_at: new Date(row.removed_at).toISOString() }),
  );
}

/** Null takes the entries out of the folder. */
export const renameFolderInput = z.strictObject({ folder: folderName, to: folderName.nullable() });
/** Null takes the tag from the entries. */
export const renameTagInput = z.strictObject({ tag: tagName, to: tagName.nullable() });

export const renamed = z.object({
  /** Entries that this call changed. */
  changed: z.int(),
  /** Whether some are left: call again until there are none. */
  more: z.boolean(),
});
type Renamed = z.infer<typeof renamed>;

/** Up to 500 entries a call. @throws {BffRefusal} 429 past the limit */
export function renameFolder(
  bff: BffContext,
  visitor: Visitor,
  { folder, to }: z.infer<typeof renameFolderInput>,
): Promise<Renamed> {
  if (folder === to) return Promise.resolve({ changed: 0, more: false });
  // One that was moved elsewhere since the list was read stays there.
  return rename(bff, visitor, { folder }, (saved) => (saved.folder === folder ? { folder: to } : null));
}

/** Up to 500 entries a call. @throws {BffRefusal} 429 past the limit */
export function renameTag(
  bff: BffContext,
  visitor: Visitor,
  { tag, to }: z.infer<typeof renameTagInput>,
): Promise<Renamed> {
  if (tag === to) return Promise.resolve({ changed: 0, more: false });
  return rename(bff, visitor, { tag }, ({ tags }) => {
    if (!tags.includes(tag)) return null;
    const others = tags.filter((one) => one !== tag);
    return { tags: [...new Set(to === null ? others : [...others, to])].sort() };
  });
}

async function rename(
  bff: BffContext,
  visitor: Visitor,
  of: { readonly folder: string } | { readonly tag: string },
  changeOf: (saved: SavedRecord) => SavedChange | null,
): Promise<Renamed> {
  await bff.limits.write(visitor);
  const { user } = visitor;
  const rows = await bff.records.saved({ user, ...of, limit: MAX_RENAMED + 1 });
  let changed = 0;
  for (const { id } of rows.slice(0, MAX_RENAMED)) {
    let isMeant = false;
    const entry = await bff.records.changeSaved(user, id, (saved) => {
      const change = changeOf(saved);
      isMeant = change !== null;
      return change;
    });
    if (entry !== null && isMeant) changed += 1;
  }
  return { changed, more: rows.length > MAX_RENAMED };
}

export const removedIds = z.object({
  /** In the order asked for. */
  ids: z.array(z.string()).readonly(),
  /** Ids of which the visitor has no such entry. */
  missing: z.array(z.string()).readonly(),
});
type RemovedIds = z.infer<typeof removedIds>;

async function each(
  ids: readonly string[],
  change: (id: string) => Promise<SavedRecord | null>,
): Promise<ChangedEntries> {
  const items: SavedEntry[] = [];
  const missing: string[] = [];
  for (const id of new Set(ids)) {
    const saved = await change(id);
    if (saved === null) missing.push(id);
    else items.push(savedView(saved));
  }
  return { items, missing };
}

async function idsOf(
  asked: readonly string[],
  remove: (id: string) => Promise<boolean>,
): Promise<RemovedIds> {
  const ids: string[] = [];
  const missing: string[] = [];
  for (const id of new Set(asked)) ((await remove(id)) ? ids : missing).push(id);
  return { ids, missing };
}

/**
 * Which entries of the inbox were notified, for all windows of this browser. Not in localStorage: each process of a browser reads
 * its own copy of that, which another process's write reaches later, with a lock held or not. A transaction of IndexedDB is atomic
 * among all of them.
 */

const DATABASE = 'adduce';
const NOTIFIED = 'notified';
const MOST_STORED = 100;
/** Browsers have faults by which a database is never opened. */
const MAX_WAIT_MS = 3_000;

/**
 * Records that an entry was notified.
 *
 * @param id of the entry in the inbox
 * @returns whether no window has recorded it before; true also where the browser lets the page store nothing, or does not answer in
 *   time: the tag of the notification replaces that of another window then
 */
export function recordNotified(id: string): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, MAX_WAIT_MS, true));
  return Promise.race([recordOnce(id), late]);
}

async function recordOnce(id: string): Promise<boolean> {
  let database: IDBDatabase | undefined;
  try {
    database = await openDatabase();
    return await addOnce(database, id);
  } catch {
    return true;
  } finally {
    database?.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE);
  opening.onupgradeneeded = () => {
    opening.result
      .createObjectStore(NOTIFIED, { autoIncrement: true })
      .createIndex('id', '', { unique: true });
  };
  return resultOf(opening);
}

/** The oldest give way to the newest. */
async function addOnce(database: IDBDatabase, id: string): Promise<boolean> {
  const store = database.transaction(NOTIFIED, 'readwrite').objectStore(NOTIFIED);
  if ((await resultOf(store.index('id').count(id))) > 0) return false;
  const place = await resultOf(store.add(id));
  await resultOf(store.delete(IDBKeyRange.upperBound(Number(place) - MOST_STORED)));
  return true;
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

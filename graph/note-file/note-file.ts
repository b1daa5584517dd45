/**
 * The journal of signed notes as a file of lines that only grows (docs/adr/0048-…). A line counts once it is on disk, before
 * anybody gets its note. What a crash has left of a line was never published: it is completed where only its end is missing,
 * and else removed. A whole line that does not match its checksum is damage.
 */
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { HeldJournal, NoteJournal } from '../log/note-journal.ts';
import { StoreCorrupted, StoreUnavailable } from '../store/store.ts';
import { FileLock } from './file-lock.ts';
import { lineOf, noteOfLine } from './note-line.ts';

/** As many bytes of the file's end are read: hundreds of lines. */
const TAIL_BYTES = 65_536;
const LOCK_WAIT_MS = 2_500;
const NEWLINE = 0x0a;
const FAILED = 'a note could not be made durable: none is signed until the program is started again';

/** The end of the file as this process last saw it. */
interface End {
  readonly inode: bigint;
  readonly bytes: number;
  readonly newest: string | null;
}

export class NoteFile implements NoteJournal {
  readonly place: string;
  readonly #lock: FileLock;
  #end: End | null = null;
  #failed: { readonly cause: unknown } | null = null;

  /** The file, and a lock of the same name beside it, are made when they are first needed. */
  constructor(path: string, lockWaitMs = LOCK_WAIT_MS) {
    this.place = path;
    this.#lock = new FileLock(`${path}.lock`, lockWaitMs);
  }

  async exclusive<T>(work: (journal: HeldJournal) => Promise<T>): Promise<T> {
    if (this.#failed !== null) throw new StoreUnavailable(FAILED, this.#failed);
    await mkdir(dirname(this.place), { recursive: true }).catch(unavailable);
    return this.#lock.hold(async () => {
      const file = await this.#open();
      try {
        const end = await this.#readEnd(file);
        this.#end = end;
        return await work({ newest: end.newest, append: (note) => this.#append(file, note) });
      } finally {
        await file.close();
      }
    });
  }

  /** A file that is new is on disk with its name before anything is written into it. */
  async #open(): Promise<FileHandle> {
    try {
      const known = await open(this.place, 'r+').catch(nullIfMissing);
      if (known !== null) return known;
      if (this.#end !== null && this.#end.bytes > 0) throw new StoreCorrupted(`${this.place} is gone`, null);
      const made = await open(this.place, 'wx+');
      await syncFolder(dirname(this.place));
      return made;
    } catch (error) {
      return unavailable(error);
    }
  }

  async #readEnd(file: FileHandle): Promise<End> {
    const { ino: inode, size } = await file.stat({ bigint: true }).catch(unavailable);
    const bytes = Number(size);
    const known = this.#end;
    if (known !== null && (known.inode !== inode || bytes < known.bytes)) {
      const found = known.inode === inode ? `cut from ${known.bytes} bytes to ${bytes}` : 'replaced';
      throw new StoreCorrupted(`the file of signed notes ${this.place} was ${found}`, null);
    }
    if (known?.bytes === bytes) return known;
    const tail = await this.#settledTail(file, bytes);
    return { inode, bytes: tail.bytes, newest: this.#newestOf(tail.text) };
  }

  /** The end of the file, up to the end of its last whole line. */
  async #settledTail(file: FileHandle, bytes: number): Promise<{ readonly bytes: number; text: string }> {
    const start = Math.max(0, bytes - TAIL_BYTES);
    const buffer = Buffer.alloc(bytes - start);
    await file.read(buffer, 0, buffer.length, start).catch(unavailable);
    const whole = buffer.lastIndexOf(NEWLINE) + 1;
    const torn = buffer.toString('utf8', whole);
    if (torn === '') return { bytes, text: buffer.toString() };
    if (whole === 0 && start > 0) throw this.#damaged('its end is not a line');
    if (noteOfLine(torn) !== null) {
      await this.#write(file, '\n', bytes);
      return { bytes: bytes + 1, text: `${buffer.toString()}\n` };
    }
    await this.#cut(file, start + whole);
    return { bytes: start + whole, text: buffer.toString('utf8', 0, whole) };
  }

  #newestOf(text: string): string | null {
    if (text === '') return null;
    const last = text.slice(text.lastIndexOf('\n', text.length - 2) + 1, -1);
    const note = noteOfLine(last);
    if (note === null) throw this.#damaged('its last line does not match its checksum');
    return note;
  }

  #damaged(how: string): StoreCorrupted {
    return new StoreCorrupted(`the file of signed notes ${this.place} is damaged: ${how}`, null);
  }

  async #append(file: FileHandle, note: string): Promise<void> {
    const end = this.#end;
    if (end === null) throw new TypeError('the journal was not read');
    const line = lineOf(note);
    await this.#write(file, line, end.bytes);
    this.#end = { inode: end.inode, bytes: end.bytes + Buffer.byteLength(line), newest: note };
  }

  /** What finds no room leaves the file as it was. */
  async #write(file: FileHandle, text: string, at: number): Promise<void> {
    const bytes = Buffer.from(text);
    try {
      for (let done = 0; done < bytes.length; ) {
        done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
      }
    } catch (error) {
      await this.#cut(file, at);
      return unavailable(error);
    }
    await this.#durable(() => file.datasync());
  }

  #cut(file: FileHandle, bytes: number): Promise<void> {
    return this.#durable(async () => {
      await file.truncate(bytes);
      await file.datasync();
    });
  }

  /** After a failed sync nobody knows what the disk holds. */
  async #durable(sync: () => Promise<void>): Promise<void> {
    try {
      await sync();
    } catch (cause) {
      this.#failed = { cause };
      throw new StoreUnavailable(FAILED, { cause });
    }
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

function unavailable(error: unknown): never {
  if (error instanceof StoreCorrupted) throw error;
  const message = error instanceof Error ? error.message : String(error);
  throw new StoreUnavailable(`the file of signed notes cannot be used: ${message}`, { cause: error });
}

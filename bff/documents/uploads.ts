/**
 * Documents on their way from a page into a corpus: files are collected in a folder of their own, then the folder is read as
 * `adduce ingest` reads it, one upload after another. An upload belongs to its visitor; a restart ends those under way.
 */
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BffRefusal, refuse } from '../refusal.ts';
import { checkName, sameFile } from './file-name.ts';
import type { DocumentIngest, IngestedFolder } from './ingest-folder.ts';
import { OWNER_FILE, ownerFileText } from './owner-file.ts';
import { FileTooLarge, type Spooled, spool } from './spool.ts';

export const UPLOAD_BOUNDS = { files: 1_000, bytes: 256 * 1_048_576, ofVisitor: 3, ofAll: 64 } as const;
/** An upload that nobody adds to or asks about for so long is forgotten. */
const IDLE_MS = 3_600_000;

export type UploadState = 'open' | 'waiting' | 'reading' | 'done' | 'failed' | 'cancelled';

export interface Owner {
  /** The visitor. */
  readonly user: string;
  /** Names the visitor in the ids of its documents: those of two visitors never mix. */
  readonly reader: string;
}

export interface Upload {
  readonly id: string;
  readonly corpus: string;
  readonly owner: Owner;
  /** Hash by name; null while the file is on its way. */
  readonly files: Map<string, string | null>;
  readonly ending: AbortController;
  bytes: number;
  state: UploadState;
  done: number;
  of: number;
  report: IngestedFolder | null;
  /** Epoch milliseconds. */
  usedAt: number;
}

export interface UploadsOptions {
  readonly dataFolder: string;
  readonly documents: DocumentIngest;
  readonly now: () => number;
  readonly newId: () => string;
  /** Why a folder could not be read, or removed. */
  readonly onFault: (fault: unknown) => void;
}

export class Uploads {
  readonly #options: UploadsOptions;
  readonly #uploads = new Map<string, Upload>();
  #line: Promise<void> = Promise.resolve();

  private constructor(options: UploadsOptions) {
    this.#options = options;
  }

  /** Uploads that an earlier process has not finished go; those of another one that still serves are younger. */
  static async open(options: UploadsOptions): Promise<Uploads> {
    const folder = join(options.dataFolder, 'uploads');
    for (const name of await readdir(folder).catch(() => [])) {
      const left = await stat(join(folder, name)).catch(() => null);
      const isOld = left !== null && left.mtimeMs <= options.now() - IDLE_MS;
      if (isOld) await rm(join(folder, name), { recursive: true, force: true }).catch(options.onFault);
    }
    return new Uploads(options);
  }

  get documents(): DocumentIngest {
    return this.#options.documents;
  }

  /** @throws {BffRefusal} 429 where too many are under way */
  async begin(owner: Owner, corpus: string): Promise<Upload> {
    await this.#forgetIdle();
    const open = [...this.#uploads.values()].filter(({ state }) => isUnderWay(state));
    const own = open.filter((one) => one.owner.user === owner.user);
    if (own.length >= UPLOAD_BOUNDS.ofVisitor || open.length >= UPLOAD_BOUNDS.ofAll) {
      const message = 'Other uploads are still under way.';
      throw refuse(
        429,
        'RateLimited',
        'limited:uploads',
        message,
        'Wait until one has ended, or cancel one.',
      );
    }
    const { newId, now } = this.#options;
    const upload: Upload = {
      id: newId(),
      corpus,
      owner,
      files: new Map(),
      ending: new AbortController(),
      bytes: 0,
      state: 'open',
      done: 0,
      of: 0,
      report: null,
      usedAt: now(),
    };
    this.#uploads.set(upload.id, upload);
    await mkdir(this.#folder(upload), { recursive: true });
    return upload;
  }

  /** @throws {BffRefusal} 404, also for another visitor's */
  of(user: string, id: string): Upload {
    const upload = this.#uploads.get(id);
    if (upload === undefined || upload.owner.user !== user) {
      const message = 'There is no such upload.';
      throw refuse(
        404,
        'NotFound',
        'missing:upload',
        message,
        'Add the files again: those that are here already are not added twice.',
      );
    }
    upload.usedAt = this.#options.now();
    return upload;
  }

  /** A file that is there already with the same bytes is taken. @throws {BffRefusal} 4xx for a file that is left out, with why */
  async add(upload: Upload, given: string, body: AsyncIterable<Uint8Array>): Promise<number> {
    if (upload.state !== 'open') throw closed();
    const name = this.#nameOf(given);
    const key = sameFile(name);
    if (!upload.files.has(key) && upload.files.size >= UPLOAD_BOUNDS.files) {
      const message = `An upload has at most ${UPLOAD_BOUNDS.files} files.`;
      throw leftOut(413, 'PayloadTooLarge', 'too_many', message, 'Add the others afterwards.');
    }
    const known = upload.files.get(key);
    if (known === null) throw sameName();
    if (known === undefined) upload.files.set(key, null);
    try {
      return await this.#take(upload, { name, key, known: known ?? null }, body);
    } catch (fault) {
      throw NO_STORAGE.has(codeOf(fault)) ? noStorage(fault) : fault;
    } finally {
      if (upload.files.get(key) === null) upload.files.delete(key);
    }
  }

  async #take(
    upload: Upload,
    { name, key, known }: { readonly name: string; readonly key: string; readonly known: string | null },
    body: AsyncIterable<Uint8Array>,
  ): Promise<number> {
    const { maxFileBytes: maxBytes } = this.documents;
    let taken = 0;
    const take = (bytes: number): void => {
      if (upload.state !== 'open') throw closed();
      if (upload.bytes + bytes > UPLOAD_BOUNDS.bytes) throw noRoom();
      upload.bytes += bytes;
      taken += bytes;
    };
    const file = await spool(this.#folder(upload), body, { maxBytes, take }).catch((error: unknown) => {
      upload.bytes -= taken;
      throw error instanceof FileTooLarge ? tooLarge(maxBytes) : error;
    });
    const isKept = known === null && file.bytes > 0 && upload.state === 'open';
    if (!isKept) {
      await file.drop();
      upload.bytes -= taken;
      if (file.bytes === 0) throw leftOut(400, 'BadRequest', 'empty', 'The file is empty.');
      if (known === null) throw closed();
      if (known !== file.hash) throw sameName();
      return file.bytes;
    }
    await this.#place(upload, name, file);
    upload.files.set(key, file.hash);
    return file.bytes;
  }

  async #place(upload: Upload, name: string, file: Spooled): Promise<void> {
    try {
      await file.moveTo(join(this.#folder(upload), upload.owner.reader, name));
    } catch (fault) {
      upload.bytes -= file.bytes;
      await file.drop();
      throw IN_ITS_PLACE.has(codeOf(fault)) ? sameName() : fault;
    }
  }

  #nameOf(given: string): string {
    const checked = checkName(given);
    if (!checked.ok) {
      throw leftOut(400, 'BadRequest', 'name', `Its name ${checked.why}.`, 'Rename it, and add it again.');
    }
    const { extensions } = this.documents;
    const extension = /\.([^./]+)$/.exec(checked.name)?.[1]?.toLowerCase() ?? '';
    if (extensions.includes(extension)) return checked.name;
    const readable = extensions.map((one) => `.${one}`).join(', ');
    const message =
      extension === '' ? 'Its name has no extension.' : `No reader knows “.${extension}” files.`;
    throw leftOut(415, 'UnsupportedMediaType', 'unsupported', message, `These are read: ${readable}.`);
  }

  /** Reads what has come, when it is its turn; once. */
  start(upload: Upload): void {
    if (upload.state !== 'open') return;
    if (upload.files.size === 0) {
      const message = 'This upload has no files that can be read.';
      throw refuse(409, 'BadRequest', 'missing:files', message, 'Add some first.');
    }
    if ([...upload.files.values()].includes(null)) {
      throw refuse(409, 'BadRequest', 'invalid:upload', 'Files of this upload are still on their way.');
    }
    upload.state = 'waiting';
    upload.of = upload.files.size;
    this.#line = this.#line.then(() => this.#read(upload));
  }

  async #read(upload: Upload): Promise<void> {
    const { signal } = upload.ending;
    if (signal.aborted) return;
    upload.state = 'reading';
    try {
      upload.report = await this.#ingest(upload, await this.#settle(upload));
      upload.state = 'done';
    } catch (fault) {
      upload.state = signal.aborted ? 'cancelled' : 'failed';
      if (!signal.aborted) this.#tell(fault);
      await this.#drop(upload);
    }
  }

  /** Moves it to where it stays: the log may name that folder as soon as it is read, so that nothing removes it any more. */
  async #settle(upload: Upload): Promise<string> {
    const { corpus, id, owner } = upload;
    const folder = join(this.#options.dataFolder, 'documents', corpus, id);
    await writeFile(join(this.#folder(upload), OWNER_FILE), ownerFileText(owner.reader));
    await mkdir(dirname(folder), { recursive: true });
    await rename(this.#folder(upload), folder);
    return folder;
  }

  async #ingest(upload: Upload, folder: string): Promise<IngestedFolder> {
    const { corpus, ending, owner } = upload;
    const onProgress = (done: number, of: number): void => {
      upload.done = done;
      upload.of = of;
    };
    const { signal } = ending;
    const report = await this.documents.ingest({ corpus, folder, onProgress, signal });
    const prefix = `${owner.reader}/`;
    const skipped = report.skipped.map((one) => ({
      ...one,
      name: one.name.startsWith(prefix) ? one.name.slice(prefix.length) : one.name,
    }));
    return { ...report, skipped };
  }

  /** What was not read yet is not read any more; what was stays. */
  async cancel(upload: Upload): Promise<void> {
    if (!isUnderWay(upload.state)) return;
    upload.ending.abort(new Error('cancelled'));
    // What is being read ends between two documents, says so itself, and cleans up.
    if (upload.state === 'reading') return;
    upload.state = 'cancelled';
    await this.#drop(upload);
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    for (const upload of this.#uploads.values()) await this.cancel(upload);
    await this.#line;
  }

  /** Removes what has not been read. What cannot be removed ends nothing else: it goes at a later start. */
  async #drop(upload: Upload): Promise<void> {
    await rm(this.#folder(upload), { recursive: true, force: true }).catch((fault: unknown) =>
      this.#tell(fault),
    );
  }

  /** A fault of the listener itself ends no other upload. */
  #tell(fault: unknown): void {
    try {
      this.#options.onFault(fault);
    } catch {
      // There is nobody else to tell.
    }
  }

  #folder({ id }: Upload): string {
    return join(this.#options.dataFolder, 'uploads', id);
  }

  async #forgetIdle(): Promise<void> {
    const before = this.#options.now() - IDLE_MS;
    for (const upload of this.#uploads.values()) {
      if (upload.usedAt > before || upload.state === 'reading' || upload.state === 'waiting') continue;
      this.#uploads.delete(upload.id);
      await this.cancel(upload);
    }
  }
}

function isUnderWay(state: UploadState): boolean {
  return state === 'open' || state === 'waiting' || state === 'reading';
}

/** What `mkdir` and `rename` say where a file has the name of one of its folders, or a folder its name. */
const IN_ITS_PLACE: ReadonlySet<string | undefined> = new Set(['EEXIST', 'ENOTDIR', 'EISDIR', 'ENOTEMPTY']);
const NO_STORAGE: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT']);

function codeOf(fault: unknown): string | undefined {
  return fault instanceof Error && 'code' in fault ? String(fault.code) : undefined;
}

/** Of the whole upload: other files fail alike, and go on once there is room. */
function noStorage(fault: unknown): BffRefusal {
  const reason = 'limited:storage';
  const message = 'The server has no room left on its disk for this file.';
  const next_step = 'Tell its operator, and go on when there is room: what was sent is still there.';
  return new BffRefusal({ status: 507, kind: 'Unavailable', reason, message, next_step }, fault);
}

type LeftOut = Parameters<typeof refuse>;

/** Of one file: the others of its upload are taken. */
function leftOut(status: number, kind: LeftOut[1], what: string, message: string, nextStep?: string) {
  return refuse(status, kind, `skipped:${what}`, message, nextStep);
}

function tooLarge(maxBytes: number) {
  const message = `The file is larger than ${Math.floor(maxBytes / 1_048_576)} MiB.`;
  return leftOut(413, 'PayloadTooLarge', 'too_large', message, 'Divide it, and add its parts.');
}

function noRoom() {
  const message = `An upload has at most ${UPLOAD_BOUNDS.bytes / 1_048_576} MiB.`;
  return leftOut(413, 'PayloadTooLarge', 'too_many', message, 'Add the others afterwards.');
}

function sameName() {
  const message = 'Another file of this upload has its name.';
  return leftOut(409, 'BadRequest', 'same_name', message, 'Rename one of them, and add it again.');
}

function closed() {
  const message = 'This upload takes no more files.';
  return refuse(409, 'BadRequest', 'invalid:upload', message, 'Begin another one.');
}

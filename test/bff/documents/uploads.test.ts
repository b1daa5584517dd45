/** Uploads where a disk, a reader or a listener fails: each ends by itself, and the others go on. */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentIngest } from '../../../bff/documents/ingest-folder.ts';
import { type Upload, Uploads } from '../../../bff/documents/uploads.ts';
import { eventually } from '../../eventually.ts';

const OWNER = { user: 'ada', reader: 'reader-ada' };
const REPORT = { added: 1, changed: 0, unchanged: 0, claims: 1, skipped: [], skippedCount: 0 };

let folder: string;
let faults: unknown[];
let uploads: Uploads;
let ingest: DocumentIngest['ingest'];
let onFault: (fault: unknown) => void;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adduce-uploads-'));
  faults = [];
  onFault = (fault) => faults.push(fault);
  ingest = async () => REPORT;
  let ids = 0;
  uploads = await Uploads.open({
    dataFolder: folder,
    documents: { extensions: ['txt'], maxFileBytes: 1_000, ingest: (request) => ingest(request) },
    now: () => 0,
    newId: () => `u${++ids}`,
    onFault: (fault) => onFault(fault),
  });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function starts(): Promise<Upload> {
  const upload = await uploads.begin(OWNER, 'sky');
  await uploads.add(upload, 'a.txt', bytes('Rhea has 1 ring.'));
  uploads.start(upload);
  return upload;
}

const ends = (upload: Upload, state: Upload['state']) => eventually(() => expect(upload.state).toBe(state));
const settled = (upload: Upload) => readdir(join(folder, 'documents', 'sky', upload.id));

describe('an upload whose reading fails', () => {
  it('keeps its folder, since the log may name it by then, with its owner’s file', async () => {
    ingest = async () => Promise.reject(new Error('no report'));
    const upload = await starts();
    await ends(upload, 'failed');
    expect((await settled(upload)).sort()).toEqual(['.adduce-owner', 'reader-ada']);
    expect(await readFile(join(folder, 'documents', 'sky', upload.id, '.adduce-owner'), 'utf8')).toBe(
      'reader-ada\n',
    );
    expect(faults).toEqual([new Error('no report')]);
  });

  it('keeps its folder where it is cancelled meanwhile', async () => {
    const reading = Promise.withResolvers<void>();
    ingest = ({ signal }) => {
      reading.resolve();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const upload = await starts();
    await reading.promise;
    await uploads.cancel(upload);
    await ends(upload, 'cancelled');
    expect(await settled(upload)).toContain('reader-ada');
    expect(faults).toEqual([]);
  });

  it('lets the next one be read where the listener to faults fails', async () => {
    onFault = () => {
      throw new Error('the log of the service is full');
    };
    ingest = async () => Promise.reject(new Error('no report'));
    const first = await starts();
    await ends(first, 'failed');
    ingest = async () => REPORT;
    await ends(await starts(), 'done');
  });

  it('lets the next one be read where its folder cannot be moved', async () => {
    await mkdir(join(folder, 'documents', 'sky', 'u1', 'x'), { recursive: true });
    const first = await starts();
    await ends(first, 'failed');
    expect(faults).toMatchObject([{ code: 'ENOTEMPTY' }]);
    expect(await readdir(join(folder, 'uploads'))).toEqual([]);
    await ends(await starts(), 'done');
  });

  it('lets the next one be read where nothing of it can be removed, and says why', async () => {
    const places = ['uploads', 'documents'].map((name) => join(folder, name));
    ingest = async () => {
      // A file in the place of the folder: `rm` says ENOTDIR.
      for (const place of places) {
        await rm(place, { recursive: true });
        await writeFile(place, '');
      }
      throw new Error('no report');
    };
    const first = await starts();
    await ends(first, 'failed');
    await eventually(() => expect(faults).toMatchObject([{ message: 'no report' }, { code: 'ENOTDIR' }]));
    for (const place of places) await rm(place);
    ingest = async () => REPORT;
    await ends(await starts(), 'done');
  });
});

describe('a file that cannot be stored', () => {
  it.each(['ENOSPC', 'EDQUOT'])('for want of room (%s) says so, and is taken again later', async (code) => {
    const upload = await uploads.begin(OWNER, 'sky');
    const full = Object.assign(new Error('no space left on device'), { code });
    await expect(uploads.add(upload, 'a.txt', failing(full))).rejects.toMatchObject({
      view: { status: 507, reason: 'limited:storage', message: expect.stringContaining('no room left') },
    });
    expect(upload.bytes).toBe(0);
    expect(await uploads.add(upload, 'a.txt', bytes('x'))).toBe(1);
  });

  it('for another fault is no file of another’s name', async () => {
    const upload = await uploads.begin(OWNER, 'sky');
    const gone = async function* () {
      yield Buffer.from('x');
      await rm(join(folder, 'uploads', upload.id), { recursive: true });
    };
    await expect(uploads.add(upload, 'a.txt', gone())).rejects.toMatchObject({ code: 'ENOENT' });
    expect(upload.bytes).toBe(0);
  });

  it('where a folder has its name, or a file that of its folder, is the second of that name', async () => {
    const upload = await uploads.begin(OWNER, 'sky');
    await uploads.add(upload, 'a.txt/b.txt', bytes('x'));
    await uploads.add(upload, 'c.txt', bytes('x'));
    for (const name of ['a.txt', 'c.txt/d.txt']) {
      await expect(uploads.add(upload, name, bytes('y'))).rejects.toMatchObject({
        view: { status: 409, reason: 'skipped:same_name' },
      });
    }
  });

  it('that may not be the owner’s file, whatever its spelling', async () => {
    const upload = await uploads.begin(OWNER, 'sky');
    for (const name of [
      '.adduce-owner',
      '.ADDUCE-OWNER',
      '../.adduce-owner',
      'a/.adduce-owner',
      '.adduce-owner/a.txt',
    ]) {
      await expect(uploads.add(upload, name, bytes('reader-bob\n'))).rejects.toMatchObject({
        view: { reason: 'skipped:name' },
      });
    }
  });

  it.skipIf(process.platform === 'win32')('whole is not taken in part', async () => {
    const script = join(folder, 'spool-past-limit.ts');
    const spool = join(import.meta.dirname, '..', '..', '..', 'bff', 'documents', 'spool.ts');
    await writeFile(
      script,
      `import { spool } from ${JSON.stringify(spool)};
       async function* body() { yield Buffer.alloc(1_536, 'a'); }
       const options = { maxBytes: 9_999, take: () => undefined };
       spool(process.argv[2], body(), options).then(({ bytes }) => console.log('took', bytes), ({ code }) => console.log(code));`,
    );
    // The system writes its first block of 512 or 1,024 bytes, then refuses.
    const { stdout } = spawnSync('sh', [
      '-c',
      'ulimit -f 1; exec "$@"',
      'sh',
      process.execPath,
      script,
      folder,
    ]);
    expect(stdout.toString().trim()).toBe('EFBIG');
  });
});

// biome-ignore lint/correctness/useYield: it fails before its first part
async function* failing(fault: Error): AsyncGenerator<Uint8Array> {
  throw fault;
}

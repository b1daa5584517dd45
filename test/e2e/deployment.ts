/** Where a service of a test keeps its data: a folder and a store of its own, empty at first. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Service, type Settings } from './adduce-process.ts';

/** A kind of store that the suite runs on. */
export interface StoreKind {
  readonly name: string;
  /** Settings that name the store; `data` is the deployment's data folder. */
  locate(data: string): Settings;
  /** Removes the store's data, not the keys that lie beside it. */
  empty(data: string): Promise<void>;
  /** Changes one byte of a stored blob. */
  damageBlob(data: string, hash: string): Promise<void>;
}

export class Deployment implements AsyncDisposable {
  /** A folder for files of the test, removed with the deployment. */
  readonly folder: string;
  readonly settings: Settings;
  readonly #kind: StoreKind;
  readonly #services = new Set<Service>();

  private constructor(kind: StoreKind, folder: string, settings: Settings) {
    this.#kind = kind;
    this.folder = folder;
    this.settings = settings;
  }

  static async prepare(kind: StoreKind): Promise<Deployment> {
    const folder = await mkdtemp(join(tmpdir(), 'adduce-e2e-'));
    const data = join(folder, 'data');
    await kind.empty(data);
    return new Deployment(kind, folder, { ADDUCE_DATA: data, ADDUCE_PORT: '0', ...kind.locate(data) });
  }

  /** A path in the deployment's folder. */
  file(name: string): string {
    return join(this.folder, name);
  }

  /** Starts the service; it is killed with the deployment where it still runs then. */
  async serve(more: Settings = {}): Promise<Service> {
    const service = await Service.start({ ...this.settings, ...more });
    this.#services.add(service);
    return service;
  }

  /** Loses the store; its service must have ended. */
  empty(): Promise<void> {
    return this.#kind.empty(this.file('data'));
  }

  damageBlob(hash: string): Promise<void> {
    return this.#kind.damageBlob(this.file('data'), hash);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#services].map((service) => service.kill()));
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Settings of a gateway on another machine: a data folder of its own, and the keys of the first. */
export function beside(deployment: Deployment): Settings {
  return {
    ADDUCE_DATA: deployment.file('beside'),
    ADDUCE_LOG_KEY: deployment.file('data/log.key'),
    ADDUCE_TOKEN_KEY: deployment.file('data/token.key'),
  };
}

const DATABASE = 'graph.sqlite';
/** The store and the page's records. */
const DATABASES = [DATABASE, 'bff.sqlite'];

export const EMBEDDED: StoreKind = {
  name: 'the embedded store',
  locate: () => ({ ADDUCE_GRAPH: 'embedded' }),
  empty: async (data) => {
    const files = DATABASES.flatMap((name) => [name, `${name}-wal`, `${name}-shm`]);
    for (const file of files) await rm(join(data, file), { force: true });
  },
  damageBlob: async (data, hash) => {
    using database = new DatabaseSync(join(data, DATABASE));
    const row = database.prepare('SELECT bytes FROM blobs WHERE hash = ?').get(hash);
    database.prepare('UPDATE blobs SET bytes = ? WHERE hash = ?').run(oneByteChanged(row?.bytes), hash);
  },
};

/** @throws for what is not a blob */
export function oneByteChanged(bytes: unknown): Uint8Array {
  if (!(bytes instanceof Uint8Array)) throw new TypeError('there is no such blob');
  const middle = bytes.length >> 1;
  return bytes.with(middle, (bytes[middle] ?? 0) ^ 1);
}

import { execFile } from 'node:child_process';
import { access, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Found } from './engine.ts';

/** Whom the server runs as: it refuses to run as root. Null: as the user of the tests. */
export type Unprivileged = { readonly uid: number; readonly gid: number } | null;

/** Where `initdb` and `postgres` are. */
export type PostgresPrograms = { readonly folder: string; readonly user: Unprivileged };

/** Debian puts each major version into a folder of its own. */
const VERSIONS = '/usr/lib/postgresql';
/** Users that a server may run as where the tests run as root, the preferred one first. */
const USERS = ['postgres', 'nobody'] as const;

const run = promisify(execFile);

/** Finds PostgreSQL's server programs: of Debian's packages the newest version, else those in the PATH. */
export async function findPostgres(): Promise<Found<PostgresPrograms>> {
  if (process.platform === 'win32') {
    return unavailable('a local PostgreSQL is started on Linux and macOS only: set POSTGRES_TEST_URL');
  }
  const versions = await readdir(VERSIONS).catch((): string[] => []);
  const packaged = versions.sort((a, b) => Number(b) - Number(a)).map((name) => join(VERSIONS, name, 'bin'));
  const inPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const folder of [...packaged, ...inPath]) {
    if (!(await hasPrograms(folder))) continue;
    const user = await unprivileged();
    if (user === undefined) return unavailable(`no user ${USERS.join(' or ')} to run PostgreSQL as`);
    return { available: true, folder, user };
  }
  return unavailable('initdb and postgres are neither in the PATH nor in /usr/lib/postgresql');
}

function unavailable(reason: string): { available: false; reason: string } {
  return { available: false, reason };
}

async function hasPrograms(folder: string): Promise<boolean> {
  try {
    await Promise.all(['initdb', 'postgres'].map((name) => access(join(folder, name))));
    return true;
  } catch {
    return false;
  }
}

async function unprivileged(): Promise<Unprivileged | undefined> {
  if (process.getuid?.() !== 0) return null;
  for (const name of USERS) {
    try {
      const [uid, gid] = await Promise.all(
        ['-u', '-g'].map(async (of) => (await run('id', [of, name])).stdout),
      );
      return { uid: Number(uid), gid: Number(gid) };
    } catch {
      // The next one may exist.
    }
  }
  return undefined;
}

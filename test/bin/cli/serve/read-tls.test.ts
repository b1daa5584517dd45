import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../../../bin/cli/exit-code.ts';
import { CommandFailure } from '../../../../bin/cli/failure.ts';
import { readTls } from '../../../../bin/cli/serve/read-tls.ts';
import { makeCertificate } from '../../../certificates.ts';

const NOW = '2026-11-21T09:00:00.000Z';
const FROM = new Date(NOW);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adduce-tls-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Writes both files and reads them as a start does. */
async function read(cert: string, key: string, now = NOW) {
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await writeFile(certFile, cert);
  await writeFile(keyFile, key);
  return readTls({ certFile, keyFile }, now);
}

async function failureOf(reading: Promise<unknown>): Promise<CommandFailure> {
  const thrown = await reading.then(
    () => new Error('it was accepted'),
    (fault: unknown) => fault,
  );
  if (thrown instanceof CommandFailure) return thrown;
  throw thrown;
}

const good = makeCertificate({ from: FROM });

describe('the files of a certificate and its key', () => {
  it('are read as they are', async () => {
    const { cert, key } = await read(good.cert, good.key);
    expect([cert.toString(), key.toString()]).toEqual([good.cert, good.key]);
  });

  it('may hold the chain above the certificate', async () => {
    await expect(read(good.cert + makeCertificate().cert, good.key)).resolves.toBeDefined();
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['no certificate', () => read('', good.key), 'ADDUCE_TLS_CERT'],
    ['a key for a certificate', () => read(good.key, good.key), 'ADDUCE_TLS_CERT'],
    ['half a certificate', () => read(good.cert.slice(0, 300), good.key), 'ADDUCE_TLS_CERT'],
    [
      'a broken chain',
      () => read(`${good.cert}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`, good.key),
      'ADDUCE_TLS_CERT',
    ],
    ['no key', () => read(good.cert, ''), 'ADDUCE_TLS_KEY'],
    ['a certificate for a key', () => read(good.cert, good.cert), 'ADDUCE_TLS_KEY'],
    ['a key with a passphrase', () => read(good.cert, lockedKey()), 'ADDUCE_TLS_KEY'],
    ["another certificate's key", () => read(good.cert, makeCertificate().key), 'ADDUCE_TLS_KEY'],
    [
      'an expired certificate',
      () => read(good.cert, good.key, '2026-11-23T09:00:01.000Z'),
      'ADDUCE_TLS_CERT',
    ],
    [
      'a certificate of tomorrow',
      () => read(good.cert, good.key, '2026-11-20T08:59:59.000Z'),
      'ADDUCE_TLS_CERT',
    ],
    [
      'a missing file',
      () => readTls({ certFile: join(folder, 'no'), keyFile: join(folder, 'no') }, NOW),
      'ADDUCE_TLS_CERT',
    ],
    ['a folder', () => readTls({ certFile: folder, keyFile: folder }, NOW), 'ADDUCE_TLS_CERT'],
  ])('with %s are refused in one line that names the variable', async (_, reading, name) => {
    const { exit, message } = await failureOf(reading());
    expect(exit).toBe(EXIT.usage);
    expect(message).toMatch(new RegExp(`^${name} is "[^\\n]+": it [^\\n]+$`));
    expect(message).not.toContain('PRIVATE KEY');
  });

  it('are good to the last second', async () => {
    await expect(read(good.cert, good.key, '2026-11-23T09:00:00.000Z')).resolves.toBeDefined();
    await expect(read(good.cert, good.key, '2026-11-20T09:00:00.000Z')).resolves.toBeDefined();
  });
});

function lockedKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey
    .export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'secret' })
    .toString();
}

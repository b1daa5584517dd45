import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readClientSecret } from '../../../../bin/cli/serve/read-client-secret.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adduce-client-'));
});
afterAll(() => rm(folder, { recursive: true }));

const SIGN_IN = {
  issuer: 'https://id.example',
  clientId: 'adduce',
  clientSecret: null,
  scope: 'openid',
  claim: 'groups',
  mapping: new Map(),
};

async function read(content: string | Uint8Array): Promise<string | null> {
  const clientSecretFile = join(folder, 'secret');
  await writeFile(clientSecretFile, content);
  return (await readClientSecret({ ...SIGN_IN, clientSecretFile })).clientSecret;
}

describe('the secret of the client', () => {
  it.each(['hush hush', 'hush hush\n', 'hush hush\r\n'])('is the line of its file: %j', async (content) => {
    expect(await read(content)).toBe('hush hush');
  });

  it('is that of the environment where there is no file', async () => {
    const signIn = { ...SIGN_IN, clientSecret: 'hush', clientSecretFile: null };
    expect((await readClientSecret(signIn)).clientSecret).toBe('hush');
  });

  it('has up to 1024 characters', async () => {
    expect(await read('x'.repeat(1_024))).toHaveLength(1_024);
    await expect(read('x'.repeat(1_025))).rejects.toThrow('ADDUCE_OIDC_CLIENT_SECRET_FILE');
  });

  it.each([
    ['nothing', ''],
    ['a line break alone', '\n'],
    ['two lines', 'secret-one\nsecret-two\n'],
    ['other letters', 'secret-ä'],
    ['bytes that are no text', new Uint8Array([0x73, 0xff])],
    ['more than 4096 bytes', 'secret'.repeat(1_000)],
  ])('is not %s, and is not repeated', async (_, content) => {
    const fault = await read(content).catch((error: Error) => error.message);
    expect(fault).toContain('ADDUCE_OIDC_CLIENT_SECRET_FILE: ');
    expect(fault).not.toMatch(/secret-|secretsecret/);
  });

  it.each(['.', 'nowhere'])('cannot be read from %s', async (name) => {
    const signIn = { ...SIGN_IN, clientSecretFile: join(folder, name) };
    await expect(readClientSecret(signIn)).rejects.toThrow(
      /ADDUCE_OIDC_CLIENT_SECRET_FILE: .*cannot be read/,
    );
  });
});

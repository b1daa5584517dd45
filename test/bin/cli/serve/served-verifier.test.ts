import { expect, it } from 'vitest';
import { servedVerifier } from '../../../../bin/cli/serve/served-verifier.ts';
import { VERIFIER_SHA256 } from '../../../../gateway/verifier-digest.ts';
import { sha256Hex } from '../../../../graph/digest.ts';

it('is the verifier that this version names', async () => {
  const text = await servedVerifier((fault) => {
    throw fault;
  });
  expect(sha256Hex(Buffer.from(text ?? ''))).toBe(VERIFIER_SHA256);
});

it('is none where other bytes were built than this version names, and says which', async () => {
  const faults: unknown[] = [];
  const other = 'console.log("verified");\n';
  expect(
    await servedVerifier(
      (fault) => faults.push(fault),
      async () => other,
    ),
  ).toBeNull();
  expect(String(faults)).toContain(`built to SHA-256 ${sha256Hex(Buffer.from(other))}`);
  expect(String(faults)).toContain(`names ${VERIFIER_SHA256}`);
});

it('is none where it does not build, and says why', async () => {
  const faults: unknown[] = [];
  const build = () => Promise.reject(new Error('no Vite'));
  expect(await servedVerifier((fault) => faults.push(fault), build)).toBeNull();
  expect(String(faults)).toContain('no Vite');
});

import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import written from '../../../gateway/openapi/examples.json' with { type: 'json' };
import { PRINTED } from './printed.ts';
import { type Examples, isSame, realExamples } from './real-examples.ts';

it('shows examples as a real server gives them (npm run describe writes them anew)', async () => {
  expect(isSame(written, await realExamples())).toBe(true);
}, 30_000);

it('notices an example that is no longer what is sent', async () => {
  const { handshake, ...others } = structuredClone(written) as Examples;
  expect(isSame(written, { ...others, handshake: { ...handshake!, replies: {} } })).toBe(false);
  expect(isSame(written, others)).toBe(false);
});

it.each(PRINTED)('is printed in $file as it is (npm run describe prints it anew)', async ({ file, text }) => {
  expect(await readFile(file, 'utf8')).toBe(text);
});

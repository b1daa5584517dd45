import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import written from '../../../gateway/openapi/examples.json' with { type: 'json' };
import { openRestFixture } from '../rest/rest-fixture.ts';
import { PRESENT, PRINTED } from './printed.ts';
import { type Examples, isSame, realExamples } from './real-examples.ts';

it('shows examples as a real server gives them (npm run describe writes them anew)', async () => {
  expect(isSame(written, await realExamples())).toBe(true);
});

it('notices an example that is no longer what is sent', async () => {
  const { handshake, ...others } = structuredClone(written) as Examples;
  expect(isSame(written, { ...others, handshake: { ...handshake!, replies: {} } })).toBe(false);
  expect(isSame(written, others)).toBe(false);
});

it('is sent with the bytes that the repository names', async () => {
  await using fixture = await openRestFixture();
  const rest = fixture.rest({ version: PRESENT.version });
  const sent = await (await rest(new Request('http://engine.example/openapi.json'))).bytes();
  const digest = createHash('sha256').update(sent).digest('hex');
  expect(PRINTED.map(({ text }) => text)).toContain(`${digest}  openapi.json\n`);
});

it.each(PRINTED)('is printed in $file as it is (npm run describe prints it anew)', async ({ file, text }) => {
  expect(await readFile(file, 'utf8')).toBe(text);
});

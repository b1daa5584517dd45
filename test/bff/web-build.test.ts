import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureWeb } from '../../bff/web-build.ts';

it('gives servers that start together one whole page', async () => {
  const folders = await Promise.all([ensureWeb(), ensureWeb(), ensureWeb()]);
  const [folder = ''] = folders;
  expect(new Set(folders).size).toBe(1);
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('<script type="module"');
});

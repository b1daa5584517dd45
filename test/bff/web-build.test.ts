import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureWeb } from '../../bff/web-build.ts';

it('gives servers that start together one whole page, and leaves nothing half-built', async () => {
  const folders = await Promise.all([ensureWeb(), ensureWeb(), ensureWeb()]);
  const [folder = ''] = folders;
  expect(new Set(folders).size).toBe(1);
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('<script type="module"');
  const siblings = await readdir(dirname(folder));
  expect(siblings.filter((name) => name.startsWith('building-'))).toEqual([]);
});

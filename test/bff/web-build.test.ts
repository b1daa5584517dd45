import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ensureWeb } from '../../bff/web-build.ts';

it('gives servers that start together one whole page', async () => {
  const folders = await Promise.all([ensureWeb(), ensureWeb(), ensureWeb()]);
  const [folder = ''] = folders;
  expect(new Set(folders).size).toBe(1);
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('<script type="module"');
});

/** Of all that the first view needs, sent in gzip. */
const MAX_HOME_BYTES = 130_000;

it('needs one script and one style for its first view, small enough for a phone', async () => {
  const folder = await ensureWeb();
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
  expect(files.map((file) => file.replace(/^.*\./, ''))).toEqual(['js', 'css']);
  const sent = await Promise.all(files.map((file) => readFile(join(folder, file))));
  const sizes = [Buffer.from(html), ...sent].map((bytes) => gzipSync(bytes).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_HOME_BYTES);
});

/** docs/settings.md has the settings that the program reads, each once. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const NAME = /\b(?:ADDUCE|RCX|SVC)_[A-Z_]*[A-Z]\b/g;
/** Read in three parts: URL, MODEL and KEY of an endpoint. */
const ENDPOINT = /^ADDUCE_(?:EMBEDDER|STANCE_JUDGE|CHOOSER)_(?:URL|MODEL|KEY)$/;

describe('docs/settings.md', () => {
  it('lists every setting that the program reads, and no other', async () => {
    const code = await readFile(join(ROOT, 'bin/cli/settings.ts'), 'utf8');
    const document = await readFile(join(ROOT, 'docs/settings.md'), 'utf8');
    const rows = document.split('\n').filter((line) => /^\| `[A-Z]/.test(line));
    const listed = rows.flatMap((row) => (row.split(' | ')[0] ?? '').match(NAME) ?? []);
    expect(listed).toEqual([...new Set(listed)]);
    const known = new Set(code.match(NAME));
    expect(
      listed.filter((name) => !known.has(name) && !ENDPOINT.test(name) && name !== 'ADDUCE_TOKEN'),
    ).toEqual([]);
    const missing = [...known].filter((name) => !listed.includes(name) && name !== 'ADDUCE_CHOOSER');
    expect(missing).toEqual([]);
  });
});

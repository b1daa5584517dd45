/** README.md is the first page: short, with the two commands and links to everything else. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const MAX_LINES = 120;

describe('README.md', () => {
  it('has at most 120 lines, the two commands, and a link to each guide', async () => {
    const readme = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8');
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
    expect(readme).toContain('npm ci && npm start\n');
    expect(readme).toContain('npm ci && npm test\n');
    for (const guide of [
      'api',
      'cli',
      'settings',
      'operations',
      'spec/contract',
      'spec/glossary',
      'adr/README',
    ]) {
      expect(readme).toContain(`(docs/${guide}.md)`);
    }
  });
});

/**
 * Every sentence of real and realistic documents stands in its source, after the documented normalisation of markup. The
 * documents of other people and the newest corpora lie beside the repository; without them their part skips.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFile } from '../../../../engine/ingest/readers/read-file.ts';
import { sentencesOf } from '../../../../engine/reading/document/sentences.ts';
import { skipBecause } from '../../../setup/skip-because.ts';
import { bare } from './bare.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const SHARED = join(ROOT, '../shared/data/realistic');
const present = existsSync(SHARED);
if (!present) console.warn(`SKIPPED: no realistic documents at ${SHARED}`);

interface Found {
  readonly sentences: number;
  readonly strange: readonly string[];
}

/** The sentences of a folder's readable files, and those that their source does not show. */
function sentencesIn(folder: string, isRead: (name: string) => boolean): Found {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isRead);
  const strange: string[] = [];
  let sentences = 0;
  for (const name of names.sort()) {
    for (const result of readFile(name, readFileSync(join(folder, name)))) {
      if (!result.ok) continue;
      const { text, layout, lang, bytes } = result.document;
      const stated = new TextDecoder().decode(bytes);
      const source = bare(name.endsWith('.jsonl') ? String(JSON.parse(stated).text) : stated);
      for (const { start, end } of sentencesOf(text, layout, lang)) {
        sentences += 1;
        if (!source.includes(bare(text.slice(start, end))))
          strange.push(`${name}: ${text.slice(start, end)}`);
      }
    }
  }
  return { sentences, strange };
}

describe('sentences stand in their source', () => {
  it.each([
    ['the demo corpus', 'corpus/things-that-changed', /\.md$/, 150],
    ['the corpora of questions', 'eval/corpora', /\.docs\.jsonl$/, 1_000],
    ['our own documents', 'docs', /\.md$/, 1_000],
  ])('in %s', (_, folder, isRead, least) => {
    const { sentences, strange } = sentencesIn(join(ROOT, folder), (name) => isRead.test(name));
    expect(strange).toEqual([]);
    expect(sentences).toBeGreaterThan(least);
  });

  describe('of other people', () => {
    skipBecause(present ? null : 'the evaluation data are not beside the repository');

    it.each([
      ['three realistic corpora', '.', /^[ijk]\.docs\.jsonl$/, 1_000],
      ['the documentation of Vite', 'real/vite', /\.md$/, 5_000],
      ['the pages of Express, its README among them', 'real/express', /\.md$/, 2_500],
    ])('in %s', (_, folder, isRead, least) => {
      const { sentences, strange } = sentencesIn(join(SHARED, folder), (name) => isRead.test(name));
      expect(strange).toEqual([]);
      expect(sentences).toBeGreaterThan(least);
    });
  });
});

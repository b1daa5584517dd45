import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../bin/cli/settings.ts';
import { openTextEmbedder } from '../../../eval/baselines/embed-texts.ts';
import { findCorpora } from '../../../eval/corpora-of.ts';
import { answersTable } from '../../../eval/measure/answers-table.ts';
import type { LaneName } from '../../../eval/measure/lanes.ts';
import { measureCorpus, together } from '../../../eval/measure/measure-corpus.ts';

const settings = readSettings({ ADDUCE_DATA: '/nowhere' });

async function measured(lane: LaneName) {
  const [c] = (await findCorpora(['short'])).corpora;
  if (c === undefined) throw new Error('there is no corpus c');
  await using embedder = openTextEmbedder(lane, settings.embedder.modelsFolder);
  return measureCorpus({ ...c, questions: c.questions.slice(0, 4) }, { settings, lane, embedder });
}

describe('a measured corpus', () => {
  it('has the baselines beside the engine, cosine by the vectors of the corpus itself', async () => {
    const { figures, meter } = await measured('default');
    expect(figures).toMatchObject({ name: 'c', documents: 22, answerable: 4, unanswerable: 0 });
    expect(figures.right + figures.wrong).toBeLessThanOrEqual(4);
    expect(figures.bm25.three).toBeGreaterThanOrEqual(1);
    expect(figures.cosine?.three).toBeGreaterThanOrEqual(1);
    expect(meter.summary().calls).toBe(4);
  });

  it('has no cosine where full text ranks alone', async () => {
    expect((await measured('text')).figures.cosine).toBeNull();
  });

  it('is refused for a model that is not added', async () => {
    await expect(measured('minilm')).rejects.toThrow('adduce models add minilm');
  });

  it('adds up with others, and stands in a line of the table', async () => {
    const one = await measured('text');
    const two = { ...one, figures: { ...one.figures, right: 1, wrong: 3, cosine: { one: 1, three: 2 } } };
    const both = together('both', [two, two]);
    expect(both.figures).toMatchObject({
      documents: 44,
      answerable: 8,
      right: 2,
      cosine: { one: 2, three: 4 },
    });
    expect(both.meter.summary().calls).toBe(8);
    expect(together('mixed', [one, two]).figures.cosine).toBeNull();
    const [header, rule, ...rows] = answersTable([both, one]);
    expect(header).toContain('| Right | Wrong |');
    expect(rule?.split('|')).toHaveLength(header?.split('|').length ?? 0);
    expect(rows[0]).toContain('| both | 44 | 2 of 8, 25 % | 75 % | 0 of 0 |');
    expect(rows[0]).toContain('| 25 % | 50 % |');
    expect(rows[1]).toContain('| – | – |');
  });
});

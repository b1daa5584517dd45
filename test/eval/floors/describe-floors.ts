/** Answers of a group of corpora against their floors (eval/floors.json). */
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../bin/cli/settings.ts';
import type { CorpusGroup } from '../../../eval/corpus-groups.ts';
import { belowFloor, countsFor, floorCorpora, readFloors } from '../../../eval/floors.ts';

const PATIENCE_MS = 240_000;

const floors = await readFloors();

export async function describeFloors(groups: readonly CorpusGroup[]): Promise<void> {
  const { corpora, missing } = await floorCorpora(groups);

  describe('answers are no worse than before', { timeout: PATIENCE_MS }, () => {
    it.each(corpora.map((corpus) => [corpus.name, corpus] as const))('of %s', async (name, corpus) => {
      const counts = await countsFor(corpus, readSettings({}));
      const { answerable, right, wrong, unanswerable, unanswerable_empty } = counts;
      const kept = `${unanswerable_empty} of ${unanswerable} unanswerable empty`;
      console.info(`${name}: ${right} of ${answerable} right, ${wrong} wrong, ${kept}`);
      const floor = floors[name];
      expect(floor, 'the corpus has a floor').toBeDefined();
      if (floor !== undefined) expect(belowFloor(counts, floor)).toEqual([]);
    });

    for (const { name, reason } of missing) {
      it(`of ${name}`, (context) => context.skip(`${name}: ${reason}`));
    }
  });
}

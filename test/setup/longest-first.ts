import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest, the longest first: a name that is missing here costs a run no more than its last seconds.
 */
const LONGEST = [
  'test/simulation/schedules-second-half.test.ts',
  'test/simulation/schedules-first-half.test.ts',
  'test/eval/train/reading-policy.test.ts',
  'test/graph/embedded/store.test.ts',
  'test/e2e/move-log.test.ts',
  'test/e2e/faults.test.ts',
  'test/e2e/cli-commands.test.ts',
  'test/e2e/cli-ask.test.ts',
  'test/e2e/strangers/strangers.test.ts',
  'test/e2e/forked-log.test.ts',
  'test/e2e/cli-serve.test.ts',
  'test/e2e/main-job.test.ts',
  'test/e2e/verifier.test.ts',
  'test/e2e/strangers/attacks.test.ts',
  'test/eval/train/relate-policy.test.ts',
  'test/engine/explore/many-beliefs.test.ts',
];

/**
 * Begins the longest files first, so that none of them runs alone at the end. In a fresh clone Vitest goes by size, and some of the longest
 * hold three lines; later it knows how long each took.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const byProject = Map.groupBy(sorted, ({ project }) => project.name);
    return [...byProject.values()].flatMap((group) =>
      group.toSorted((a, b) => this.#placeOf(a) - this.#placeOf(b)),
    );
  }

  #placeOf({ moduleId }: TestSpecification): number {
    const place = LONGEST.indexOf(relative(this.ctx.config.root, moduleId));
    return place < 0 ? LONGEST.length : place;
  }
}

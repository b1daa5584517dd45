import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { AskedCorpus } from '../ask-corpora.ts';
import type { Survey } from '../benchmark.ts';

const run = promisify(execFile);
const OWN = resolve(import.meta.dirname, '..', '..');
const PROGRAM = resolve(import.meta.dirname, '..', 'ask-corpora.ts');
const GROUPS = ['short', 'realistic'] as const;
const ROUNDS = 2;
const MAX_OUTPUT = 1_048_576;

/** What new questions to the golden corpora cost, here and, with `--server`, in another checkout, whose answers are compared. */
export const questionsSurvey: Survey = {
  name: 'questions',
  about:
    'CPU and longest slice of new questions to the corpora c, d, i, j and k (--server CHECKOUT: beside another)',
  async report({ server }) {
    const roots = [...(server === null ? [] : [resolve(server)]), OWN];
    const found = new Map<string, AskedCorpus[]>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const root of round % 2 === 0 ? roots : roots.toReversed()) {
        for (const group of GROUPS) {
          for (const asked of await askedBy(root, group)) {
            const key = `${asked.name} | ${root === OWN ? 'this' : 'other'}`;
            found.set(key, [...(found.get(key) ?? []), asked]);
          }
        }
      }
    }
    return tableOf(found);
  },
};

async function askedBy(root: string, group: string): Promise<AskedCorpus[]> {
  const { stdout } = await run(process.execPath, [PROGRAM, root, group], { maxBuffer: MAX_OUTPUT });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as AskedCorpus);
}

/** The lower of the rounds: what is above it other programs of the machine took. */
function tableOf(found: ReadonlyMap<string, readonly AskedCorpus[]>): string {
  const least = (all: readonly AskedCorpus[], of: 'cpu' | 'first' | 'longest') =>
    `${Math.min(...all.map((one) => one[of])).toFixed(1)} ms`;
  const lines = [...found]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, all]) => {
      const answers = [...new Set(all.map((one) => one.answers.slice(0, 12)))].join(', ');
      const cells = [least(all, 'cpu'), least(all, 'first'), least(all, 'longest'), answers];
      return `| ${key} | ${cells.join(' | ')} |`;
    });
  return [
    '| Corpus | checkout | CPU a question | longest slice of the first | of the others | SHA-256 of the answers |',
    '| --- | --- | ---: | ---: | ---: | --- |',
    ...lines,
  ].join('\n');
}

/** What the stages of answers cost, as the engine says where each ends. */

import { ANSWER_STAGES, type AnswerStage } from '../engine/ports.ts';
import { mean, percentile } from '../eval/statistics.ts';

interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

const MICROSECONDS_PER_MS = 1_000;
const WHOLE = 'whole answer' as const;

/** One answer at a time: CPU is that of the process. */
export class StageTimes {
  readonly #costs = new Map<AnswerStage | typeof WHOLE, Cost[]>();
  #since = now();
  #began = now();

  /** An answer begins. */
  begin(): void {
    this.#began = now();
    this.#since = this.#began;
  }

  /** A stage ends, and the next one begins. */
  ended(stage: AnswerStage): void {
    const end = now();
    this.#add(stage, this.#since, end);
    if (stage === ANSWER_STAGES.at(-1)) this.#add(WHOLE, this.#began, end);
    this.#since = end;
  }

  clear(): void {
    this.#costs.clear();
  }

  /** A Markdown table, in the order of the stages. */
  table(): string {
    const rows = ([...ANSWER_STAGES, WHOLE] as const).map((stage) => {
      const costs = this.#costs.get(stage) ?? [];
      const walls = costs.map(({ wall }) => wall);
      const cpu = mean(costs.map((cost) => cost.cpu));
      const cells = [percentile(walls, 50), percentile(walls, 95), cpu].map((ms) => `${ms.toFixed(2)} ms`);
      return `| ${stage} | ${cells.join(' | ')} |`;
    });
    return ['| Stage | p50 | p95 | CPU, mean |', '| --- | ---: | ---: | ---: |', ...rows].join('\n');
  }

  #add(stage: AnswerStage | typeof WHOLE, from: Cost, to: Cost): void {
    const costs = this.#costs.get(stage) ?? [];
    costs.push({ wall: to.wall - from.wall, cpu: to.cpu - from.cpu });
    this.#costs.set(stage, costs);
  }
}

function now(): Cost {
  const { user, system } = process.cpuUsage();
  return { wall: performance.now(), cpu: (user + system) / MICROSECONDS_PER_MS };
}

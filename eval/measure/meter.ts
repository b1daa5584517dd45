/** What calls cost: their time on the wall, and the CPU of this process. */
import { mean, percentile, rounded } from '../statistics.ts';

/** Milliseconds. */
export interface Latency {
  readonly calls: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  /** User and system time of the whole process per call. */
  readonly cpu_ms_each: number;
}

const MICROSECONDS = 1_000;

export class TimeMeter {
  readonly #wall: number[] = [];
  readonly #cpu: number[] = [];

  /** Measures one call; one at a time, for the CPU is that of the process. */
  async measure<T>(call: () => T | Promise<T>): Promise<T> {
    const cpu = process.cpuUsage();
    const began = performance.now();
    const result = await call();
    this.#wall.push(performance.now() - began);
    const { user, system } = process.cpuUsage(cpu);
    this.#cpu.push((user + system) / MICROSECONDS);
    return result;
  }

  /** What several measured, as if one had. */
  static together(meters: readonly TimeMeter[]): TimeMeter {
    const all = new TimeMeter();
    for (const meter of meters) {
      all.#wall.push(...meter.#wall);
      all.#cpu.push(...meter.#cpu);
    }
    return all;
  }

  summary(): Latency {
    return {
      calls: this.#wall.length,
      p50_ms: rounded(percentile(this.#wall, 50)),
      p95_ms: rounded(percentile(this.#wall, 95)),
      cpu_ms_each: rounded(mean(this.#cpu)),
    };
  }
}

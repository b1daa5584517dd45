/** GET /metrics: how this process is doing, in the text format of Prometheus. Says nothing of callers or of what is stored. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Handle } from './http/connection.ts';

/** How often the loop is looked at: what is shorter is no block. */
const RESOLUTION_MS = 10;
/** Reports the delays of this span and the one before it: of the last one to two spans. */
const SPAN_MS = 60_000;
const NANOSECONDS_PER_SECOND = 1e9;
const RESOLUTION_S = RESOLUTION_MS / 1_000;
const QUANTILES = [0.5, 0.99] as const;
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Delays = ReturnType<typeof monitorEventLoopDelay>;

export class LoopMetrics implements Disposable {
  #before: Delays | null = null;
  #now = started();
  /** Seconds; of all spans that are over. */
  #longest = 0;
  readonly #timer = setInterval(() => this.#turn(), SPAN_MS).unref();

  readonly handle: Handle = async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    }
    const headers = { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' };
    return new Response(request.method === 'HEAD' ? null : this.text(), { headers });
  };

  text(): string {
    const spans = [this.#now, ...(this.#before === null ? [] : [this.#before])];
    const most = (read: (span: Delays) => number) => Math.max(...spans.map(read));
    const recent = most((span) => secondsOf(span.max));
    const lines = [
      '# HELP adduce_event_loop_delay_seconds How much later than due timers of the serving thread run, of the last minute or two.',
      '# TYPE adduce_event_loop_delay_seconds gauge',
      ...QUANTILES.map((quantile) => {
        const delay = most((span) => secondsOf(span.percentile(100 * quantile)));
        return `adduce_event_loop_delay_seconds{quantile="${quantile}"} ${delay}`;
      }),
      '# HELP adduce_event_loop_longest_block_seconds Longest time that the serving thread stood still, of the last minute or two.',
      '# TYPE adduce_event_loop_longest_block_seconds gauge',
      `adduce_event_loop_longest_block_seconds ${recent}`,
      '# HELP adduce_event_loop_longest_block_ever_seconds The same since the process began to serve.',
      '# TYPE adduce_event_loop_longest_block_ever_seconds gauge',
      `adduce_event_loop_longest_block_ever_seconds ${Math.max(this.#longest, recent)}`,
    ];
    return `${lines.join('\n')}\n`;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#now.disable();
    this.#before?.disable();
  }

  #turn(): void {
    this.#longest = Math.max(this.#longest, secondsOf(this.#now.max));
    this.#now.disable();
    this.#before = this.#now;
    this.#now = started();
  }
}

function started(): Delays {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  return histogram;
}

/** Beyond the time between two looks. A histogram without a look has no greatest value. */
function secondsOf(nanoseconds: number): number {
  const seconds = nanoseconds / NANOSECONDS_PER_SECOND - RESOLUTION_S;
  return Number.isFinite(seconds) ? Math.max(0, Number(seconds.toFixed(4))) : 0;
}

/** Whether the thread that serves has any time left. */
import { type EventLoopUtilization, performance } from 'node:perf_hooks';

/** What is looked back at. */
const SPAN_MS = 250;
/** Of its time at work, from which on it has none left. */
const BUSY = 0.9;

/** Measures its event loop (`performance.eventLoopUtilization`), in spans of a quarter of a second and more. */
export class LoopLoad {
  #from: EventLoopUtilization = performance.eventLoopUtilization();
  #isBusy = false;

  /** In the last whole span. */
  isBusy(): boolean {
    const since = performance.eventLoopUtilization(this.#from);
    if (since.idle + since.active < SPAN_MS) return this.#isBusy;
    this.#isBusy = since.utilization >= BUSY;
    this.#from = performance.eventLoopUtilization();
    return this.#isBusy;
  }
}

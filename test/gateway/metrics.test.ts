/** The metrics of the serving thread. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LoopMetrics } from '../../gateway/metrics.ts';

const BLOCK_MS = 150;

function opened(): LoopMetrics {
  const metrics = new LoopMetrics();
  onTestFinished(() => metrics[Symbol.dispose]());
  return metrics;
}

/** Values by name and labels. */
function valuesOf(text: string): ReadonlyMap<string, number> {
  const lines = text
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  return new Map(
    lines.map((line): [string, number] => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

function block(): void {
  const until = performance.now() + BLOCK_MS;
  while (performance.now() < until);
}

async function read(metrics: LoopMetrics): Promise<ReadonlyMap<string, number>> {
  const response = await metrics.handle(new Request('http://x/metrics'));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  return valuesOf(await response.text());
}

describe('the metrics of the event loop', () => {
  it('are numbers before the first measurement of the loop', async () => {
    const values = await read(opened());
    expect([...values.keys()]).toEqual([
      'adduce_event_loop_delay_seconds{quantile="0.5"}',
      'adduce_event_loop_delay_seconds{quantile="0.99"}',
      'adduce_event_loop_longest_block_seconds',
      'adduce_event_loop_longest_block_ever_seconds',
    ]);
    for (const value of values.values()) expect(value).toBeGreaterThanOrEqual(0);
  });

  it('tell the longest block, and every line of help its type', async () => {
    const metrics = opened();
    await sleep(50);
    block();
    await sleep(50);
    const values = await read(metrics);
    // The loop is looked at every 10 ms: a block counts from the look before it.
    expect(values.get('adduce_event_loop_longest_block_seconds')).toBeGreaterThan((BLOCK_MS - 20) / 1_000);
    const heads = metrics
      .text()
      .split('\n')
      .filter((line) => line.startsWith('#'));
    for (const [index, line] of heads.entries())
      expect(line).toMatch(index % 2 === 0 ? /^# HELP / : /^# TYPE \S+ gauge$/);
  });

  it('forget a block after two spans, but not that it was the longest ever', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const metrics = opened();
    await sleep(50);
    block();
    await sleep(50);
    const ever = (await read(metrics)).get('adduce_event_loop_longest_block_ever_seconds') ?? 0;
    expect(ever).toBeGreaterThan((BLOCK_MS - 20) / 1_000);
    vi.advanceTimersByTime(60_000);
    expect((await read(metrics)).get('adduce_event_loop_longest_block_seconds')).toBe(ever);
    vi.advanceTimersByTime(60_000);
    const values = await read(metrics);
    expect(values.get('adduce_event_loop_longest_block_seconds')).toBeLessThan(ever);
    expect(values.get('adduce_event_loop_longest_block_ever_seconds')).toBe(ever);
  });

  it.each(['POST', 'DELETE'])('refuse %s', async (method) => {
    const response = await opened().handle(new Request('http://x/metrics', { method }));
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FullTextCosts } from '../../../gateway/operations/full-text-cost.ts';
import { pointerOf } from '../../../gateway/operations/pointers.ts';
import { priceOf } from '../../../gateway/operations/token-budget.ts';
import { TOKEN_TARGETS } from '../../../gateway/operations/token-targets.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import { DEMO_FOLDER, demoFiles, ingestInto, readGolden, viewOf } from '../../engine/documents.ts';
import { openEmptyEmbedded } from '../../engine/open-stores.ts';
import { createTestEngine } from '../../engine/test-engine.ts';

let opened: OpenedStore;

beforeAll(async () => {
  opened = await openEmptyEmbedded();
});

afterAll(() => opened.dispose());

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

it('token targets are the medians that the golden questions of the demo corpus cost, to a sixth', {
  timeout: 60_000,
}, async () => {
  const engine = createTestEngine(opened.store);
  await ingestInto(engine, 'demo', demoFiles());
  const view = await viewOf(engine, 'demo');
  const costs = new FullTextCosts();
  const [pointer, claim, epitome]: [number[], number[], number[]] = [[], [], []];
  for (const q of new Set(readGolden(join(DEMO_FOLDER, 'golden.json')).map((golden) => golden.q))) {
    const { items } = await engine.findItems({ q, k: 10, view, admits: () => true });
    const wholes = await costs.of(opened.store, items, view.view.seq);
    for (const [index, item] of items.entries()) {
      const whole = wholes[index] ?? 0;
      pointer.push(priceOf(pointerOf({ ...item, whole }, 'pointer')));
      epitome.push(priceOf(pointerOf({ ...item, whole }, 'epitome')));
      if (item.kind === 'claim') claim.push(whole);
    }
  }
  const measured = { pointer: median(pointer), claim: median(claim), epitome: median(epitome) };
  for (const tier of ['pointer', 'claim', 'epitome'] as const) {
    const off = Math.abs(measured[tier] / TOKEN_TARGETS[tier] - 1);
    expect(off, `${tier}: ${measured[tier]}`).toBeLessThan(1 / 6);
  }
});

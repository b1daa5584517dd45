/** A folder that is gone after the test. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type EmbeddedOptions, openEmbedded } from '../../../graph/embedded/open.ts';
import type { GraphStore } from '../../../graph/store/store.ts';

export async function testFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'adduce-graph-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

/** Opens a store that is closed after the test. */
export async function openForTest(options: EmbeddedOptions): Promise<GraphStore> {
  const store = await openEmbedded(options);
  onTestFinished(() => store[Symbol.asyncDispose]());
  return store;
}

import type { TestProject } from 'vitest/node';
import { missing } from './engine.ts';
import { findNudgeServer } from './nudge-server.ts';

/** Global setup of the `redis` project (files named `*.redis.test.ts`): where the server's program is, else why there is none. */
export default async function setup(project: TestProject): Promise<void> {
  const found = await findNudgeServer('redis');
  project.provide('redis', found.available ? found : missing('redis', found.reason));
}

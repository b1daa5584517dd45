import type { TestProject } from 'vitest/node';
import { missing } from './engine.ts';
import { findNudgeServer } from './nudge-server.ts';

/** Global setup of the `nats` project (files named `*.nats.test.ts`): where the server's program is, else why there is none. */
export default async function setup(project: TestProject): Promise<void> {
  const found = await findNudgeServer('nats');
  project.provide('nats', found.available ? found : missing('nats', found.reason));
}

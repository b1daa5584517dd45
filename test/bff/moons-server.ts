/** One server for all tests of a file, which knows documents on moons. */
import { afterAll, beforeAll } from 'vitest';
import { type Visitor, visitor } from './browser.ts';
import { dataFolder, ingestMoons, MOONS, startWholeServer, type WholeServer } from './whole-server.ts';

/** Those of the running file. */
export let folder: Awaited<ReturnType<typeof dataFolder>>;
export let server: WholeServer;

/** Before the first test of the file that calls it, until after its last. */
export function serveMoons(): void {
  beforeAll(async () => {
    folder = await dataFolder();
    server = await startWholeServer({ folder: folder.path });
    await ingestMoons(server.engine);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });
}

/** Somebody who has asked about Saturn's moons. */
export async function asker(): Promise<{ readonly reader: Visitor; readonly answerId: string }> {
  const reader = visitor(server.url);
  const { body } = await reader.send('POST', '/api/answers', { q: MOONS });
  return { reader, answerId: body.answer_id };
}

/** A service whose projections are of another format: it says that it lives and why it is not ready, and becomes ready. */
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { manyDocuments } from '../../../../bench/many-documents.ts';
import { openReady } from '../../../../bin/cli/serve/open-ready.ts';
import { readSettings } from '../../../../bin/cli/settings.ts';
import { livezResponse, readyzResponse } from '../../../../gateway/wire/probes.ts';
import { Connection } from '../../../../graph/embedded/connection.ts';
import { embeddedFile, openEmbedded } from '../../../../graph/embedded/open.ts';
import { ingestInto } from '../../../engine/documents.ts';
import { createTestEngine } from '../../../engine/test-engine.ts';
import { testFolder } from '../../../graph/embedded/folder.ts';

it('answers the probes while its projections are made again', async () => {
  const folder = await testFolder();
  await olderStore(folder);
  const port = await freePort();
  const settings = readSettings({ ADDUCE_DATA: folder, ADDUCE_PORT: String(port) });
  const unheard = { onFault: () => undefined, onExchange: () => undefined };
  const ending = new AbortController().signal;
  const opening = openReady(settings, null, { ...unheard, ending });
  const ready = await firstReply(`http://127.0.0.1:${port}/readyz`);
  const [live, other] = await Promise.all(
    ['livez', 'v1/corpora'].map((path) => fetch(`http://127.0.0.1:${port}/${path}`)),
  );
  expect(ready.status).toBe(503);
  expect(ready.headers.get('retry-after')).toBe('1');
  const { ready: isReady, because } = readyzResponse.parse(await ready.json());
  expect(isReady).toBe(false);
  expect(because).toMatch(/projections are made again from the log: \d+ of \d+ entries/);
  expect(live?.status).toBe(200);
  expect(livezResponse.parse(await live?.json()).live).toBe(true);
  expect(other?.status).toBe(503);
  await using opened = await opening;
  expect(await opened.engine.store.head()).not.toHaveProperty('replayedTo');
  await expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow();
});

async function olderStore(path: string): Promise<void> {
  {
    await using store = await openEmbedded({ path });
    await ingestInto(createTestEngine(store), 'demo', [manyDocuments(0, 150)]);
  }
  const file = new Connection(await embeddedFile(path), 0);
  file.run('UPDATE formats SET projections = 0');
  file.close();
}

async function firstReply(url: string): Promise<Response> {
  for (;;) {
    const reply = await fetch(url).catch(() => null);
    if (reply !== null) return reply;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** node:http alone: reads a request and sends the bytes that were recorded for it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beMetered } from './metered.ts';
import type { Recorded } from './recorded.ts';

const replies = new Map<string, Recorded & { readonly bytes: Buffer }>();

const server = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk) => chunks.push(chunk));
  incoming.on('end', () => {
    const { accept, authorization = '' } = incoming.headers;
    const found = replies.get(`${accept} ${authorization} ${Buffer.concat(chunks).toString('latin1')}`);
    outgoing.writeHead(found === undefined ? 404 : 200, found?.headers);
    outgoing.end(found?.bytes);
  });
});

process.once('message', (recorded: readonly Recorded[]) => {
  for (const one of recorded) replies.set(one.key, { ...one, bytes: Buffer.from(one.body, 'base64') });
  // A server that listens on a port has an address of this form.
  server.listen(0, '127.0.0.1', () =>
    beMetered(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  );
});

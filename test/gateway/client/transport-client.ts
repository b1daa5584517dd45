/** A client of a server that misbehaves, for each test of a file. */
import { afterEach, beforeEach } from 'vitest';
import { AdduceError } from '../../../gateway/client/adduce-error.ts';
import { type AdduceClient, createClient } from '../../../gateway/client/create-client.ts';
import type { TransportOptions } from '../../../gateway/client/transport.ts';
import { refusal } from './envelopes.ts';
import { type MisbehavingServer, replies, startServer } from './misbehaving-server.ts';

export let server: MisbehavingServer;

/** A server for each test. */
export function startServerForEachTest(): void {
  beforeEach(async () => {
    server = await startServer();
  });
  afterEach(() => server[Symbol.asyncDispose]());
}

/** A client that waits for nothing but what the engine asks for. */
export function client(options: Partial<TransportOptions> = {}): AdduceClient {
  return createClient({ baseUrl: server.url, random: () => 0, ...options });
}

export async function failureOf(call: Promise<unknown>): Promise<AdduceError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AdduceError)) throw new Error(`not an AdduceError: ${String(error)}`);
  return error;
}

export const UNAVAILABLE = replies(503, refusal(503, 'Unavailable', 'upstream:unavailable'));

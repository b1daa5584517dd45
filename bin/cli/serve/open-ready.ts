/** Opens the engine of a service. While its projections are made again, which may take minutes, the probes are answered. */
import { availableParallelism } from 'node:os';
import type { ExchangeRecord } from '../../../gateway/http/exchange-record.ts';
import type { HttpServer } from '../../../gateway/http/node-http.ts';
import { notReady } from '../../../gateway/rest/not-ready.ts';
import { type ReplayProgress, replaying } from '../../../graph/log/replay.ts';
import { openNudges } from '../../../graph/nudge-servers/open.ts';
import { type OpenedEngine, openEngine } from '../open-engine.ts';
import type { Settings } from '../settings.ts';
import { type Binding, bind } from './bind.ts';

/** Probes are short. */
const GRACE_MS = 100;

export interface OpeningHooks {
  /** Is notified of faults that end nothing. */
  readonly onFault: (fault: unknown) => void;
  /** Is notified of every request once it is over. */
  readonly onExchange: (record: ExchangeRecord) => void;
  /** Ends the start. */
  readonly ending: AbortSignal;
}

/** Throws as `openEngine`, and a failure where the port is taken. */
export async function openReady(
  settings: Settings,
  tls: Binding['tls'],
  { onFault, onExchange, ending }: OpeningHooks,
): Promise<OpenedEngine> {
  let because = '';
  let server: Promise<HttpServer> | null = null;
  const listen = () => {
    const bound = bind(
      { ...settings, tls },
      { routes: [], fallback: notReady(() => because), onFault, onExchange },
    );
    // Awaited once the replay has ended.
    bound.catch(() => undefined);
    return bound;
  };
  const onReplay = (at: ReplayProgress) => {
    because = replaying(at);
    server ??= listen();
  };
  const nudges = settings.nudge === null ? null : await openNudges({ url: settings.nudge, onFault });
  try {
    const readerThreads = availableParallelism();
    return await openEngine(settings, { onFault, readerThreads, onReplay, signal: ending, nudges });
  } catch (error) {
    // Else its connections would keep the process.
    await nudges?.[Symbol.asyncDispose]();
    throw error;
  } finally {
    await closeIfBound(server);
  }
}

async function closeIfBound(server: Promise<HttpServer> | null): Promise<void> {
  await (await server)?.close(GRACE_MS);
}

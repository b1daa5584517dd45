import { LoadLimit } from '../../../gateway/http/load-limit.ts';
import { LoopLoad } from '../../../gateway/http/loop-load.ts';
import { type HttpServer, type ServeOptions, serve } from '../../../gateway/http/node-http.ts';
import { EXIT } from '../exit-code.ts';
import { CommandFailure } from '../failure.ts';
import { isWithin } from '../ip-blocks.ts';
import type { Settings } from '../settings.ts';
import type { TlsPair } from './read-tls.ts';

export interface Binding extends Pick<Settings, 'host' | 'port' | 'trustedProxies'> {
  readonly tls: TlsPair | null;
}

type Served = Pick<ServeOptions, 'routes' | 'fallback' | 'onUpgrade' | 'onFault' | 'onExchange'>;

/** Listens at the address of the settings. @throws {CommandFailure} where the port is taken */
export async function bind(
  { host, port, tls, trustedProxies }: Binding,
  { routes, fallback, onUpgrade, onFault, onExchange }: Served,
): Promise<HttpServer> {
  const loop = new LoopLoad();
  try {
    return await serve({
      host,
      port,
      ...(tls !== null && { tls }),
      routes,
      fallback,
      ...(onUpgrade !== undefined && { onUpgrade }),
      load: new LoadLimit({ isBusy: () => loop.isBusy() }),
      isTrustedProxy: (address) => trustedProxies !== null && isWithin(trustedProxies, address),
      onFault,
      ...(onExchange !== undefined && { onExchange }),
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    const message = `port ${port} of ${host} is in use: set ADDUCE_PORT to a free one, or to 0 for any`;
    throw new CommandFailure(EXIT.error, 'port_in_use', message, { cause: error });
  }
}

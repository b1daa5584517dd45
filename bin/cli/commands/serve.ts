import manifest from '../../../package.json' with { type: 'json' };
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { announce } from '../serve/announce.ts';
import { openServiceLog } from '../serve/service-log.ts';
import type { Service, ServiceHooks } from '../serve/start-service.ts';
import { checkBind, type Settings } from '../settings.ts';

/** How long the process waits for a store to close; then it ends with an error. */
const MAX_CLOSING_MS = 9_000;

/**
 * `adduce serve`: serves everything on one port until a signal asks it to end, which also ends a start half way.
 * Throws as `startService` and `checkBind` do.
 */
export async function serve({ settings, output }: CommandContext): Promise<ExitCode> {
  checkBind(settings);
  const ending = endSignal();
  const { logger, flush, logExchange } = await openServiceLog(settings.dataFolder);
  const onFault = (fault: unknown) => {
    logger.error(fault);
    output.note(`adduce: ${fault instanceof Error ? fault.message : String(fault)} (more in service.log)`);
  };
  const service = await startUnlessEnded(settings, { output, onFault, onExchange: logExchange, ending });
  if (service !== null) {
    announce(output, settings, service.url);
    logger.info({ url: service.url, version: manifest.version }, 'listening');
    await whenAborted(ending);
    output.note('adduce: closing');
    logger.info({ reason: String(ending.reason) }, 'closing');
    await closeInTime(service);
  }
  flush();
  return EXIT.ok;
}

/** Aborts when a signal asks the process to end; a second one ends it at once. */
function endSignal(): AbortSignal {
  const asked = new AbortController();
  const ask = (signal: NodeJS.Signals) => {
    if (asked.signal.aborted) process.exit(1);
    asked.abort(new Error(`ended by ${signal}`));
  };
  process.on('SIGTERM', ask);
  process.on('SIGINT', ask);
  return asked.signal;
}

async function startUnlessEnded(settings: Settings, hooks: ServiceHooks): Promise<Service | null> {
  try {
    // Nearly everything is loaded here: a wrong setting is reported, and a signal heard, before.
    const { startService } = await import('../serve/start-service.ts');
    return await startService(settings, hooks);
  } catch (error) {
    if (hooks.ending.aborted && error === hooks.ending.reason) return null;
    throw error;
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function closeInTime(service: Service): Promise<void> {
  const late = setTimeout(() => process.exit(EXIT.error), MAX_CLOSING_MS);
  await service.close();
  clearTimeout(late);
}

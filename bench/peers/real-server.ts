/** What `adduce serve` runs, as a child of a benchmark: the demo corpus, calls counted, each in the service's log. */
import { Output } from '../../bin/cli/output.ts';
import { openServiceLog } from '../../bin/cli/serve/service-log.ts';
import { startService } from '../../bin/cli/serve/start-service.ts';
import { readSettings } from '../../bin/cli/settings.ts';
import { beMetered } from './metered.ts';

const settings = readSettings({ ...process.env, ADDUCE_PORT: '0', ADDUCE_RATE: '1000000' });
const { logExchange } = await openServiceLog(settings.dataFolder);
const service = await startService(settings, {
  output: new Output(true),
  onFault: (fault) => console.error(fault),
  onExchange: logExchange,
  ending: new AbortController().signal,
});
beMetered(service.url);

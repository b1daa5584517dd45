import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { openExistingRecords } from '../open-records.ts';

/**
 * `adduce log forget`: from now on the page's backend compares later checkpoints with the log as it is now. Holds from the
 * next answer on, also beside a running server.
 */
export async function forgetLog({ settings, output }: CommandContext): Promise<ExitCode> {
  await using records = await openExistingRecords(settings);
  const forgotten = (await records?.forgetCheckpoints()) ?? 0;
  output.result({ forgotten }, [`${forgotten} ${forgotten === 1 ? 'checkpoint' : 'checkpoints'} forgotten`]);
  return EXIT.ok;
}

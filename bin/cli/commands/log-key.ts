import { verifierText } from '../../../graph/log/checkpoint.ts';
import { keyListText, type LogKey } from '../../../graph/log/key-list.ts';
import { readLogKeys } from '../../../graph/log/log-keys.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usage } from '../failure.ts';
import { logKeyPath, openKeys } from '../open-keys.ts';
import { openRequired, openStore } from '../open-store.ts';
import type { Output } from '../output.ts';
import { beginRotation, endRotation } from '../rotate-log-key.ts';

/** `adduce log key`: the keys that verify checkpoints, as /.well-known/adduce-log-keys serves them. */
export async function logKey({ settings, output }: CommandContext): Promise<ExitCode> {
  await using store = await openRequired(settings.graph);
  const keys = await readLogKeys(store);
  if (keys.length === 0) throw usage('the log has no key yet: `adduce serve` or a first answer makes one');
  print(output, keys);
  return EXIT.ok;
}

export interface RotateArguments {
  /** Ends the rotation that is under way, rather than begin one. */
  readonly end: boolean;
}

/** `adduce log rotate-key`: begins a rotation, or ends it. */
export async function rotateLogKey(
  { settings, output }: CommandContext,
  { end }: RotateArguments,
): Promise<ExitCode> {
  await using store = await openStore(settings.graph);
  // Refuses where the key of the settings is not the store's.
  await openKeys(store, settings);
  const path = logKeyPath(settings);
  print(output, await (end ? endRotation(store, path) : beginRotation(store, path)));
  output.note(
    end
      ? 'the old key signs no more, and its private half is gone'
      : 'both keys sign once every gateway was started again; then: adduce log rotate-key --end',
  );
  return EXIT.ok;
}

function print(output: Output, keys: readonly LogKey[]): void {
  const document = keys.toReversed().map(({ verifier, fromSize, untilSize }) => {
    return { key: verifierText(verifier), from_size: fromSize, until_size: untilSize };
  });
  output.result({ origin: keys[0]?.verifier.name, keys: document }, keyListText(keys).trimEnd().split('\n'));
}

import type { Output } from './output.ts';
import type { Environment, Settings } from './settings.ts';

/** What every command is given. */
export interface CommandContext {
  readonly settings: Settings;
  readonly env: Environment;
  readonly output: Output;
}

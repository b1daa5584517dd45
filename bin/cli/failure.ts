/** Why a command failed, in one line for its user. */
import type { Outcome, Refusal } from '../../engine/refusal.ts';
import { EXIT, type ExitCode } from './exit-code.ts';

export class CommandFailure extends Error {
  readonly exit: ExitCode;
  /** A word for programs. */
  readonly reason: string;

  constructor(exit: ExitCode, reason: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exit = exit;
    this.reason = reason;
  }
}

/** A wrong argument or setting. */
export function usage(message: string): CommandFailure {
  return new CommandFailure(EXIT.usage, 'usage', message);
}

/** The named thing does not exist; the service refuses it with 404. @param reason `missing:…` */
export function missing(reason: `missing:${string}`, message: string): CommandFailure {
  return new CommandFailure(EXIT.refused, reason, message);
}

/** A refusal of the engine as a failure of the command. */
function refusal({ reason, message }: Refusal): CommandFailure {
  return new CommandFailure(EXIT.refused, reason, `${message} (${reason})`);
}

/** The value, or the refusal thrown. */
export function granted<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw refusal(outcome.refusal);
  return outcome.value;
}

/** Exit codes by the code of a thrown fault (`code` of a closed union). */
const FAULTS: Readonly<Record<string, ExitCode>> = {
  store_unavailable: EXIT.unavailable,
  writer_overloaded: EXIT.unavailable,
};

/** Any thrown value as a failure of the command. */
export function failureOf(thrown: unknown): CommandFailure {
  if (thrown instanceof CommandFailure) return thrown;
  if (!(thrown instanceof Error)) return new CommandFailure(EXIT.error, 'error', String(thrown));
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : 'error';
  return new CommandFailure(FAULTS[code] ?? EXIT.error, code.toLowerCase(), thrown.message, {
    cause: thrown,
  });
}

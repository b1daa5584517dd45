/** A hint for the operator: an optional part that is not set up. */
export interface SetupHint {
  /** Identifies the hint: a reader who has dismissed it does not see it again. */
  readonly id: string;
  /** The command to run. */
  readonly command: string;
  /** Its effect in figures; the text follows the command. */
  readonly gain: string;
}

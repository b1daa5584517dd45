/** What an operator could still set up. */
export interface SetupHint {
  /** The same for the same hint: a reader who has dismissed it does not see it again. */
  readonly id: string;
  /** What to run. */
  readonly command: string;
  /** What that does, in figures: words that follow the command. */
  readonly gain: string;
}

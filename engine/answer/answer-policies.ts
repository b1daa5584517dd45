/** Versions of what an answer depends on beside its request and the evidence; receipts record them. */
export interface AnswerPolicies {
  readonly fold: string;
  readonly trust: string;
  readonly retrieval: string;
  /** Id and digest of the learned policy of the ranking. */
  readonly reading: string;
  /** How what disagrees is looked for. Receipts without it are older than these searches. */
  readonly counterfactuals: string;
  /** Id and version of what chooses among the sentences; absent where nothing does. */
  readonly chooser?: string;
  /** When the model of question–sentence cosines is asked, its name and its digest; absent where there is none. */
  readonly sentences?: string;
}

/** A request by a link: nothing else is known of its reader. */
export interface PublicRequest {
  readonly request: Request;
  readonly network: string | null;
  readonly trace: string;
  /** Aborts when the reader goes away, or the BFF closes. */
  readonly signal: AbortSignal;
}

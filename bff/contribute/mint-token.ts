/** A capability token of the engine's agent plane; it stays on the server. */
export interface ContributorToken {
  readonly token: string;
  /** RFC 3339 UTC. */
  readonly expires_at: string;
}

/** Mints a token that writes evidence and annotations for an actor; the program that serves the page has the engine's keys. */
export type MintToken = (actor: string, standing: number) => Promise<ContributorToken>;

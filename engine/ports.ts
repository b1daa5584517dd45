/** What the engine needs from outside itself. */

/** The service's clock. Used for `at` stamps, freshness windows and expiry only; the core never asks for the time. */
export interface Clock {
  /** RFC 3339 UTC with ms. */
  now(): string;
}

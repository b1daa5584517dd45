/** One reply of the real server, for the bare one to repeat. */
export interface Recorded {
  /** `accept`, `authorization` and the body of its request, separated by spaces. */
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Base64. */
  readonly body: string;
}

/** What a gateway is configured with. */
export interface GatewayConfig {
  /** `RCX_ENFORCE`: `off` skips the capability check and nothing else. */
  readonly enforce: 'enforce' | 'off';
  /** `ADDUCE_ENGINE_AUTH`: `open` lets callers without a key act for the tenant `local`. */
  readonly engineAuth: 'required' | 'open';
  /** `ADDUCE_RATE`: requests per minute of one key, or of one address without one; null: no limit. */
  readonly ratePerMinute: number | null;
  /** Id of an engine key whose calls are not counted: that of the page, which counts each of its visitors. */
  readonly uncountedKey?: string;
  /**
   * The host names it answers under; null: any. Only a rebound DNS name reaches a loopback server under another name,
   * and with it comes a page of another site.
   */
  readonly answersTo: ((hostname: string) => boolean) | null;
  /** `SVC_STUBS_LIFECYCLE`: whether an annotation may close a coverage gap; a `stub_id` is ignored otherwise. */
  readonly stubsLifecycle: boolean;
  /** Where readers reach this server; absent or null: at the address that each of them asks. */
  readonly publicUrl?: () => string | null;
  /** Build version. */
  readonly version: string;
  /** Whether a signal has ended the service; absent: none does. */
  readonly isEnding?: () => boolean;
  /** Text of verify.mjs, which anybody may get; absent or null where it was not built. */
  readonly verifier?: string | null;
  /** Is notified of every fault that a caller saw as a 5xx, and of one whose write is stored all the same. */
  readonly onFault: (fault: unknown) => void;
}

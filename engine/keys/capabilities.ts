/**
 * The capabilities that a token may hold (docs/spec/contract.md#ap-operations; docs/spec/decisions.md#4.8, #7-minting).
 */

export const CAPABILITIES = [
  'wiki.handshake',
  'wiki.search',
  'wiki.annotate',
  'wiki.annotations',
  'svc.evidence',
  /** Proposals of its holder to supersede a claim need no quorum. */
  'svc.supersede',
  /** Reads the log's entries, whosever they are: for an operator's own mirrors. */
  'svc.log',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/**
 * What a call costs that a capability was used for, as policy data. Tokens carry no balance yet, so a cost is shown
 * and nothing is debited. `svc.supersede` is used within a call of `svc.evidence`, which has its cost already.
 */
export const CAPABILITY_COSTS: Readonly<Record<Capability, number>> = {
  'wiki.handshake': 1,
  'wiki.search': 1,
  'wiki.annotate': 1,
  'wiki.annotations': 1,
  'svc.evidence': 1,
  'svc.supersede': 0,
  'svc.log': 1,
};

/** What anybody may mint for themselves. */
export const SELF_MINTED_CAPABILITIES: readonly Capability[] = [
  'wiki.handshake',
  'wiki.search',
  'wiki.annotate',
  'wiki.annotations',
  'svc.evidence',
];

export function isCapability(name: string): name is Capability {
  return CAPABILITIES.some((capability) => capability === name);
}

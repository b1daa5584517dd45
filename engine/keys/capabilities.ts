/** The capabilities that a token may hold (contract: "Endpoints"; decisions §4.8, §7). */

export const CAPABILITIES = [
  'wiki.handshake',
  'wiki.search',
  'wiki.annotate',
  'wiki.annotations',
  'svc.evidence',
  /** Proposals of its holder to supersede a claim need no quorum. */
  'svc.supersede',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

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

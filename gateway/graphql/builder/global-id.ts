/** Global ids (Relay): base64url of the type's name, a colon and the key that its loader takes. Opaque to clients. */

/** Types that a global id names. */
const NODE_TYPES: ReadonlySet<string> = new Set([
  'Actor',
  'Annotation',
  'Answer',
  'Artefact',
  'Claim',
  'ClaimChain',
  'Cluster',
  'Corpus',
  'CoverageGap',
  'Entity',
  'EvidenceEvent',
  'EvidenceSet',
  'Finding',
  'Opposition',
  'Publisher',
  'Receipt',
  'Section',
]);

interface NodeName {
  readonly typename: string;
  readonly id: string;
}

/** No claim has such an address. */
const NO_NODE: NodeName = { typename: 'Claim', id: '' };

export function encodeGlobalId(typename: string, id: string | number | bigint): string {
  return Buffer.from(`${typename}:${id}`).toString('base64url');
}

/** A text that no id is gives no fault: it names nothing, as an unknown id does. A node has one spelling. */
export function decodeGlobalId(text: string): NodeName {
  const named = Buffer.from(text, 'base64url').toString();
  const colon = named.indexOf(':');
  const typename = named.slice(0, colon);
  const id = named.slice(colon + 1);
  return NODE_TYPES.has(typename) && encodeGlobalId(typename, id) === text ? { typename, id } : NO_NODE;
}

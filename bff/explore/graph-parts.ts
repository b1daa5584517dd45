/** Nodes and edges of the claim graph as the explorer shows them, read from the engine's graph. */
import { z } from 'zod';

/** Edges that one step brings. */
export const STEP_EDGES = 25;

export const edgeKind = z.enum([
  'states',
  'supports',
  'disputes',
  'supersedes',
  'contradicts',
  'same_cluster',
  'mirrors',
]);

/** A claim's address or bare id, or an artefact's id. */
export const nodeRef = z.string().min(1).max(200);

export const CLAIM = `__typename claimId corpus text lang effectiveAt publisherCount rivalCount
  belief { state effectiveConfidence }`;
export const ARTEFACT = `__typename artefactId corpus title url domain licence lang observedAt
  withdrawn { __typename } redacted { __typename }`;
export const NODE = `__typename ... on Claim { ${CLAIM} } ... on Artefact { ${ARTEFACT} }`;
export const EDGE = 'kind sourceId targetId weight logSeq';

const claimNode = z.object({
  type: z.literal('claim'),
  /** `c1…`, unique in its corpus. */
  id: z.string(),
  corpus: z.string(),
  /** Empty where every artefact that states it was redacted, or where its words may not be shown. */
  text: z.string(),
  lang: z.string(),
  /** From when it holds, RFC 3339 UTC. */
  at: z.string(),
  publishers: z.int(),
  rivals: z.int(),
  /** `settled`, `contested`, …; null where nothing is in its ledger. */
  state: z.string().nullable(),
  /** 0 to 1; null with `state`. */
  confidence: z.number().nullable(),
});
const artefactNode = z.object({
  type: z.literal('artefact'),
  /** `a1…`. */
  id: z.string(),
  corpus: z.string(),
  /** The title of its document. */
  text: z.string(),
  lang: z.string(),
  /** When it was observed, RFC 3339 UTC. */
  at: z.string(),
  url: z.string(),
  domain: z.string(),
  licence: z.string(),
  /** `withdrawn` or `redacted`; null: it may be relied on. */
  gone: z.enum(['withdrawn', 'redacted']).nullable(),
});
export const graphNode = z.discriminatedUnion('type', [claimNode, artefactNode]);
export type GraphNode = z.infer<typeof graphNode>;

/** A node with how many edges it has, of the kinds that were asked for. */
export const placedNode = z.object({ node: graphNode, edges: z.int() });
export type PlacedNode = z.infer<typeof placedNode>;

export const graphEdge = z.object({
  kind: edgeKind,
  /** Ids of its ends, `c1…` or `a1…`. */
  from: z.string(),
  to: z.string(),
  /** DrawnPlaces or ledger entries that it rests on. */
  weight: z.int(),
  /** Position in the log of the first of them. */
  seq: z.int(),
});
export type ExploredEdge = z.infer<typeof graphEdge>;

const claimData = z.object({
  __typename: z.literal('Claim'),
  claimId: z.string(),
  corpus: z.string(),
  text: z.string(),
  lang: z.string(),
  effectiveAt: z.string(),
  publisherCount: z.int(),
  rivalCount: z.int(),
  belief: z.object({ state: z.string(), effectiveConfidence: z.number() }).nullable(),
});
const artefactData = z.object({
  __typename: z.literal('Artefact'),
  artefactId: z.string(),
  corpus: z.string(),
  title: z.string(),
  url: z.string(),
  domain: z.string(),
  licence: z.string(),
  lang: z.string(),
  observedAt: z.string(),
  withdrawn: z.object({}).nullable(),
  redacted: z.object({}).nullable(),
});

export const nodeData = z
  .discriminatedUnion('__typename', [claimData, artefactData])
  .transform((found): GraphNode => (found.__typename === 'Claim' ? claimOf(found) : artefactOf(found)));

export const edgeData = z
  .object({
    kind: z.string().toLowerCase().pipe(edgeKind),
    sourceId: z.string(),
    targetId: z.string(),
    weight: z.int(),
    logSeq: z.int(),
  })
  .transform(
    ({ kind, sourceId, targetId, weight, logSeq }): ExploredEdge => ({
      kind,
      from: bareId(sourceId),
      to: bareId(targetId),
      weight,
      seq: logSeq,
    }),
  );

function claimOf(found: z.infer<typeof claimData>): GraphNode {
  const { claimId, corpus, text, lang, effectiveAt, publisherCount, rivalCount, belief } = found;
  return {
    type: 'claim',
    id: claimId,
    corpus,
    text,
    lang,
    at: effectiveAt,
    publishers: publisherCount,
    rivals: rivalCount,
    state: belief?.state.toLowerCase() ?? null,
    confidence: belief?.effectiveConfidence ?? null,
  };
}

function artefactOf(found: z.infer<typeof artefactData>): GraphNode {
  const { artefactId, corpus, title, url, domain, licence, lang, observedAt, withdrawn, redacted } = found;
  const withdrawal = withdrawn === null ? null : ('withdrawn' as const);
  return {
    type: 'artefact',
    id: artefactId,
    corpus,
    text: title,
    lang,
    at: observedAt,
    url,
    domain,
    licence,
    gone: redacted === null ? withdrawal : 'redacted',
  };
}

/** `wx://demo/claim/c1…` → `c1…`; a bare id is one already. */
function bareId(nodeId: string): string {
  return nodeId.slice(nodeId.lastIndexOf('/') + 1);
}

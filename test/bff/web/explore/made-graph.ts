/** Nodes and steps for tests of the explorer's pure parts. */
import type { ExploredEdge, ExploreStep, GraphNode } from '../../../../bff/web/trpc.ts';

export function claim(id: string, text = id, state: string | null = 'settled'): GraphNode {
  const confidence = state === null ? null : 0.5;
  const shared = { corpus: 'sky', lang: 'en', at: '2026-01-01T00:00:00.000Z', publishers: 1, rivals: 0 };
  return { type: 'claim', id, text, state, confidence, ...shared };
}

export function artefact(id: string, text = id): GraphNode {
  const at = '2026-01-01T00:00:00.000Z';
  const from = { url: 'https://a.example/', domain: 'a.example', licence: 'CC0-1.0', gone: null };
  return { type: 'artefact', id, corpus: 'sky', text, lang: 'en', at, ...from };
}

export function edge(from: string, to: string, kind: ExploredEdge['kind'] = 'states'): ExploredEdge {
  return { kind, from, to, weight: 1, seq: 0 };
}

export function step(
  nodes: readonly GraphNode[],
  edges: readonly ExploredEdge[],
  next: string | null = null,
): ExploreStep {
  return { nodes: nodes.map((node) => ({ node, edges: 30 })), edges: [...edges], next };
}

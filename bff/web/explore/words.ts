/** What the explorer calls things. */
import type { ExploredPath, GraphNode } from '../trpc.ts';
import { beliefWords, countOf, dayWords } from '../words.ts';
import type { BeliefName, EdgeName } from './place.ts';

/** From the beginning of an edge to its end. */
const EDGES: Readonly<Record<EdgeName, string>> = {
  states: 'states',
  supports: 'supports',
  disputes: 'disputes',
  supersedes: 'replaces',
  contradicts: 'contradicts',
  same_cluster: 'says the same as',
  mirrors: 'repeats',
};
const KINDS: Readonly<Record<EdgeName, string>> = {
  states: 'A document states a claim',
  supports: 'Evidence for a claim',
  disputes: 'Evidence against a claim',
  supersedes: 'A successor was proposed',
  contradicts: 'Two claims contradict each other',
  same_cluster: 'Two claims say the same',
  mirrors: 'A document repeats another',
};
const STATES: Readonly<Record<BeliefName, string>> = {
  settled: 'settled',
  contested: 'contested',
  disputed: 'disputed',
  superseded: 'replaced',
  stale: 'old',
  none: 'no evidence yet',
};

/** Letters of a label beside a node; the whole text stands in the table and in the details. */
const LABEL_LENGTH = 48;
/** First strong isolate, pop directional isolate: a text of either direction does not turn what stands around it. */
const ISOLATE = ['\u2068', '\u2069'] as const;

export function edgeWords(kind: EdgeName): string {
  return EDGES[kind];
}

export function kindWords(kind: EdgeName): string {
  return KINDS[kind];
}

export function stateWords(state: string | null): string {
  const name = state ?? 'none';
  return Object.hasOwn(STATES, name) ? STATES[name as BeliefName] : name;
}

export function typeWords({ type }: Pick<GraphNode, 'type'>): string {
  return type === 'claim' ? 'Claim' : 'Document';
}

/** Its words; where they may not be shown, that. */
export function textOf({ text, type }: Pick<GraphNode, 'text' | 'type'>): string {
  if (text !== '') return text;
  return type === 'claim' ? '(words that may not be shown)' : '(no title)';
}

/** Short, in one line: claims in quotation marks. */
export function labelOf(node: Pick<GraphNode, 'text' | 'type'>): string {
  const isolated = `${ISOLATE[0]}${shortened(textOf(node))}${ISOLATE[1]}`;
  return node.type === 'claim' ? `“${isolated}”` : isolated;
}

/** Whole characters: no half of a pair, and none without the marks that were on it. */
function shortened(text: string): string {
  const line = text.length > 4 * LABEL_LENGTH ? `${text.slice(0, 4 * LABEL_LENGTH)} ` : text;
  const flat = line.replace(/\s+/gu, ' ');
  if (flat.length <= LABEL_LENGTH) return flat.trim();
  const letters = Array.from(flat);
  if (letters.length <= LABEL_LENGTH) return flat.trim();
  const isCut = /[\p{M}\u200d]/u.test(letters[LABEL_LENGTH] ?? '');
  const begun = letters.slice(0, LABEL_LENGTH).join('');
  return `${(isCut ? begun.replace(/.[\p{M}\u200d]*$/u, '') : begun).trimEnd()}…`;
}

/** What is known of a node, in a line. */
export function factsOf(node: GraphNode): string {
  if (node.type === 'claim') {
    const belief = node.confidence === null ? '' : `, belief ${beliefWords(node.confidence)}`;
    return `${stateWords(node.state)}${belief} · ${countOf(node.publishers, 'publisher', 'publishers')} · from ${dayWords(node.at)}`;
  }
  const gone = node.gone === null ? '' : ` · ${node.gone}`;
  return `${node.domain} · ${node.licence} · observed ${dayWords(node.at)}${gone}`;
}

export function countWords(nodes: number, edges: number): string {
  return `${countOf(nodes, 'node', 'nodes')}, ${countOf(edges, 'edge', 'edges')}`;
}

export function pathWords({ outcome, nodes, visited, is_bounded }: ExploredPath): string {
  if (outcome === 'found') {
    const shorter = is_bounded ? ' There may be a shorter one that was not seen.' : '';
    return `They are ${countOf(nodes.length - 1, 'step', 'steps')} apart.${shorter}`;
  }
  if (outcome === 'exhausted') return 'Nothing connects them.';
  if (outcome === 'depth') return 'Nothing connects them within six steps.';
  return `No path was found among the ${visited} nodes that were looked at.`;
}

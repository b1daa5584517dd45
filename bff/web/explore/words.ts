/** What the explorer calls things. */
import { sayExplore } from '../catalogues/explore.ts';
import type { EdgeName } from '../explore-place.ts';
import type { ExploredPath, GraphNode } from '../trpc.ts';
import { beliefStateWord, beliefWords, dayWords, publishersWords } from '../words.ts';

/** Letters of a label beside a node; the whole text stands in the table and in the details. */
const LABEL_LENGTH = 48;
/** First strong isolate, pop directional isolate: a text of either direction does not turn what stands around it. */
const ISOLATE = ['\u2068', '\u2069'] as const;

export function edgeWords(kind: EdgeName): string {
  return sayExplore(`edge.${kind}`);
}

export function kindWords(kind: EdgeName): string {
  return sayExplore(`kind.${kind}`);
}

export function stateWords(state: string | null): string {
  return beliefStateWord(state ?? 'none');
}

export function typeWords({ type }: Pick<GraphNode, 'type'>): string {
  return sayExplore(type === 'claim' ? 'claim' : 'document');
}

/** Its words; where they may not be shown, that. */
export function textOf({ text, type }: Pick<GraphNode, 'text' | 'type'>): string {
  if (text !== '') return text;
  return sayExplore(type === 'claim' ? 'hiddenWords' : 'noTitle');
}

/** The language of its words, as a document says it; undefined where none is known, and where the page says that there are none. */
export function langOf({ text, lang }: Pick<GraphNode, 'text' | 'lang'>): string | undefined {
  return text === '' || lang === '' ? undefined : lang;
}

/** Short, in one line: claims in quotation marks. */
export function labelOf(node: Pick<GraphNode, 'text' | 'type'>): string {
  const isolated = `${ISOLATE[0]}${shortened(textOf(node))}${ISOLATE[1]}`;
  return node.type === 'claim' ? sayExplore('quoted', { text: isolated }) : isolated;
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
    const state = stateWords(node.state);
    const { confidence } = node;
    const belief =
      confidence === null ? state : sayExplore('believed', { state, belief: beliefWords(confidence) });
    const from = sayExplore('from', { day: dayWords(node.at) });
    return [belief, publishersWords(node.publishers), from].join(' · ');
  }
  const gone = node.gone === null ? [] : [sayExplore(`gone.${node.gone}`)];
  return [node.domain, node.licence, sayExplore('observed', { day: dayWords(node.at) }), ...gone].join(' · ');
}

export function countWords(nodes: number, edges: number): string {
  return `${sayExplore('countNodes', { count: nodes })}, ${sayExplore('countEdges', { count: edges })}`;
}

export function pathWords({ outcome, nodes, visited, is_bounded }: ExploredPath): string {
  if (outcome === 'found') {
    const found = sayExplore('stepsApart', { count: nodes.length - 1 });
    return is_bounded ? `${found} ${sayExplore('maybeShorter')}` : found;
  }
  if (outcome === 'exhausted' || outcome === 'depth') return sayExplore(`path.${outcome}`);
  return sayExplore('pathNotFound', { count: visited });
}

/** The shown graph as files: GraphML, JSON, and SVG drawn from the layout. Pure; every text is escaped. */
import type { DrawnPlace } from './places.ts';
import type { Colours } from './scene.ts';
import { colourOfEdge, colourOfNode } from './scene-of.ts';
import type { ShownGraph } from './shown-graph.ts';
import { edgeWords, labelOf, textOf, typeWords } from './words.ts';

/** What XML 1.0 has no place for, not even as a reference; halves of a character among it. */
const NOT_XML =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** As text and as the value of an attribute. */
export function escapeXml(text: string): string {
  return text.replace(NOT_XML, '\ufffd').replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);
}

export function toJson({ nodes, edges }: ShownGraph): string {
  const listed = [...nodes.values()].map(({ node, edges: count }) => ({ ...node, edges: count }));
  return `${JSON.stringify({ nodes: listed, edges }, null, 2)}\n`;
}

const NODE_KEYS = [
  'type',
  'corpus',
  'text',
  'lang',
  'at',
  'state',
  'confidence',
  'url',
  'domain',
  'licence',
  'gone',
];

/** GraphML (graphml.graphdrawing.org). */
export function toGraphml({ nodes, edges }: ShownGraph): string {
  const keys = [
    ...NODE_KEYS.map((name) => keyLine('node', name, name === 'confidence' ? 'double' : 'string')),
    keyLine('edge', 'kind', 'string'),
    keyLine('edge', 'weight', 'int'),
    keyLine('edge', 'seq', 'long'),
  ];
  const nodeLines = [...nodes.values()].map(({ node }) => {
    const values = new Map(Object.entries(node));
    const data = NODE_KEYS.flatMap((name) => dataOf('node', name, values.get(name) ?? null));
    return `<node id="${escapeXml(node.id)}">${data.join('')}</node>`;
  });
  const edgeLines = edges.map(({ kind, from, to, weight, seq }) => {
    const data = [dataOf('edge', 'kind', kind), dataOf('edge', 'weight', weight), dataOf('edge', 'seq', seq)];
    return `<edge source="${escapeXml(from)}" target="${escapeXml(to)}">${data.flat().join('')}</edge>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...keys,
    '<graph edgedefault="directed">',
    ...nodeLines,
    ...edgeLines,
    '</graph>',
    '</graphml>',
    '',
  ].join('\n');
}

function keyLine(of: 'node' | 'edge', name: string, type: string): string {
  return `<key id="${of}-${name}" for="${of}" attr.name="${name}" attr.type="${type}"/>`;
}

function dataOf(of: 'node' | 'edge', name: string, value: unknown): readonly string[] {
  return value === null ? [] : [`<data key="${of}-${name}">${escapeXml(String(value))}</data>`];
}

const SVG_SIDE = 1_200;
const MARGIN = 80;
const RADIUS = 6;

/** Claims are circles, documents squares; a title on each has its whole text. @param placeOf where a node is drawn */
export function toSvg(graph: ShownGraph, placeOf: (id: string) => DrawnPlace, colours: Colours): string {
  const at = fitted([...graph.nodes.keys()], placeOf);
  const lines = graph.edges.map(({ kind, from, to }) => {
    const [a, b] = [at(from), at(to)];
    const ends = `x1="${a.x}" y1="${a.y}" x2="${b.x}" y2="${b.y}"`;
    return `<line ${ends} stroke="${escapeXml(colours[colourOfEdge(kind)])}"><title>${edgeWords(kind)}</title></line>`;
  });
  const marks = [...graph.nodes.values()].map(({ node }) => {
    const { x, y } = at(node.id);
    const fill = escapeXml(colours[colourOfNode(node)]);
    const shape =
      node.type === 'claim'
        ? `<circle cx="${x}" cy="${y}" r="${RADIUS}" fill="${fill}"/>`
        : `<rect x="${x - RADIUS}" y="${y - RADIUS}" width="${2 * RADIUS}" height="${2 * RADIUS}" fill="${fill}"/>`;
    const label = `<text x="${x + RADIUS + 4}" y="${y + 4}">${escapeXml(labelOf(node))}</text>`;
    return `<g><title>${escapeXml(`${typeWords(node)}: ${textOf(node)}`)}</title>${shape}${label}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SVG_SIDE} ${SVG_SIDE}" font-family="system-ui, sans-serif" font-size="11" fill="${escapeXml(colours.ink)}">`,
    `<rect width="${SVG_SIDE}" height="${SVG_SIDE}" fill="${escapeXml(colours.ground)}"/>`,
    ...lines,
    ...marks,
    '</svg>',
    '',
  ].join('\n');
}

/** Into the square. */
function fitted(ids: readonly string[], placeOf: (id: string) => DrawnPlace): (id: string) => DrawnPlace {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const id of ids) {
    const { x, y } = placeOf(id);
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
  }
  const scale = (SVG_SIDE - 2 * MARGIN) / Math.max(right - left, top - bottom, 1);
  const round = (value: number) => Math.round(value * 10) / 10;
  return (id) => {
    const { x, y } = placeOf(id);
    return { x: round(MARGIN + (x - left) * scale), y: round(MARGIN + (y - bottom) * scale) };
  };
}

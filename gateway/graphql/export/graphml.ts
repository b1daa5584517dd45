/** GraphML 1.0 (http://graphml.graphdrawing.org): what is listed as nodes, what connects claims and artefacts as directed edges. */
import { LIST_MARK } from './csv.ts';
import { type CellValue, COLUMNS, type ExportColumn, type ExportRow, type RowType } from './export-rows.ts';
import type { FileFormat } from './file-format.ts';

export const GRAPHML: FileFormat = {
  type: 'application/xml; charset=utf-8',
  ending: 'graphml',
  isTable: false,
  connects: true,
  begin: () =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">',
      ...KEYS,
      '<graph id="adduce" edgedefault="directed">',
      '',
    ].join('\n'),
  rows: (rows) => rows.map((row) => (row.type === 'GraphEdge' ? edge(row) : node(row))).join(''),
  end: '</graph>\n</graphml>\n',
};

/** The ends of an edge are attributes of its element. */
const ENDS = 2;

interface Key extends ExportColumn {
  readonly id: string;
}

/** By type; each has keys of its own, as they share few. */
const KEYS_OF: Readonly<Record<RowType, readonly Key[]>> = {
  Claim: keys('Claim', 'c'),
  Cluster: keys('Cluster', 'k'),
  Artefact: keys('Artefact', 'a'),
  EvidenceEvent: keys('EvidenceEvent', 'v'),
  Publisher: keys('Publisher', 'p'),
  Entity: keys('Entity', 'n'),
  Actor: keys('Actor', 'w'),
  GraphEdge: keys('GraphEdge', 'e'),
};

function keys(type: RowType, prefix: string): readonly Key[] {
  return COLUMNS[type].map((column, index) => ({ ...column, id: `${prefix}${index}` }));
}

/** What a node is. */
const TYPE_KEY = '<key id="t" for="node" attr.name="type" attr.type="string"/>';
const KEYS = [
  TYPE_KEY,
  ...Object.entries(KEYS_OF).flatMap(([type, own]) =>
    type === 'GraphEdge' ? [] : own.map((key) => keyElement(key, 'node')),
  ),
  ...KEYS_OF.GraphEdge.slice(ENDS).map((key) => keyElement(key, 'edge')),
];

function keyElement({ id, name, type }: Key, of: 'node' | 'edge'): string {
  return `<key id="${id}" for="${of}" attr.name="${name}" attr.type="${type}"/>`;
}

function node({ type, cells }: ExportRow): string {
  const data = dataOf(KEYS_OF[type], cells, 0);
  return `<node id="${nodeName(String(cells[0]))}"><data key="t">${type}</data>${data}</node>\n`;
}

/** What an id of XML may be. */
const NAME = /^[\w.:-]+$/;

/** Names of entities and actors may hold any character; ids are given as they are. */
function nodeName(id: string): string {
  return NAME.test(id) ? id : `name-${Buffer.from(id).toString('base64url')}`;
}

function edge({ type, cells }: ExportRow): string {
  const [source, target] = cells.map((cell) => escaped(String(cell)));
  return `<edge source="${source}" target="${target}">${dataOf(KEYS_OF[type], cells, ENDS)}</edge>\n`;
}

function dataOf(keysOf: readonly Key[], cells: readonly CellValue[], from: number): string {
  return keysOf
    .slice(from)
    .flatMap(({ id }, index) => {
      const cell = cells[from + index] ?? null;
      if (cell === null) return [];
      const text = typeof cell === 'object' ? cell.join(LIST_MARK) : String(cell);
      return [`<data key="${id}">${escaped(text)}</data>`];
    })
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A reader of XML would make a line feed of it.
  '\r': '&#13;',
};
/** What no document of XML 1.0 may hold, in whatever form. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are meant
const UNHOLDABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

function escaped(text: string): string {
  const holdable = text.toWellFormed().replace(UNHOLDABLE, '\u{FFFD}');
  return holdable.replace(/[&<>"\r]/g, (one) => ENTITIES[one] ?? one);
}

import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { escapeXml, toGraphml, toJson, toSvg } from '../../../../bff/web/explore/export-graph.ts';
import { COLOUR_NAMES, type Colours } from '../../../../bff/web/explore/scene.ts';
import { GraphBuilder } from '../../../../bff/web/explore/shown-graph.ts';
import { labelOf } from '../../../../bff/web/explore/words.ts';
import { artefact, claim, edge, step } from './made-graph.ts';

const HOSTILE = '</title><script>alert("1")</script> & \'x\' \u0000\u0008 \ud800 كوكب';
const CLEAN = '</title><script>alert("1")</script> & \'x\' \ufffd\ufffd \ufffd كوكب';
const COLOURS = Object.fromEntries(COLOUR_NAMES.map((name) => [name, '#123456'])) as Colours;

function hostileGraph() {
  const builder = new GraphBuilder();
  builder.add(step([claim('c1h', HOSTILE), artefact('a1d', HOSTILE)], [edge('a1d', 'c1h')]));
  return builder.graph();
}

describe('a text in an exported file', () => {
  it('is what it was after it is read again, but for what XML cannot hold', () => {
    const isXml = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd]*$/u;
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const escaped = escapeXml(text);
        expect(escaped).not.toMatch(/[<>"']/);
        const { document } = parseHTML(`<p>${escaped}</p>`);
        if (isXml.test(text) && !/\r/.test(text)) expect(document.querySelector('p')?.textContent).toBe(text);
      }),
    );
  });

  it.each([
    ['a character of code 0', '\0', '\ufffd'],
    ['a half of a pair', 'a\udc00b', 'a\ufffdb'],
    ['a whole pair', '😀', '😀'],
    ['no character at all', '\uffff', '\ufffd'],
  ])('replaces %s', (_, text, escaped) => expect(escapeXml(text)).toBe(escaped));
});

describe('an SVG of a graph', () => {
  const places = (id: string) => (id === 'c1h' ? { x: 0, y: 0 } : { x: 30, y: -10 });

  it('has every node with its whole text, and no script', () => {
    const svg = toSvg(hostileGraph(), places, COLOURS);
    expect(svg).not.toMatch(/<script|onerror|href/i);
    const { document } = parseHTML(svg);
    const titles = [...document.querySelectorAll('g title')].map(({ textContent }) => textContent);
    expect(titles).toEqual([`Claim: ${CLEAN}`, `Document: ${CLEAN}`]);
    expect([document.querySelectorAll('circle').length, document.querySelectorAll('g rect').length]).toEqual([
      1, 1,
    ]);
  });

  it('stays within its square, also where all nodes are at one place', () => {
    for (const placeOf of [places, () => ({ x: 5, y: 5 })]) {
      const numbers = [...toSvg(hostileGraph(), placeOf, COLOURS).matchAll(/ [cxy][xy12]?="(-?[\d.]+)"/g)];
      expect(numbers.length).toBeGreaterThan(4);
      for (const [, number] of numbers) {
        expect(Number(number)).toBeGreaterThanOrEqual(0);
        expect(Number(number)).toBeLessThanOrEqual(1_200);
      }
    }
  });

  it('of nothing is an empty picture', () => {
    const svg = toSvg(new GraphBuilder().graph(), places, COLOURS);
    expect(svg).not.toContain('NaN');
    expect(svg).not.toContain('<g>');
  });
});

describe('GraphML and JSON of a graph', () => {
  it('hold the same nodes and edges', () => {
    const graph = hostileGraph();
    const { document } = parseHTML(toGraphml(graph));
    const nodes = [...document.querySelectorAll('node')].map((node) => node.getAttribute('id'));
    const [end] = document.querySelectorAll('edge');
    expect(nodes).toEqual(['c1h', 'a1d']);
    expect([end?.getAttribute('source'), end?.getAttribute('target')]).toEqual(['a1d', 'c1h']);
    expect(document.querySelector('node data[key="node-text"]')?.textContent).toBe(CLEAN);
    const json = JSON.parse(toJson(graph));
    expect(json.nodes.map(({ id, text }: { id: string; text: string }) => [id, text])).toEqual([
      ['c1h', HOSTILE],
      ['a1d', HOSTILE],
    ]);
    expect(json.edges).toEqual(graph.edges);
  });
});

describe('a label', () => {
  it.each([
    ['48 letters whole', 'x'.repeat(48), 'x'.repeat(48)],
    ['49 letters cut', 'x'.repeat(49), `${'x'.repeat(48)}…`],
    ['2,000 letters cut', 'x'.repeat(2_000), `${'x'.repeat(48)}…`],
    ['white space as one space', 'a\n\n  b', 'a b'],
    ['no half of a pair', '😀'.repeat(60), `${'😀'.repeat(48)}…`],
    ['no letter without its mark', `${'x'.repeat(47)}e\u0301xyz`, `${'x'.repeat(47)}…`],
    ['what has no words', '', '(no title)'],
  ])('shows %s', (_, text, label) => expect(labelOf(artefact('a1', text))).toBe(`\u2068${label}\u2069`));
});

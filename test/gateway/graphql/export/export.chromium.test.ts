import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COLUMNS } from '../../../../gateway/graphql/export/export-rows.ts';
import { GRAPHML } from '../../../../gateway/graphql/export/graphml.ts';
import { launch } from '../../../e2e/browser-page.ts';
import { describeChromium } from '../../../setup/describe-engine.ts';
import { claimCells, edgeCells, HOSTILE_TEXTS } from './export-texts.ts';

describeChromium('a graph as a file', (found) => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch(found().executablePath);
  });
  afterAll(() => browser.close());

  /** By a strict reader of XML 1.0 that is none of ours: its nodes and edges, each with what its keys call its data. */
  async function read(text: string) {
    const page = await browser.newPage();
    try {
      return await page.evaluate(`(() => {
        const document = new DOMParser().parseFromString(${JSON.stringify(text)}, 'application/xml');
        const fault = document.querySelector('parsererror')?.textContent ?? null;
        const keys = Object.fromEntries([...document.querySelectorAll('key')].map((key) => [key.id, key.getAttribute('attr.name')]));
        const items = (name) => [...document.querySelectorAll('graphml > graph > ' + name)].map((one) => ({
          ...Object.fromEntries([...one.attributes].map(({ name, value }) => [name, value])),
          ...Object.fromEntries([...one.children].map((data) => [keys[data.getAttribute('key')], data.textContent])),
        }));
        const namespace = document.documentElement.namespaceURI;
        return { fault, namespace, keys: Object.keys(keys).length, nodes: items('node'), edges: items('edge') };
      })()`);
    } finally {
      await page.close();
    }
  }

  it('is well-formed and has every text as it was, whatever is in it', async () => {
    const nodes = HOSTILE_TEXTS.map((text, at) => claimCells({ claimId: `c1${at}`, text, logSeq: at }));
    const edges = HOSTILE_TEXTS.map((sourceText) => edgeCells({ sourceText, weight: 2 }));
    const text = GRAPHML.begin('Claim') + GRAPHML.rows(nodes) + GRAPHML.rows(edges) + GRAPHML.end;
    const shown = HOSTILE_TEXTS.map((one) =>
      // What XML 1.0 cannot hold, and halves of a character, leave a mark.
      one
        .toWellFormed()
        .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}'),
    );
    // The ends of an edge are its attributes, and the type of a node has a key.
    const keys = 1 + Object.values(COLUMNS).flat().length - 2;
    expect(await read(text)).toEqual({
      fault: null,
      namespace: 'http://graphml.graphdrawing.org/xmlns',
      keys,
      nodes: shown.map((one, at) => ({
        id: `c1${at}`,
        type: 'Claim',
        claimId: `c1${at}`,
        text: one,
        logSeq: `${at}`,
      })),
      edges: shown.map((sourceText) => ({
        source: 'c1a',
        target: 'c1b',
        kind: 'STATES',
        weight: '2',
        sourceText,
      })),
    });
  });

  it('is no XML where it was broken off', async () => {
    const begun = GRAPHML.begin('Claim') + GRAPHML.rows([claimCells({ claimId: 'c1', text: 'x' })]);
    expect(await read(begun)).toMatchObject({ fault: expect.any(String) });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { visitor } from './browser.ts';
import {
  type Asker,
  append,
  asker,
  dispute,
  serveContributions,
  server,
  size,
  suppose,
} from './contribute-server.ts';
import { dataFolder, startWholeServer } from './whole-server.ts';

serveContributions();

describe('a refusal says what would be accepted', () => {
  let saturn: Asker;
  let elsewhere: string;
  beforeAll(async () => {
    saturn = await asker('Saturn');
    const [state] = await server.engine.store.ranges('artefactsByRef', {
      corpus: 'elsewhere',
      by: ['https://recount.example/recount'],
    });
    elsewhere = state?.[0]?.record.artefact_id ?? '';
  });

  it.each([
    [
      'words that the document does not have',
      () => ({ source: { artefact_id: saturn.artefact }, quote: 'Saturn has 99' }),
      403,
      'denied:quote_not_found',
      /Copy the passage/,
    ],
    [
      'a page of the web without its words',
      () => ({ quote: '  ' }),
      403,
      'denied:quote_missing',
      /Quote the passage/,
    ],
    [
      'a document of another corpus',
      () => ({ source: { artefact_id: elsewhere } }),
      403,
      'denied:source_unknown',
      /a document of sky/,
    ],
    [
      'a document that there is not',
      () => ({ source: { artefact_id: `a1${'a'.repeat(26)}` } }),
      403,
      'denied:source_unknown',
      /Choose a document/,
    ],
    [
      'a note that is empty',
      () => ({ stance: 'annotate', note: ' ' }),
      403,
      'denied:note_missing',
      /Write it/,
    ],
    ['a proposal of nothing', () => ({ stance: 'supersede' }), 403, 'denied:successor_missing', /Choose one/],
    [
      'a proposal of a statement that there is not',
      () => ({ stance: 'supersede', successor: `wx://sky/claim/c1${'a'.repeat(26)}` }),
      403,
      'denied:successor_missing',
      /Choose one/,
    ],
    [
      'a statement of no answer',
      () => ({ claim: `wx://sky/claim/c1${'a'.repeat(26)}` }),
      404,
      'missing:claim',
      /Open the answer again/,
    ],
    [
      'a script in the place of an address',
      () => ({ source: { url: 'javascript:alert(1)' } }),
      400,
      'invalid:body',
      /https:\/\//,
    ],
    [
      'an address that could end where it is shown',
      () => ({ source: { url: 'https://x.example/"><b>' } }),
      400,
      'invalid:body',
      /https:\/\//,
    ],
    ['a passage past the limit', () => ({ quote: 'x'.repeat(2_001) }), 400, 'invalid:body', /shorten/],
    ['a note with U+0000', () => ({ note: 'a\0b' }), 400, 'invalid:body', /check/],
    ['a stance that there is not', () => ({ stance: 'delete' }), 400, 'invalid:body', /reload/],
  ] as const)('%s', async (_, more, status, reason, nextStep) => {
    const before = await size();
    for (const send of [suppose, append]) {
      const reply = await send(saturn, dispute(saturn, more()));
      expect(reply.body.error).toMatchObject({ status, reason });
      expect(reply.body.error.next_step).toMatch(nextStep);
    }
    expect(await size()).toBe(before);
  });

  it('of another visitor’s answer is as of one that there is not', async () => {
    const other = await asker('Saturn', 'rival');
    const { status, body } = await append(other, dispute(saturn));
    expect([status, body.error.reason]).toEqual([404, 'missing:answer']);
  });

  it('takes words at the limit', async () => {
    const long = { quote: 'x'.repeat(2_000), note: 'ü'.repeat(2_000), draft: 'g'.repeat(64) };
    expect((await append(saturn, dispute(saturn, long))).status).toBe(201);
    expect((await append(saturn, dispute(saturn, { draft: 'g'.repeat(65) }))).status).toBe(400);
  });

  it('where the page only reads', async () => {
    await using own = await dataFolder();
    await using reads = await startWholeServer({ folder: own.path, bff: { mintToken: null } });
    const { body } = await visitor(reads.url).send('GET', '/api/contributions');
    expect(body.contribute_needs.message).toMatch(/takes no contributions/);
  });
});

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTRIBUTE } from '../../bff/features.ts';
import { writeInvitation } from '../../bff/invitation.ts';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import { openSessionKey } from '../../bff/session-key.ts';
import type { ClaimAddr } from '../../graph/address.ts';
import { disputeBy } from '../engine/annotated.ts';
import { ingestInto, jsonLines } from '../engine/documents.ts';
import { eventually } from '../eventually.ts';
import { type Visitor, visitor } from './browser.ts';
import {
  claimsOf,
  dataFolder,
  ingestMoons,
  MOONS,
  startWholeServer,
  type WholeServer,
} from './whole-server.ts';

const DAY = '2026-09-28';
const LATER = 'Saturn has 145 known moons.';
/** A question for each test, so that none changes the verdict of another's answer. */
const PLANETS = ['Saturn', 'Jupiter', 'Uranus', 'Neptune', 'Mars', 'Pluto', 'Ceres'] as const;
type Planet = (typeof PLANETS)[number];

let folder: Awaited<ReturnType<typeof dataFolder>>;
let server: WholeServer;
let records: Awaited<ReturnType<typeof openSqliteRecords>>;

beforeAll(async () => {
  folder = await dataFolder();
  server = await startWholeServer({ folder: folder.path });
  const documents = PLANETS.map((planet, at) => ({
    id: planet.toLowerCase(),
    text: `${planet} has ${60 + at} known moons.`,
    domain: `${planet.toLowerCase()}.example`,
    day: DAY,
    title: `About ${planet}`,
  }));
  await ingestInto(server.engine, 'sky', [jsonLines(documents)]);
  const recount = { id: 'recount', text: LATER, domain: 'recount.example', day: DAY, title: 'A recount' };
  await ingestInto(server.engine, 'elsewhere', [jsonLines([recount])]);
  records = await openSqliteRecords(join(folder.path, 'bff.sqlite'));
  for (const org of ['acme', 'rival']) await records.entitle(org, CONTRIBUTE, 'team', true);
});
afterAll(async () => {
  await records[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

interface Asker {
  readonly reader: Visitor;
  readonly answerId: string;
  readonly claim: string;
  /** The document that the answer quotes. */
  readonly artefact: string;
}

async function asker(planet: Planet, org: string | null = 'acme'): Promise<Asker> {
  const reader = visitor(server.url);
  if (org !== null) await joins(reader, org);
  const { body } = await reader.send('POST', '/api/answers', { q: `How many moons does ${planet} have?` });
  const [claim = ''] = await claimsOf(server, body.answer_id);
  return { reader, answerId: body.answer_id, claim, artefact: body.evidence_set.artefact_ids[0] };
}

async function joins(reader: Visitor, org: string): Promise<void> {
  const key = await openSessionKey(folder.path);
  const now = Date.parse(server.clock.now());
  const invitation = writeInvitation(key, { org, issued: now, expires: now + 60_000 });
  await reader.send('POST', '/api/session/organisations', { invitation });
}

const DRAFT = 'd'.repeat(16);
const PAGE = { url: 'https://recount.example/2026' };
const QUOTE = 'Nobody has counted more than twenty.';

function dispute({ answerId, claim }: Asker, more: object = {}) {
  return { answer_id: answerId, claim, stance: 'dispute', source: PAGE, quote: QUOTE, ...more };
}

const suppose = ({ reader }: Asker, body: object) => reader.send('POST', '/api/contributions/dry-run', body);
const append = ({ reader }: Asker, body: object) =>
  reader.send('POST', '/api/contributions', { draft: DRAFT, ...body });
const size = async () => (await server.engine.store.head()).size;

async function ledgerOf(claim: string) {
  // `claimsOf` gives addresses of claims.
  const by = [{ claim: claim as ClaimAddr, after: -1 }];
  const [entries = []] = await server.engine.store.ranges('ledger', { by, limit: 100 });
  return entries;
}

describe('who may contribute', () => {
  it('reads what it takes where it may not, and writes nothing', async () => {
    const stranger = await asker('Saturn', null);
    const before = await size();
    const rights = await stranger.reader.send('GET', '/api/contributions');
    expect(rights.body).toMatchObject({
      contributes_as: null,
      contribute_needs: { next_step: expect.stringMatching(/invitation/) },
    });
    for (const reply of [
      await suppose(stranger, dispute(stranger)),
      await append(stranger, dispute(stranger)),
    ]) {
      expect(reply.status).toBe(403);
      expect(reply.body.error).toMatchObject({ reason: 'denied:contribute' });
      expect(reply.body.error.next_step).toMatch(/ask for an invitation/);
    }
    expect(await size()).toBe(before);
  });

  it('reads of its own organisation where that may not', async () => {
    const member = await asker('Saturn', 'readers-only');
    const { body } = await append(member, dispute(member));
    expect(body.error).toMatchObject({
      reason: 'denied:contribute',
      next_step: expect.stringMatching(/let readers-only contribute/),
    });
  });

  it('is everybody, with the standing of a new voice, where the operator gives it to all', async () => {
    await records.entitle('local', CONTRIBUTE, 'all', true);
    const anybody = await asker('Pluto', null);
    const { body } = await anybody.reader.send('GET', '/api/contributions');
    await records.entitle('local', CONTRIBUTE, 'all', false);
    expect(body.contributes_as).toEqual({
      actor: expect.stringMatching(/^reader:[0-9a-f]{16}$/),
      standing: 100,
    });
    expect(anybody.reader.cookie).not.toContain(body.contributes_as.actor.slice(7));
  });

  it('speaks as its organisation', async () => {
    const { reader } = await asker('Saturn');
    const { body } = await reader.send('GET', '/api/contributions');
    expect(body).toEqual({ contributes_as: { actor: 'org:acme', standing: 700 }, contribute_needs: null });
  });
});

describe('a dry run', () => {
  it('gives the belief that the append then brings, and writes nothing', async () => {
    const saturn = await asker('Saturn');
    const before = await size();
    const { status, body: supposed } = await suppose(saturn, dispute(saturn));
    expect(status).toBe(200);
    expect(await size()).toBe(before);
    expect(supposed).toMatchObject({
      by: { actor: 'org:acme', standing: 700 },
      repeated: false,
      before: { state: 'settled' },
      discounts: ['standing', 'unchecked'],
      turns: [],
      turn_count: 0,
    });
    expect(supposed.after.confidence).toBeLessThan(supposed.before.confidence);
    expect((await append(saturn, dispute(saturn))).status).toBe(201);
    const { body: why } = await saturn.reader.send(
      'GET',
      `/api/trpc/views.why?input=${encodeURIComponent(JSON.stringify({ answer_id: saturn.answerId }))}`,
    );
    expect(why.result.data.claims[0].confidence).toBe(supposed.after.confidence);
    const again = await suppose(saturn, dispute(saturn));
    expect(again.body).toMatchObject({ repeated: true, before: null, after: null, turns: [] });
  });

  it('names the answers of the visitor whose verdict would change, and nobody else’s', async () => {
    const acme = await asker('Jupiter');
    await asker('Jupiter', 'rival');
    await disputeBy(server.engine, acme.claim as ClaimAddr, 'ann');
    await server.engine.monitor.catchUp();
    const { body } = await suppose(acme, dispute(acme));
    const turned = { answer_id: acme.answerId, q: 'How many moons does Jupiter have?', from: 'PASS' };
    expect(body.turns).toMatchObject([turned]);
    expect(body.turn_count).toBe(1);
    expect((await append(acme, dispute(acme))).status).toBe(201);
    await server.engine.monitor.catchUp();
    const [stored] = await server.engine.store.records('latestFindings', [acme.answerId as `ans_${string}`]);
    expect(stored?.body.to).toBe(body.turns[0].to);
  });

  it('of an annotation changes neither verdict nor belief', async () => {
    const { body } = await (async () => {
      const mars = await asker('Mars');
      return suppose(mars, dispute(mars, { stance: 'annotate', note: 'Counted by hand.' }));
    })();
    expect(body).toMatchObject({ repeated: false, before: null, after: null, turns: [], turn_count: 0 });
  });
});

describe('an append', () => {
  it('is one entry for a double click, a retry after a lost reply and the same words in another form', async () => {
    const uranus = await asker('Uranus');
    const before = (await ledgerOf(uranus.claim)).length;
    const [one, two] = await Promise.all([append(uranus, dispute(uranus)), append(uranus, dispute(uranus))]);
    const retried = await append(uranus, dispute(uranus));
    const refilled = await append(uranus, dispute(uranus, { draft: 'e'.repeat(16) }));
    const ids = [one, two, retried, refilled].map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(1);
    const ledger = await ledgerOf(uranus.claim);
    expect(ledger.length).toBe(before + 1);
    expect(one.body).toMatchObject({
      id: ledger.at(-1)?.event_id,
      ledger_seq: before,
      seq: ledger.at(-1)?.log.seq,
      receipt: { receipt_id: expect.stringMatching(/^rc_/), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(ledger.at(-1)).toMatchObject({
      actor_root: 'org:acme',
      kind: 'dispute',
      attestations: [`quote: ${QUOTE}`, expect.stringMatching(/^by: reader:[0-9a-f]{16}$/)],
    });
  });

  it('stays what it was when its form is sent late, after another one', async () => {
    const neptune = await asker('Neptune');
    await append(neptune, dispute(neptune));
    await append(neptune, { ...dispute(neptune, { stance: 'corroborate' }), draft: 'f'.repeat(16) });
    const { length } = await ledgerOf(neptune.claim);
    const late = await append(neptune, dispute(neptune));
    expect(late.status).toBe(201);
    expect(await ledgerOf(neptune.claim)).toHaveLength(length);
  });

  it('rests on the stored bytes of a document here, with a passage of it', async () => {
    const ceres = await asker('Ceres');
    const source = { artefact_id: ceres.artefact };
    const quote = '  Ceres has  66\nknown moons. ';
    const { body, status } = await append(ceres, dispute(ceres, { stance: 'corroborate', source, quote }));
    expect(status).toBe(201);
    const entry = (await ledgerOf(ceres.claim)).find(({ event_id }) => event_id === body.id);
    expect(entry?.evidence).toMatchObject([
      { check: 'match', artefact: ceres.artefact, domain: 'ceres.example' },
    ]);
  });

  it('of two members of an organisation is one voice, of two organisations two', async () => {
    const [one, two, three] = [await asker('Mars'), await asker('Mars'), await asker('Mars', 'rival')];
    for (const [at, member] of [one, two, three].entries()) {
      const source = { url: `https://voice-${at}.example/x` };
      expect((await append(member, dispute(member, { source }))).status).toBe(201);
    }
    const roots = (await ledgerOf(one.claim))
      .filter(({ kind }) => kind === 'dispute')
      .map((e) => e.actor_root);
    expect(roots).toEqual(['org:acme', 'org:acme', 'org:rival']);
  });

  it('proposes a statement that a document here makes', async () => {
    const pluto = await asker('Pluto');
    const path = `/api/contributions/grounds?answer_id=${pluto.answerId}&corpus=sky&q=Ceres+moons`;
    const { body: grounds } = await pluto.reader.send('GET', path);
    expect(grounds.documents[0]).toMatchObject({ title: 'About Ceres', domain: 'ceres.example' });
    const successor = grounds.statements.find(({ text }: { text: string }) => /Ceres/.test(text)).claim;
    const proposal = dispute(pluto, { stance: 'supersede', successor });
    expect((await suppose(pluto, proposal)).status).toBe(200);
    const { status, body } = await append(pluto, proposal);
    expect(status).toBe(201);
    const entry = (await ledgerOf(pluto.claim)).find(({ event_id }) => event_id === body.id);
    expect(entry).toMatchObject({ kind: 'supersede-propose', successor, authority: null });
    const itself = dispute(pluto, { stance: 'supersede', successor: pluto.claim });
    for (const reply of [await suppose(pluto, itself), await append(pluto, itself)]) {
      expect(reply.status).toBe(403);
      expect(reply.body.error).toMatchObject({
        reason: 'denied:successor_missing',
        next_step: expect.stringMatching(/Choose one that a document here states/),
      });
    }
  });

  it('of an annotation is stored once, with its citation', async () => {
    const saturn = await asker('Saturn');
    const note = dispute(saturn, { stance: 'annotate', note: 'مرحبا' });
    const [one, two] = [await append(saturn, note), await append(saturn, note)];
    expect([one.status, one.body.id]).toEqual([201, two.body.id]);
    expect(one.body).toMatchObject({ id: expect.stringMatching(/^n1/), seq: null, ledger_seq: null });
    const view = await server.engine.resolveCorpus('sky', null);
    if (!view.ok) throw new Error(view.refusal.message);
    const [stored] = await server.engine.store.records('annotations', [one.body.id]);
    expect(stored?.record).toMatchObject({
      target: saturn.claim,
      body: 'مرحبا',
      citation: { ref: PAGE.url, quote: QUOTE },
      actor: 'org:acme',
    });
  });

  it('while the engine is away is refused in words, and is one entry once it is back', async () => {
    await using own = await dataFolder();
    let isAway = false;
    const engineFetch = (sent: Request) =>
      isAway && sent.method === 'POST' ? Promise.reject(new Error('away')) : fetch(sent);
    await using one = await startWholeServer({
      folder: own.path,
      bff: { engineFetch, features: [CONTRIBUTE] },
    });
    await ingestMoons(one.engine);
    const guest = visitor(one.url);
    const { body: asked } = await guest.send('POST', '/api/answers', { q: MOONS });
    const [claim = ''] = await claimsOf(one, asked.answer_id);
    const body = {
      answer_id: asked.answer_id,
      claim,
      stance: 'dispute',
      source: PAGE,
      quote: QUOTE,
      draft: DRAFT,
    };
    isAway = true;
    const refused = await guest.send('POST', '/api/contributions', body);
    expect(refused.status).toBe(503);
    expect(refused.body.error.next_step).toMatch(/try again in a moment/);
    isAway = false;
    const ids = new Set<string>();
    for (let tries = 0; tries < 2; tries += 1) {
      const reply = await eventually(async () => {
        const sent = await guest.send('POST', '/api/contributions', body);
        expect(sent.status).toBe(201);
        return sent;
      });
      ids.add(reply.body.id);
    }
    expect(ids.size).toBe(1);
  });

  it('is signed anew where an operator has revoked the token of the page', async () => {
    const jupiter = await asker('Jupiter');
    await append(jupiter, dispute(jupiter, { source: { url: 'https://before.example/x' } }));
    const tokenId = (await ledgerOf(jupiter.claim)).at(-1)?.token_id ?? '';
    expect(await server.engine.keys.revoke(tokenId)).toBe(true);
    const { status } = await append(
      jupiter,
      dispute(jupiter, { source: { url: 'https://after.example/x' } }),
    );
    expect(status).toBe(201);
    expect((await ledgerOf(jupiter.claim)).at(-1)?.token_id).not.toBe(tokenId);
  });
});

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

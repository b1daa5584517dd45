import { describe, expect, it } from 'vitest';
import { CONTRIBUTE } from '../../bff/features.ts';
import type { ClaimAddr } from '../../graph/address.ts';
import { disputeBy } from '../engine/annotated.ts';
import { eventually } from '../eventually.ts';
import { visitor } from './browser.ts';
import {
  append,
  asker,
  DRAFT,
  dispute,
  PAGE,
  QUOTE,
  records,
  serveContributions,
  server,
  size,
  suppose,
} from './contribute-server.ts';
import { claimsOf, dataFolder, ingestMoons, MOONS, startWholeServer } from './whole-server.ts';

async function ledgerOf(claim: string) {
  // `claimsOf` gives addresses of claims.
  const by = [{ claim: claim as ClaimAddr, after: -1 }];
  const [entries = []] = await server.engine.store.ranges('ledger', { by, limit: 100 });
  return entries;
}

serveContributions();

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

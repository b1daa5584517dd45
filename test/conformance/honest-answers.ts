/** What an answer says when nothing supports it, when only a stale source does, and when licences forbid: on any store, over REST. */

import { describe, expect, onTestFinished, test } from 'vitest';
import { readDocument, receiptDocument } from '../../engine/receipt/receipt-document.ts';
import { verifyReceipt } from '../../engine/receipt/verify-against-store.ts';
import { verifyOffline } from '../../engine/receipt/verify-receipt.ts';
import { DEFAULT_TRUST_POLICY, type TrustPolicy } from '../../engine/select/trust-policy.ts';
import { createGraphql } from '../../gateway/graphql/create-graphql.ts';
import { createRest } from '../../gateway/rest/create-rest.ts';
import type { AnswerId } from '../../graph/address.ts';
import { hexOf } from '../../graph/bytes.ts';
import { trusted } from '../../graph/log/key-list.ts';
import { leafHash } from '../../graph/log/leaf.ts';
import { ingestInto, jsonLines, type TestDocument } from '../engine/documents.ts';
import { createTestEngine, TestClock, testVerifier } from '../engine/test-engine.ts';
import { graphqlConfig } from '../gateway/graphql/graphql-config.ts';
import type { OpenStore } from './graph-store/harness.ts';

const CORPUS = 'lakes';
const QUESTION = 'How deep is Lake Vell?';
const FORBIDDEN = 'CC-BY-NC-4.0';
const POLICY: TrustPolicy = {
  ...DEFAULT_TRUST_POLICY,
  id: 'no-nc/1',
  licences: { ...DEFAULT_TRUST_POLICY.licences, refused: [FORBIDDEN] },
};
const INGESTED = '2026-10-01T12:00:00.000Z';

function stated(id: string, text: string, more: Partial<TestDocument> = {}): TestDocument {
  return { id, text, domain: `${id}.example`, day: '2026-09-01', ...more };
}

// A test looks into bodies of every shape.
// biome-ignore lint/suspicious/noExplicitAny: what is looked at is what the test is about
type Body = any;

/** Everything that a reply tells, what it tells in base64 too. */
function allOf(value: unknown): string {
  const text = JSON.stringify(value);
  const encoded = text.match(/[A-Za-z0-9+/]{40,}={0,2}/g) ?? [];
  return [text, ...encoded.map((one) => Buffer.from(one, 'base64').toString('utf8'))].join('\n');
}

function leafOf(entry: string): string {
  return hexOf(leafHash(Buffer.from(entry, 'base64')));
}

export function describeHonestAnswers(name: string, open: OpenStore): void {
  const start = async (documents: readonly TestDocument[], policy: TrustPolicy = POLICY) => {
    const opened = await open();
    onTestFinished(() => opened.dispose());
    const clock = new TestClock(INGESTED);
    const engine = createTestEngine(opened.store, clock, null, policy);
    await ingestInto(engine, CORPUS, [jsonLines(documents)]);
    const rest = createRest({
      engine,
      config: {
        enforce: 'enforce',
        engineAuth: 'open',
        ratePerMinute: null,
        answersTo: null,
        stubsLifecycle: true,
        version: '0.0.0-test',
        onFault: (fault) => {
          throw fault;
        },
      },
    });
    const send = async (path: string, body?: object) => {
      const reply = await rest(
        new Request(`http://engine.example${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: { accept: 'application/json', 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        }),
      );
      return { status: reply.status, body: (await reply.json()) as Body };
    };
    const ask = (more: object = {}) => send(`/v1/answers?corpus=${CORPUS}`, { q: QUESTION, ...more });
    const receiptOf = async (id: string) => (await send(`/v1/answers/${id}/receipt`)).body.receipt.content;
    const verified = async (id: AnswerId) => {
      const receipt = await engine.receipt(id, 'local');
      if (receipt === null) throw new Error('no receipt');
      return verifyReceipt(receipt, { keys: [trusted(testVerifier)], reader: opened.store });
    };
    const graphql = createGraphql({ engine, config: graphqlConfig() });
    const query = async (text: string) => {
      const reply = await graphql.handle(
        new Request('http://engine.example/graphql', {
          method: 'POST',
          headers: { 'content-type': 'application/json', host: 'engine.example' },
          body: JSON.stringify({ query: text }),
        }),
      );
      return (await reply.json()) as Body;
    };
    return { ask, send, query, engine, clock, receiptOf, verified };
  };

  describe(`licences that the trust policy refuses, on ${name}`, () => {
    test('skips what is forbidden and rests on the next source', async () => {
      const { ask, receiptOf, verified } = await start([
        stated('closed', 'Lake Vell is 212 metres deep, says the closed survey.', { licence: FORBIDDEN }),
        stated('open', 'Lake Vell is 212 metres deep.', { day: '2020-01-01' }),
      ]);
      const { status, body } = await ask();
      expect([status, body.summary]).toEqual([200, 'Lake Vell is 212 metres deep.']);
      expect(JSON.stringify(body)).not.toContain('closed survey');
      expect(body.artefacts.map((one: Body) => one.domain)).toEqual(['open.example']);
      expect(body.coverage.note).toContain(FORBIDDEN);
      const { candidates } = await receiptOf(body.answer_id);
      const dropped = candidates.map((one: Body) => [one.domain, one.licence, one.dropped]);
      expect(dropped).toContainEqual(['closed.example', FORBIDDEN, 'licence_refused']);
      expect(dropped).toContainEqual(['open.example', 'CC0-1.0', null]);
      expect((await verified(body.answer_id)).steps.filter(({ ok }) => !ok)).toEqual([]);
    });

    test('is empty where only what is forbidden answers, and names the licence', async () => {
      const { ask, receiptOf, verified } = await start([
        stated('closed', 'Lake Vell is 212 metres deep.', { licence: FORBIDDEN }),
        stated('other', 'Lake Moor is 40 metres deep.'),
      ]);
      const { status, body } = await ask();
      expect(status).toBe(200);
      expect(body).toMatchObject({ summary: '', sentences: [], claims: [], artefacts: [] });
      expect(body.trust).toMatchObject({ findings_state: 'UNKNOWN', reasons: [{ code: 'no_support' }] });
      expect(body.coverage.note).toMatch(/^licences: 1 of these .*\(CC-BY-NC-4\.0\)$/);
      expect(JSON.stringify(body)).not.toContain('212 metres');
      const { candidates, primary_artifact_id } = await receiptOf(body.answer_id);
      expect(primary_artifact_id).toBeNull();
      expect(candidates.find((one: Body) => one.domain === 'closed.example').dropped).toBe('licence_refused');
      expect((await verified(body.answer_id)).ok).toBe(true);
    });

    test('skips what is forbidden in whatever case its licence is written', async () => {
      const documents = [stated('closed', 'Lake Vell is 212 metres deep.', { licence: 'Licenseref-closed' })];
      const refused = { ...POLICY, licences: { ...POLICY.licences, refused: ['LicenseRef-Closed'] } };
      const { body } = await (await start(documents, refused)).ask();
      expect(body.summary).toBe('');
      expect(JSON.stringify(body)).not.toContain('212 metres');
    });

    test('shows nothing of what is forbidden in either search', async () => {
      const { send } = await start([
        stated('closed', 'Lake Vell is 212 metres deep.', { licence: FORBIDDEN, title: 'Lake Vell deep' }),
        stated('open', 'Lake Moor is 40 metres deep.'),
      ]);
      const q = encodeURIComponent(QUESTION);
      const sections = await send(`/v1/search?corpus=${CORPUS}&q=${q}`);
      const items = await send('/v1/search', { q: QUESTION, corpus: CORPUS });
      for (const { status, body } of [sections, items]) {
        expect(status).toBe(200);
        expect(JSON.stringify(body)).not.toMatch(/212 metres|closed\.example|Vell deep/);
      }
      expect(JSON.stringify(sections.body)).toContain('40 metres');
      expect(JSON.stringify(items.body)).toContain('40 metres');
    });

    test('does not take a copy of a forbidden text under the licence that the copy claims', async () => {
      const text = `Lake Vell is 212 metres deep. It lies between two ridges of slate, and boats cross it in summer only.`;
      const { ask } = await start([
        stated('closed', text, { licence: FORBIDDEN }),
        stated('copy', text, { day: '2026-09-02' }),
      ]);
      const { body } = await ask();
      expect(body.summary).toBe('');
      expect(JSON.stringify(body)).not.toContain('slate');
    });

    test('tells that a forbidden source disagrees, with its address and none of its words', async () => {
      const { ask } = await start([
        stated('open', 'Lake Vell is 212 metres deep.'),
        stated('closed', 'Lake Vell is 190 metres deep.', { licence: FORBIDDEN, day: '2020-01-01' }),
      ]);
      const { body } = await ask();
      expect(body.summary).toContain('212');
      const against = body.claim_clusters.flatMap((one: Body) => one.counterfactuals);
      expect(against).toMatchObject([{ reason: 'superseded_value', quote: '' }]);
      expect(against[0].end).toBe(against[0].start);
      const shown = body.artefacts.find((one: Body) => one.artefact_id === against[0].artefact_id);
      expect(shown).toMatchObject({ role: 'counterfactual', licence: FORBIDDEN, summary: '' });
      expect(JSON.stringify(body)).not.toContain('190 metres');
    });

    test('keeps its words from provenance, receipt and GraphQL, where its address leads', async () => {
      const words = '190 metres';
      const { ask, send, query, verified } = await start([
        stated('open', 'Lake Vell is 212 metres deep.'),
        stated('closed', `Lake Vell is ${words} deep.`, { licence: FORBIDDEN, day: '2020-01-01' }),
      ]);
      const { body } = await ask();
      const [{ artefact_id, rival }] = body.claim_clusters.flatMap((one: Body) => one.counterfactuals);
      const { provenance } = (await send(`/v1/provenance/${artefact_id}`)).body;
      expect(provenance).toMatchObject({ url: expect.stringContaining('closed.example'), summary: '' });
      expect(provenance.claims.items).toContainEqual(expect.objectContaining({ claim: rival, text: '' }));
      const [own] = body.evidence_set.artefact_ids;
      const beside = (await send(`/v1/provenance/${own}`)).body.provenance;
      const asked = await query(`{
        answer(id: "${body.answer_id}") {
          claimGroups { counterfactuals { rival { addr text } artefact { url summary claims { nodes { text } } } } }
        }
        artefact(id: "${artefact_id}") { url summary claims { nodes { addr text rivals { text } } } }
      }`);
      expect(asked.errors).toBeUndefined();
      expect(asked.data.artefact).toMatchObject({
        summary: '',
        claims: { nodes: [{ addr: rival, text: '' }] },
      });
      expect(asked.data.artefact.claims.nodes[0].rivals).toEqual([{ text: 'Lake Vell is 212 metres deep.' }]);
      const { receipt } = (await send(`/v1/answers/${body.answer_id}/receipt`)).body;
      for (const told of [provenance, beside, asked, receipt]) expect(allOf(told)).not.toContain(words);
      expect(allOf(beside)).toContain('212 metres');
      const { steps } = await verified(body.answer_id);
      expect(steps.filter(({ ok }) => !ok)).toEqual([]);
    });

    test('tells a claim of it that an open source states too', async () => {
      const said = 'Lake Vell lies in Orland.';
      const { send, query, engine } = await start([
        stated('open', `Lake Vell is 212 metres deep. ${said}`),
        stated('closed', `${said} It is cold all year, and nobody swims.`, { licence: FORBIDDEN }),
      ]);
      const found = (
        await engine.store.entries({ after: -1, limit: 1_000, types: ['artefact.observed'] })
      ).map(({ entry }) => (entry.body.type === 'artefact.observed' ? entry.body.artefact : null));
      const id = found.find((one) => one?.doc_id === 'closed')?.artefact_id;
      const { provenance } = (await send(`/v1/provenance/${id}`)).body;
      const texts = provenance.claims.items.map(({ text }: Body) => text);
      expect(texts).toContain(said);
      expect(texts).toContain('');
      const asked = await query(`{ artefact(id: "${id}") { claims { nodes { text } } } }`);
      expect(asked.data.artefact.claims.nodes).toContainEqual({ text: said });
      expect(allOf([provenance, asked])).not.toContain('nobody swims');
    });

    test('takes a leaf for the entry of what is not quoted alone, and finds another leaf', async () => {
      const { ask, engine } = await start([
        stated('open', 'Lake Vell is 212 metres deep.'),
        stated('closed', 'Lake Vell is 190 metres deep.', { licence: FORBIDDEN, day: '2020-01-01' }),
      ]);
      const { body } = await ask();
      const view = await engine.receipt(body.answer_id, 'local');
      if (view === null) throw new Error('no receipt');
      const failing = (artefacts: Body[]) =>
        verifyOffline({ ...view, log: { ...view.log, artefacts } }, [trusted(testVerifier)]).steps.flatMap(
          ({ step, ok }) => (ok ? [] : [step]),
        );
      const proofs: Body[] = [...view.log.artefacts];
      expect(proofs.map((one) => 'leaf' in one).toSorted()).toEqual([false, true]);
      expect(failing(proofs)).toEqual([]);
      const changed = (change: (one: Body) => Body, of: 'leaf' | 'entry') =>
        failing(proofs.map((one) => (of in one ? change(one) : one)));
      expect(changed((one) => ({ ...one, leaf: 'ab'.repeat(32) }), 'leaf')).toEqual(['provenance']);
      expect(changed(({ leaf, ...one }) => one, 'leaf')).toEqual(['provenance']);
      expect(changed((one) => ({ ...one, entry: view.log.entry }), 'leaf')).toEqual(['provenance']);
      const bare = ({ entry, ...one }: Body) => ({ ...one, leaf: leafOf(entry) });
      expect(changed(bare, 'entry')).toEqual(['provenance']);
      expect(readDocument(JSON.parse(JSON.stringify(receiptDocument(view)))).ok).toBe(true);
      const both = {
        ...view,
        log: { ...view.log, artefacts: proofs.map((one) => ({ leaf: '', entry: '', ...one })) },
      };
      expect(readDocument(receiptDocument(both))).toMatchObject({ ok: false });
    });

    test('gives no candidate place to what is forbidden', async () => {
      const { ask } = await start([
        ...[1, 2, 3].map((n) =>
          stated(`closed${n}`, `How deep is Lake Vell? Lake Vell is 21${n} metres deep.`, {
            licence: FORBIDDEN,
          }),
        ),
        stated(
          'open',
          'Lake Vell is 212 metres deep. Boats cross it in summer, and anglers come for its trout.',
        ),
      ]);
      expect((await ask({ k: 1 })).body.summary).toContain('212 metres');
    });

    test('says nothing of licences where none is refused', async () => {
      const documents = [stated('closed', 'Lake Vell is 212 metres deep.', { licence: FORBIDDEN })];
      const { ask } = await start(documents, DEFAULT_TRUST_POLICY);
      const { body } = await ask();
      expect(body.summary).toContain('212');
      expect(body.coverage).not.toHaveProperty('note');
    });
  });

  describe(`an answer that nothing or only a stale snapshot supports, on ${name}`, () => {
    const vell = [stated('open', 'Lake Vell is 212 metres deep.')];

    test('is empty, unknown and reproducible where nothing supports it', async () => {
      const { ask, receiptOf, verified } = await start([stated('other', 'Lake Moor is 40 metres deep.')]);
      const { status, body } = await ask();
      expect(status).toBe(200);
      expect(body).toMatchObject({ summary: '', sentences: [], claim_clusters: [], artefacts: [] });
      expect(body.evidence_set.artefact_ids).toEqual([]);
      expect(body.trust.reasons).toMatchObject([{ code: 'no_support', claim: null }]);
      expect(await receiptOf(body.answer_id)).toMatchObject({ primary_artifact_id: null, sentences: [] });
      expect((await verified(body.answer_id)).ok).toBe(true);
    });

    test.each([
      ['light', '2026-10-15T12:00:00.000Z', '2026-10-15T12:00:00.001Z'],
      ['verified', '2026-10-08T12:00:00.000Z', '2026-10-08T12:00:00.001Z'],
      ['audit', '2026-10-02T12:00:00.000Z', '2026-10-02T12:00:00.001Z'],
    ])('is refused in %s mode from one millisecond past its window on', async (mode, last, past) => {
      const { ask, clock } = await start(vell);
      clock.set(last);
      expect((await ask({ mode })).status).toBe(200);
      clock.set(past);
      const { status, body } = await ask({ mode });
      expect([status, body.error.kind, body.error.reason]).toEqual([412, 'StaleSnapshot', 'stale:snapshot']);
      expect(JSON.stringify(body)).not.toContain('212 metres');
    });

    test.each(['light', 'verified', 'audit'])(
      'heeds a narrower window in %s mode, and no wider one',
      async (mode) => {
        const { ask, clock } = await start(vell);
        const within = (max_snapshot_age: string) => ask({ mode, freshness: { max_snapshot_age } });
        clock.set('2026-10-01T13:00:00.000Z');
        expect((await within('PT1H')).status).toBe(200);
        expect((await within('PT59M')).status).toBe(412);
        clock.set('2026-10-20T12:00:00.000Z');
        expect((await within('P365D')).status).toBe(412);
      },
    );

    test('of history has only the window that it states', async () => {
      const { ask, clock } = await start(vell);
      clock.set('2026-12-01T12:00:00.000Z');
      const history = { as_of: '2026-10-01T23:00:00Z' };
      expect((await ask({ ...history, mode: 'audit' })).body.summary).toContain('212');
      const stated = { ...history, freshness: { max_snapshot_age: 'P7D' } };
      expect((await ask(stated)).status).toBe(412);
    });
  });
}

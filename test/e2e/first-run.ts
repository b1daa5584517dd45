/** The first run on an empty store: what it prints, what it answers, and a second corpus beside it. */
import { decode, encode } from 'cborg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnswerResponse, answerResponse } from '../../gateway/wire/answers.ts';
import { type StatsResponse, statsResponse } from '../../gateway/wire/stats.ts';
import type { Service } from './adduce-process.ts';
import { ask, askRaw, call } from './caller.ts';
import { demoTexts } from './demo-documents.ts';
import { Deployment, type StoreKind } from './deployment.ts';
import { FACTS, factText, ingestFacts, QUESTIONS } from './facts.ts';
import { SLOW } from './slow.ts';

const MOONS = 'How many moons does Saturn have?';
const CURRENCY = 'What is the currency of Bulgaria?';

interface IngestDocument {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly claims: number;
  readonly events: number;
}

export function describeFirstRun(kind: StoreKind): void {
  describe(`the first run on ${kind.name}`, SLOW, () => {
    let deployment: Deployment;
    let service: Service;
    beforeAll(async () => {
      deployment = await Deployment.prepare(kind);
      service = await deployment.serve();
    }, SLOW.timeout);
    afterAll(() => deployment[Symbol.asyncDispose]());

    test('says once where it listens, after the demo corpus is in, and is healthy from then on', async () => {
      const listening = service.lines.filter((line) => line.startsWith('listening'));
      expect(listening).toEqual([`listening on ${service.url}`]);
      expect(await call(`${service.url}/healthz`)).toMatchObject({
        status: 200,
        body: { ok: true, status: 200 },
      });
      const { corpora } = await statsOf(service.url);
      expect(corpora.map(({ name }) => name)).toEqual(['things-that-changed']);
      expect(corpora[0]?.observed_at).not.toBeNull();
    });

    test('answers with quotes that stand in the documents whose bytes have the hashes it names', async () => {
      const answer = await ask(service.url, { q: MOONS });
      expect(answer.summary).toContain('274');
      expect(answer.trust.findings_state).toBe('PASS');
      expectQuotesIn(answer, await demoTexts());
    });

    test.for([
      ['2017-01-01', '62'],
      ['2020-06-01', '82'],
    ])('answers as of %s with %s', async ([as_of = '', moons = '']) => {
      const answer = await ask(service.url, { q: MOONS, as_of });
      expect(answer.summary).toMatch(new RegExp(`\\b${moons}\\b`));
      expect(answer.summary).not.toContain('274');
      expectQuotesIn(answer, await demoTexts());
    });

    test('shows what speaks against an answer beside it, not instead of it', async () => {
      const answer = await ask(service.url, { q: CURRENCY });
      expect(answer.summary).toContain('euro');
      expect(answer.summary).not.toContain('lev');
      const against = answer.claim_clusters.flatMap(({ counterfactuals }) => counterfactuals);
      expect(against.filter(({ quote }) => /\blev\b/.test(quote))).not.toEqual([]);
    });

    test('gives an honest empty answer to what nothing supports', async () => {
      const answer = await ask(service.url, { q: 'Who composed the opera Tosca?' });
      expect(answer).toMatchObject({
        summary: '',
        sentences: [],
        claims: [],
        evidence_set: { artefact_ids: [] },
        trust: { findings_state: 'UNKNOWN', reasons: [{ code: 'no_support' }] },
      });
    });

    test('gives the same answer in CBOR, to another library', async () => {
      const headers = { 'content-type': 'application/cbor', accept: 'application/cbor' };
      const body = new Uint8Array(encode({ q: MOONS }));
      const response = await fetch(`${service.url}/v1/answers`, { method: 'POST', headers, body });
      expect(response.headers.get('content-type')).toBe('application/cbor');
      const answer = answerResponse.parse(decode(new Uint8Array(await response.arrayBuffer())));
      const { answer_id, summary, sentences } = await ask(service.url, { q: MOONS });
      expect(answer).toMatchObject({ answer_id, summary, sentences });
    });

    describe('with a second corpus, ingested beside it', () => {
      let ingest: () => Promise<IngestDocument>;
      beforeAll(async () => {
        ingest = () => ingestFacts(deployment);
        expect(await ingest()).toMatchObject({ added: 3, changed: 0, unchanged: 0 });
      }, SLOW.timeout);

      test.for(QUESTIONS)('answers from it: $q', async ({ q, want }) => {
        const answer = await ask(service.url, { q }, FACTS);
        expect(answer.corpus.name).toBe(FACTS);
        expect(answer.summary).toContain(want);
        for (const { artefact_id, quote, start, end } of citationsOf(answer)) {
          const artefact = answer.artefacts.find((one) => one.artefact_id === artefact_id);
          expect(factText(artefact?.url ?? '').slice(start, end)).toBe(quote);
        }
      });

      test('keeps it apart from the first one', async () => {
        const [question] = QUESTIONS;
        expect(await ask(service.url, { q: question.q })).toMatchObject({ summary: '', sentences: [] });
        expect(await ask(service.url, { q: MOONS }, FACTS)).toMatchObject({ summary: '', sentences: [] });
        expect(await askRaw(service.url, { q: MOONS }, 'nowhere')).toMatchObject({
          status: 400,
          body: { error: { reason: 'invalid:corpus_unknown' } },
        });
      });

      test('adds one entry and nothing else when the same bytes come again', async () => {
        const before = await statsOf(service.url);
        expect(await ingest()).toMatchObject({ added: 0, changed: 0, unchanged: 3, claims: 0, events: 0 });
        const after = await statsOf(service.url);
        expect(after.log.size).toBe(before.log.size + 1);
        expect(after.corpora.map(({ snapshot }) => snapshot)).toEqual(
          before.corpora.map(({ snapshot }) => snapshot),
        );
      });
    });
  });
}

async function statsOf(url: string): Promise<StatsResponse> {
  return statsResponse.parse((await call(`${url}/v1/stats`)).body);
}

function citationsOf({ sentences }: AnswerResponse) {
  return sentences.flatMap(({ citations }) => citations);
}

/** Each quote is as long as its span says, and stands word by word in the document that it is taken from. */
function expectQuotesIn(answer: AnswerResponse, texts: ReadonlyMap<string, string>): void {
  const citations = citationsOf(answer);
  expect(citations.length).toBeGreaterThan(0);
  for (const { artefact_id, quote, start, end } of citations) {
    expect(answer.evidence_set.artefact_ids).toContain(artefact_id);
    const artefact = answer.artefacts.find((one) => one.artefact_id === artefact_id);
    expect(quote).toHaveLength(end - start);
    expect(texts.get(artefact?.hash ?? '')).toContain(quote);
  }
}

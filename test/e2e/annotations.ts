/** From a gap that a search names to the annotation that closes it, through two services of which one is lost. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentSearchResponse } from '../../gateway/wire/agent-search.ts';
import { annotationResponse, annotationsResponse } from '../../gateway/wire/annotations.ts';
import type { Service } from './adduce-process.ts';
import { mintAgent } from './agents.ts';
import { bearer, call, postJson } from './caller.ts';
import type { Deployment, StoreKind } from './deployment.ts';
import { deployFacts, FACTS, QUESTIONS } from './facts.ts';
import { SLOW } from './slow.ts';

const CLOSERS = 20;
const TARGET = `wx://${FACTS}/article/lighthouse`;

export function describeAnnotations(kind: StoreKind): void {
  describe(`annotations on ${kind.name}`, SLOW, () => {
    let deployment: Deployment;
    let first: Service;
    let second: Service;
    let token: string;
    beforeAll(async () => {
      deployment = await deployFacts(kind);
      first = await deployment.serve();
      second = await deployment.serve();
      ({ token } = await mintAgent(deployment.settings, ['wiki.annotate', 'wiki.annotations']));
    }, SLOW.timeout);
    afterAll(() => deployment[Symbol.asyncDispose]());

    const noteOf = async ({ url }: Service, q: string) => {
      const { body } = await postJson(`${url}/v1/search`, { q, corpus: FACTS });
      return agentSearchResponse.parse(body).coverage?.note ?? '';
    };
    const stubOf = async (service: Service, q: string) =>
      /stub_[A-Za-z0-9_-]{1,59}/.exec(await noteOf(service, q))?.[0] ?? '';
    const annotate = async ({ url }: Service, body: string, stub_id: string) => {
      const citation = { ref: 'https://lights.example/1' };
      const sent = { target: TARGET, body, citation, stub_id };
      const reply = await postJson(`${url}/v1/annotations`, sent, bearer(token));
      expect(reply.status).toBe(201);
      return annotationResponse.parse(reply.body);
    };
    const list = async ({ url }: Service) => {
      const target = encodeURIComponent(TARGET);
      const { body } = await call(`${url}/v1/annotations?target=${target}`, { headers: bearer(token) });
      return annotationsResponse.parse(body).annotations;
    };

    test('close a gap that a search names, once, and searches say so from then on', async () => {
      const q = 'Who keeps the lighthouse of Port Ansel?';
      const stub = await stubOf(first, q);
      expect(await stubOf(second, `  ${q.toUpperCase()} `)).toBe(stub);
      expect(await noteOf(first, QUESTIONS[0].q)).toBe('');
      const all = await Promise.all(
        Array.from({ length: CLOSERS }, (_, index) =>
          annotate(index % 2 === 0 ? first : second, `Keeper ${index}.`, stub),
        ),
      );
      const closed = all.map((one) => one.stub);
      expect(closed.every((one) => one?.closed)).toBe(true);
      expect(closed.filter((one) => !one?.already_closed)).toHaveLength(1);
      expect(new Set(closed.map((one) => JSON.stringify(one?.closure))).size).toBe(1);
      for (const service of [first, second]) {
        expect(await stubOf(service, q)).toBe('');
        expect(await noteOf(service, q)).toContain(closed[0]?.closure?.annotation_id);
        expect(await list(service)).toHaveLength(CLOSERS);
      }
    });

    test('that were acknowledged outlive a kill -9, and so does what they closed', async () => {
      const q = 'When was the lighthouse of Port Ansel lit?';
      const stub = await stubOf(first, q);
      // The acknowledgement of this one is all that the service still does.
      const written = await annotate(first, 'It was lit in 1871.', stub);
      await first.kill();
      first = await deployment.serve();
      for (const service of [first, second]) {
        expect(await list(service)).toContainEqual(written.annotation);
        const again = await annotate(service, 'It was lit in 1871.', stub);
        expect(again.annotation).toEqual(written.annotation);
        expect(again.stub).toEqual({ ...written.stub, already_closed: true });
      }
    });
  });
}

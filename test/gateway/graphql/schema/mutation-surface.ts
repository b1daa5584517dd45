/** Mutations beside the operations of REST that they are. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import type { GraphqlConfig } from '../../../../gateway/graphql/config.ts';
import { createGraphql } from '../../../../gateway/graphql/create-graphql.ts';
import { type HttpConnection, IN_PROCESS } from '../../../../gateway/http/connection.ts';
import { createSurface } from '../../../../gateway/operations/surface.ts';
import { createRest } from '../../../../gateway/rest/create-rest.ts';
import type { ClaimAddr } from '../../../../graph/address.ts';
import { encodeCanonical } from '../../../../graph/canonical.ts';
import { blake3Hex } from '../../../../graph/digest.ts';
import { openRestFixture, type RestFixture } from '../../rest/rest-fixture.ts';
import { graphqlConfig } from '../graphql-config.ts';
import type { GraphqlBody } from '../graphql-server.ts';

export const REFUSAL =
  '... on Refusal { reason status message details receipt { receiptId class hash record } }';

export const APPEND = `mutation ($claim: ID!, $kind: EvidenceKind!, $evidence: [EvidenceInput!], $key: String) {
  appendEvidence(claim: $claim, kind: $kind, evidence: $evidence, idempotencyKey: $key) {
    __typename
    ... on EvidenceAppended { entry { eventId seq kind actor evidence { ref hash kind } } receipt { hash record } }
    ${REFUSAL}
  }
}`;

/** A piece of evidence. */
export const SOURCE = { ref: 'https://survey.example/vell', hash: 'unknown', kind: 'SOURCE' };

export interface Sent {
  readonly variables?: object;
  readonly token?: string;
  readonly from?: string;
}

/** GraphQL and REST of one gateway. */
export function openSurface(engine: Engine, parts: Partial<GraphqlConfig> = {}) {
  const config = graphqlConfig(parts);
  const shared = createSurface(config);
  const graphql = createGraphql({ engine, config, shared });
  const rest = createRest({ engine, config, shared });
  const connection = (from?: string): HttpConnection => ({ ...IN_PROCESS, remoteAddress: from ?? null });
  const headersOf = (token?: string) => ({
    'content-type': 'application/json',
    host: 'engine.example',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  });
  const send = async (query: string, { variables, token, from }: Sent = {}): Promise<GraphqlBody> => {
    const request = new Request('http://engine.example/graphql', {
      method: 'POST',
      headers: headersOf(token),
      body: JSON.stringify({ query, variables }),
    });
    return (await graphql.handle(request, connection(from))).json() as Promise<GraphqlBody>;
  };
  const post = async (path: string, body: object, { token, from }: Sent = {}) => {
    const request = new Request(`http://engine.example${path}`, {
      method: 'POST',
      headers: headersOf(token),
      body: JSON.stringify(body),
    });
    return (await rest(request, connection(from))).json();
  };
  return { graphql, rest, send, post };
}

/** What the tests of a file act on: documents, one of their claims, and for each test a gateway, which may put another in its place. */
export interface MutationScene {
  fixture: RestFixture;
  claim: ClaimAddr;
  surface: ReturnType<typeof openSurface>;
}

/** Called once, by a file of tests; it may be looked into from the first of them on. */
export function sceneOfEachFile(): MutationScene {
  // It is whole before the first test.
  const scene = {} as MutationScene;
  beforeAll(async () => {
    scene.fixture = await openRestFixture();
    scene.claim = await scene.fixture.claim('Lake Vell is 212 metres deep');
  });
  beforeEach(() => {
    scene.surface = openSurface(scene.fixture.engine);
  });
  afterAll(() => scene.fixture[Symbol.asyncDispose]());
  return scene;
}

/** Whether the receipt is of the record that comes with it. */
export function recheck({ hash, record }: { readonly hash: string; readonly record: unknown }): boolean {
  return blake3Hex(encodeCanonical(record)) === hash;
}

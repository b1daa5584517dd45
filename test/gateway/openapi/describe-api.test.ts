import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleOf } from '../../../gateway/openapi/examples.ts';
import type { ApiOperation, JsonSchema } from '../../../gateway/openapi/open-api.ts';
import { ERROR_REASONS, type ErrorReason } from '../../../gateway/wire/error.ts';
import { openRestFixture, type RestFixture, requestTo, send } from '../rest/rest-fixture.ts';
import { CONTRACTS, DESCRIPTION, JUDGE } from './description.ts';

const OPERATIONS = Object.entries(DESCRIPTION.paths).flatMap(([route, item]) =>
  Object.entries(item).map(([method, operation]) => ({ route, method, operation })),
);

let fixture: RestFixture;

beforeAll(async () => {
  fixture = await openRestFixture();
});

afterAll(() => fixture[Symbol.asyncDispose]());

it('is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(DESCRIPTION)));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

describe('GET /openapi.json', () => {
  it('is the description of this server, as a file with a tag', async () => {
    const response = await fixture.rest({ version: '7.8.9' })(new Request('http://x.example/openapi.json'));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    const document = await response.json();
    expect(document.info.version).toBe('7.8.9');
    expect(document.paths).toEqual(JSON.parse(JSON.stringify(DESCRIPTION.paths)));
  });

  it.each(['W/', ''])('is not sent again to a client that has it (%s)', async (weak) => {
    const rest = fixture.rest();
    const url = 'http://x.example/openapi.json';
    const first = await rest(new Request(url));
    const headers = { 'if-none-match': `"other", ${weak}${first.headers.get('etag')}` };
    const second = await rest(new Request(url, { headers }));
    expect(second.status).toBe(304);
    expect(await second.text()).toBe('');
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
  });

  it('is sent to a client that has another', async () => {
    const headers = { 'if-none-match': '"other"' };
    const response = await fixture.rest()(new Request('http://x.example/openapi.json', { headers }));
    expect(response.status).toBe(200);
  });

  it('answers HEAD with its headers alone', async () => {
    const rest = fixture.rest();
    const whole = await rest(new Request('http://x.example/openapi.json'));
    const head = await rest(new Request('http://x.example/openapi.json', { method: 'HEAD' }));
    expect(await head.text()).toBe('');
    // Each request has a trace of its own.
    for (const { headers } of [head, whole]) headers.delete('x-trace');
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(whole.headers));
  });

  it.each(['POST', 'PUT', 'DELETE'])('refuses %s in an envelope', async (method) => {
    const { status, headers, body } = await send(fixture.rest(), '/openapi.json', { method });
    expect([status, body.error.reason]).toEqual([405, 'invalid:method']);
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });

  it('does not answer under another name than the server’s', async () => {
    const rest = fixture.rest({ answersTo: (name) => name === 'localhost' });
    const connection = { remoteAddress: '127.0.0.1', target: '/openapi.json', method: null };
    const response = await rest(new Request('http://rebound.example/openapi.json'), connection);
    expect(response.status).toBe(403);
  });
});

describe('the description and the server have the same operations', () => {
  it('each operation that is described is served', async () => {
    for (const { route, method } of OPERATIONS) {
      const path = route.replace(/\{\w+\}/g, 'x');
      const { headers } = await send(fixture.rest(), path, { method: 'OPTIONS' });
      expect(headers.get('allow')?.split(', ')).toContain(method.toUpperCase());
    }
  });

  it('each method that is served is described', async () => {
    for (const [route, item] of Object.entries(DESCRIPTION.paths)) {
      const path = route.replace(/\{\w+\}/g, 'x');
      const { headers } = await send(fixture.rest(), path, { method: 'OPTIONS' });
      const served = headers.get('allow')!.split(', ');
      const described = Object.keys(item).map((method) => method.toUpperCase());
      expect(served.filter((method) => !['HEAD', 'OPTIONS'].includes(method))).toEqual(described.toSorted());
    }
  });

  it('has the operations of the contract, and those on keys, answers, the log and the service', () => {
    expect(OPERATIONS.map(({ method, route }) => `${method.toUpperCase()} ${route}`).toSorted()).toEqual([
      'DELETE /v1/keys/{token_id}',
      'GET /.well-known/adduce-log-keys',
      'GET /healthz',
      'GET /livez',
      'GET /readyz',
      'GET /v1/annotations',
      'GET /v1/answers/{id}/receipt',
      'GET /v1/answers/{id}/trust-report',
      'GET /v1/claims/{addr}/ledger',
      'GET /v1/items/{addr}',
      'GET /v1/keys/revocations',
      'GET /v1/keys/self',
      'GET /v1/log/checkpoint',
      'GET /v1/log/proof/consistency',
      'GET /v1/log/proof/inclusion',
      'GET /v1/log/tile/entries/{span}',
      'GET /v1/log/tile/{level}/{span}',
      'GET /v1/provenance/{artifactId}',
      'GET /v1/search',
      'GET /v1/stats',
      'POST /v1/agent/handshake',
      'POST /v1/annotations',
      'POST /v1/answers',
      'POST /v1/claims/{addr}/evidence',
      'POST /v1/keys',
      'POST /v1/receipts/verify',
      'POST /v1/search',
    ]);
  });

  it('has an id for each operation that no other has', () => {
    const ids = OPERATIONS.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(CONTRACTS.length);
  });
});

function bodiesOf({ requestBody, responses }: ApiOperation) {
  return [...(requestBody === undefined ? [] : [requestBody]), ...Object.values(responses)];
}

function component({ $ref }: JsonSchema): JsonSchema {
  return DESCRIPTION.components.schemas[$ref!.split('/').at(-1)!]!;
}

describe.each(OPERATIONS)('$method $route', ({ operation }) => {
  it('has CBOR beside JSON on the request and every response, with one schema', () => {
    const { reply } = CONTRACTS.find(({ id }) => id === operation.operationId)!;
    for (const body of bodiesOf(operation)) {
      const { content } = body;
      const isDone = body === operation.responses[reply.status];
      const plain = isDone && reply.plain !== undefined ? [reply.plain.type] : [];
      const files = isDone ? (reply.files ?? []).map(({ type }) => type) : [];
      expect(Object.keys(content)).toEqual(['application/json', 'application/cbor', ...plain, ...files]);
      expect(content['application/cbor']!.schema).toEqual({
        type: 'string',
        contentEncoding: 'base64',
        contentMediaType: 'application/cbor',
        contentSchema: content['application/json']!.schema,
      });
    }
  });

  it('takes no other members in a request, and allows them in every response', () => {
    const { requestBody, responses } = operation;
    if (requestBody !== undefined) {
      const schema = component(requestBody.content['application/json']!.schema);
      expect(schema.additionalProperties).toBe(false);
    }
    for (const { content } of Object.values(responses)) {
      expect(component(content['application/json']!.schema)).not.toHaveProperty('additionalProperties');
    }
  });

  it('names every reason once, under its own status', () => {
    for (const [status, { description }] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue;
      // The words stand between backticks; what they say is looked up below.
      const reasons = [...description.matchAll(/`([^`]+)`/g)].map(([, one]) => one as ErrorReason);
      expect(reasons.length).toBe(description.split(', ').length);
      expect(new Set(reasons).size).toBe(reasons.length);
      for (const reason of reasons) expect(ERROR_REASONS[reason].status).toBe(Number(status));
    }
  });

  it('says who may call it', () => {
    const names = operation.security.flatMap((one) => Object.keys(one));
    for (const name of names) expect(DESCRIPTION.components.securitySchemes).toHaveProperty(name);
    const isAnonymous = operation.security.some((one) => Object.keys(one).length === 0);
    const needsToken = CONTRACTS.find(({ id }) => id === operation.operationId)!.credential === 'token';
    expect(isAnonymous).toBe(!needsToken);
  });

  it('has examples that its schemas take', () => {
    const { parameters = [], requestBody, responses, operationId } = operation;
    const example = exampleOf(operationId);
    for (const { name, schema, example: value } of parameters) {
      if (value !== undefined) expect(JUDGE.fault(schema, value), name).toBeNull();
    }
    const shown = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
    for (const { 'application/json': json } of shown.filter((content) => content !== undefined)) {
      for (const { value } of Object.values(json?.examples ?? {})) {
        expect(JUDGE.fault(json!.schema, value)).toBeNull();
      }
    }
    expect(Object.keys(example.replies).every((status) => status in responses)).toBe(true);
  });
});

describe('no object of a response is closed, and every object of a request is', () => {
  it.each(Object.entries(DESCRIPTION.components.schemas))('%s', (name, schema) => {
    const objects = objectsIn(schema);
    for (const one of objects) {
      if (name.endsWith('RequestV1')) expect(one.additionalProperties).toBeDefined();
      else expect(one.additionalProperties).not.toBe(false);
    }
  });
});

function objectsIn(schema: JsonSchema): JsonSchema[] {
  const below = [schema.items, ...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])];
  const nested = below.flatMap((one) => (typeof one === 'object' ? objectsIn(one as JsonSchema) : []));
  return schema.type === 'object' ? [schema, ...nested] : nested;
}

describe('parameters', () => {
  it('are whole numbers where they are read as whole numbers', () => {
    const numbers = OPERATIONS.flatMap(({ operation }) => operation.parameters ?? [])
      .filter(({ schema }) => schema.type === 'integer')
      .map(({ name }) => name);
    expect(new Set(numbers)).toEqual(new Set(['k', 'token_budget', 'after', 'index', 'size', 'old_size']));
  });

  it.each([
    ['k', 50, 51],
    ['k', 1, 0],
  ])('bound %s as the server does (%i, not %i)', async (name, inside, outside) => {
    const { schema } = DESCRIPTION.paths['/v1/search']!.get!.parameters!.find((one) => one.name === name)!;
    for (const [value, status] of [
      [inside, 200],
      [outside, 400],
    ] as const) {
      const reply = await fixture.rest()(requestTo(`/v1/search?q=lake&${name}=${value}`));
      expect(reply.status).toBe(status);
      expect(JUDGE.fault(schema, value) === null).toBe(status === 200);
    }
  });
});

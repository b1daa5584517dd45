import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PRESENT } from '../gateway/openapi/printed.ts';
import { breakingChanges, type Described, readLastRelease, unannounced } from './last-release.ts';

const CHANGELOG = join(import.meta.dirname, '../../CHANGELOG.md');

it('this version keeps what the last release promised, or announces that it does not', async () => {
  const former = await readLastRelease();
  const changelog = await readFile(CHANGELOG, 'utf8');
  expect(former === null ? null : unannounced(former, PRESENT, changelog)).toBeNull();
});

describe('the last release', () => {
  it('is null before the first', async () => {
    const releases = await mkdtemp(join(tmpdir(), 'adduce-releases-'));
    onTestFinished(() => rm(releases, { recursive: true }));
    expect(await readLastRelease(releases)).toBeNull();
    expect(await readLastRelease(join(releases, 'absent'))).toBeNull();
  });

  it('is the greatest version, number by number', async () => {
    const releases = await mkdtemp(join(tmpdir(), 'adduce-releases-'));
    onTestFinished(() => rm(releases, { recursive: true }));
    for (const version of ['0.9.9', '0.10.0', '0.2.11']) {
      await mkdir(join(releases, version));
      await writeFile(join(releases, version, 'openapi.json'), JSON.stringify(PRESENT.api));
      await writeFile(join(releases, version, 'schema.graphql'), PRESENT.graphql);
    }
    expect(await readLastRelease(releases)).toEqual({ ...PRESENT, version: '0.10.0' });
  });
});

// biome-ignore lint/suspicious/noExplicitAny: a test changes the description anywhere
function changed(change: (api: any) => void): Described {
  const api = structuredClone(PRESENT.api);
  change(api);
  return { ...PRESENT, api };
}

/** What a change of the present description would break. */
// biome-ignore lint/suspicious/noExplicitAny: as above
function broken(change: (api: any) => void): string[] {
  return breakingChanges(PRESENT, changed(change));
}

const SEARCH = 'POST /v1/search';

describe('a change that breaks is named', () => {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  it.each<[string, (api: any) => void, string]>([
    ['a removed path', (api) => delete api.paths['/v1/stats'], 'GET /v1/stats: removed'],
    ['a removed operation', (api) => delete api.paths['/v1/search'].post, `${SEARCH}: removed`],
    ['a renamed operation', (api) => (search(api).operationId = 'find'), `${SEARCH}: is called find now`],
    ['a removed status', (api) => delete search(api).responses['429'], `${SEARCH} 429: removed`],
    [
      'a removed header',
      (api) => delete search(api).responses['429'].headers['Retry-After'],
      `${SEARCH} 429 header Retry-After: removed`,
    ],
    [
      'a format that is gone',
      (api) => delete search(api).responses['200'].content['application/cbor'],
      `${SEARCH} 200: no longer application/cbor`,
    ],
    [
      'a request format that is gone',
      (api) => delete search(api).requestBody.content['application/cbor'],
      `${SEARCH} body: no longer application/cbor`,
    ],
    ['callers without a token', (api) => search(api).security.pop(), `${SEARCH}: no longer opens to anybody`],
    [
      'another credential',
      (api) => (search(api).security = [{ Other: [] }, {}]),
      `${SEARCH}: no longer opens to RcxBearer`,
    ],
    ['a removed parameter', (api) => search(api).parameters.shift(), `${SEARCH} query corpus: removed`],
    [
      'a parameter that is required now',
      (api) => (search(api).parameters[0].required = true),
      `${SEARCH} query corpus: is required now`,
    ],
    [
      'a new required parameter',
      (api) => search(api).parameters.push({ name: 'x', in: 'query', required: true, schema: {} }),
      `${SEARCH} query x: is required now`,
    ],
    [
      'a parameter’s bound',
      (api) => (search(api).parameters[0].schema.maxLength = 62),
      `${SEARCH} query corpus: maxLength changed from 63 to 62`,
    ],
    [
      'a body that is required now',
      (api) => (api.paths['/v1/keys'].post.requestBody.required = true),
      'POST /v1/keys body: is required now',
    ],
    ['a body that is gone', (api) => delete search(api).requestBody, `${SEARCH} body: removed`],
    [
      'a removed request member',
      (api) => delete request(api).properties.top_k,
      `${SEARCH} body.top_k: removed`,
    ],
    [
      'a request member that is required now',
      (api) => request(api).required.push('tier'),
      `${SEARCH} body.tier: is required now`,
    ],
    [
      'a new required request member',
      (api) => Object.assign(request(api), { properties: { x: {} }, required: ['x'] }),
      `${SEARCH} body.x: is required now`,
    ],
    [
      'a smaller maximum',
      (api) => (request(api).properties.q.maxLength = 1_999),
      `${SEARCH} body.q: maxLength changed from 2000 to 1999`,
    ],
    [
      'a greater minimum',
      (api) => (request(api).properties.top_k.minimum = 2),
      `${SEARCH} body.top_k: minimum changed from 1 to 2`,
    ],
    [
      'a new bound of a request',
      (api) => (request(api).properties.top_k.multipleOf = 2),
      `${SEARCH} body.top_k: multipleOf changed`,
    ],
    [
      'a new pattern of a request',
      (api) => (request(api).properties.q.pattern = '^a'),
      `${SEARCH} body.q: pattern changed`,
    ],
    [
      'a narrowed enum of a request',
      (api) => request(api).properties.tier.enum.pop(),
      `${SEARCH} body.tier: no longer takes "epitome"`,
    ],
    [
      'a new enum of a request',
      (api) => (request(api).properties.q.enum = ['x']),
      `${SEARCH} body.q: takes only "x" now`,
    ],
    [
      'another type',
      (api) => (request(api).properties.top_k.type = 'string'),
      `${SEARCH} body.top_k: type changed from integer to string`,
    ],
    [
      'a removed response member',
      (api) => delete pointer(api).properties.epitome,
      `${SEARCH} 200.pointers[].epitome: removed`,
    ],
    [
      'a response member that may be absent',
      (api) => pointer(api).required.splice(0, 1),
      `${SEARCH} 200.pointers[].addr: may be absent now`,
    ],
    [
      'another type in a response',
      (api) => (pointer(api).properties.score.type = 'string'),
      `${SEARCH} 200.pointers[].score: type changed from number to string`,
    ],
    [
      'a response that may be null',
      (api) => (pointer(api).properties.score = { anyOf: [{ type: 'number' }, { type: 'null' }] }),
      `${SEARCH} 200.pointers[].score: type changed from number to one of several`,
    ],
    [
      'a new value in a response',
      (api) => pointer(api).properties.kind.enum.push('image'),
      `${SEARCH} 200.pointers[].kind: may now be "image"`,
    ],
    [
      'a wider bound in a response',
      (api) => (api.components.schemas.BeliefV1.properties.effective_confidence.maximum = 2),
      `${SEARCH} 200.pointers[].belief.effective_confidence: maximum changed from 1 to 2`,
    ],
    [
      'a form that is gone from a response',
      (api) => delete api.components.schemas.ReceiptV1.properties.hash.pattern,
      `${SEARCH} 200.receipts[].hash: pattern changed`,
    ],
  ])('%s', (_, change, line) => {
    expect(broken(change)).toContain(line);
  });

  it('of GraphQL too', () => {
    const described = /\n {2}"""[^"]*"""\n {2}summary: .*\n/;
    const present = { ...PRESENT, graphql: PRESENT.graphql.replace(described, '\n') };
    expect(breakingChanges(PRESENT, present)).toEqual(['GraphQL: Answer.summary was removed.']);
  });
});

describe('a change that breaks nothing is not', () => {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  it.each<[string, (api: any) => void]>([
    ['none at all', () => undefined],
    ['a new path', (api) => (api.paths['/v1/new'] = api.paths['/v1/stats'])],
    ['a new status', (api) => (search(api).responses['418'] = search(api).responses['400'])],
    [
      'a new optional parameter',
      (api) => search(api).parameters.push({ name: 'x', in: 'query', required: false, schema: {} }),
    ],
    ['a new optional request member', (api) => (request(api).properties.x = { type: 'string' })],
    ['a request member that may be absent now', (api) => (request(api).required = [])],
    ['a wider bound of a request', (api) => (request(api).properties.q.maxLength = 3_000)],
    ['a bound of a request that is gone', (api) => delete request(api).properties.q.maxLength],
    [
      'a form of a request that is gone',
      (api) => delete api.components.schemas.AnnotationRequestV1.properties.stub_id.pattern,
    ],
    ['a new value of a request’s enum', (api) => request(api).properties.tier.enum.push('whole')],
    ['a new response member', (api) => (pointer(api).properties.x = { type: 'string' })],
    ['a response member that is always there now', (api) => pointer(api).required.push('belief')],
    ['a narrower bound in a response', (api) => (pointer(api).properties.score.maximum = 1)],
    [
      'an open body for whom it was closed',
      (api) => (search(api).security = [{ RcxBearer: [] }, {}, { Other: [] }]),
    ],
    ['other words', (api) => (pointer(api).description = 'Other words.')],
    ['a new example', (api) => (search(api).responses['200'].content['application/json'].examples = {})],
  ])('%s', (_, change) => {
    expect(broken(change)).toEqual([]);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: as above
const search = (api: any) => api.paths['/v1/search'].post;
// biome-ignore lint/suspicious/noExplicitAny: as above
const request = (api: any) => api.components.schemas.AgentSearchRequestV1;
// biome-ignore lint/suspicious/noExplicitAny: as above
const pointer = (api: any) => api.components.schemas.PointerV1;

describe('a breaking change may be released', () => {
  const next = (version: string) => ({ ...changed((api) => delete api.paths['/v1/stats']), version });
  const last = () => ({ ...PRESENT, version: '1.4.2' });
  const announced =
    '# Changelog\n\n## Unreleased: 2.0.0\n\n- Breaking: stats are gone.\n\n## 1.4.2\n\n- More.\n';

  it('under a new major version that announces it', () => {
    expect(unannounced(last(), next('2.0.0'), announced)).toBeNull();
  });

  it.each(['1.4.3', '1.5.0', '1.4.2'])('not as %s, and the change is named', (version) => {
    expect(unannounced(last(), next(version), announced.replace('2.0.0', version))).toContain(
      'within one major version:\n- GET /v1/stats: removed',
    );
  });

  it.each([
    ['without a word', '## Unreleased: 2.0.0\n\n- Faster.\n'],
    ['with a word in another section', '## Unreleased: 2.0.0\n\n## 1.4.2\n\n- Breaking: less.\n'],
    ['in an empty changelog', ''],
  ])('not %s', (_, changelog) => {
    expect(unannounced(last(), next('2.0.0'), changelog)).toContain('CHANGELOG.md does not say so');
  });
});

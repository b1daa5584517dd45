/** What GraphQL gives of an artefact that was redacted, and of the claims that it stated. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArtefactId, ClaimAddr } from '../../../graph/address.ts';
import { ingestInto, jsonLines, type TestDocument } from '../../engine/documents.ts';
import { type GraphqlBody, post, type RunningServer, startServer, storeFolder } from './graphql-server.ts';

const SURVEY: TestDocument = {
  id: 'survey',
  text: 'Lake Vell is 212 metres deep. The quagga of Lake Vell weighs 300 kilograms.',
  domain: 'survey.example',
  day: '2024-05-02',
};
const ATLAS = { ...SURVEY, id: 'atlas', domain: 'atlas.example', text: 'Lake Vell is 212 metres deep.' };
const RIVAL = {
  ...SURVEY,
  id: 'rival',
  domain: 'rival.example',
  text: 'The quagga of Lake Vell weighs 250 kilograms.',
};
const CLAIM = 'text occurrences { artefact { artefactId } sentence { start end } }';

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
let survey: ArtefactId;
/** The claims of the survey as they were given before, by their texts. */
let before: ReadonlyMap<string, ClaimAddr>;

beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
  const { engine } = server;
  await ingestInto(engine, 'lakes', [jsonLines([SURVEY, ATLAS, RIVAL])]);
  const [[state] = []] = await engine.store.ranges('versions', { corpus: 'lakes', by: ['survey'] });
  if (state === undefined) throw new Error('there is no survey');
  survey = state.record.artefact_id;
  const [stated = []] = await engine.store.ranges('occurrencesIn', { by: [survey] });
  const addrs = [...new Set(stated.map(({ claim }) => claim))];
  const views = await engine.claims(addrs, null);
  before = new Map(views.flatMap((view) => (view ? [[view.claim.core.text, view.claim.addr] as const] : [])));
  await engine.redact({ artefact: survey, reason: 'a court order', by: 'ann' });
});
afterAll(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

async function ask(query: string, variables = {}): Promise<GraphqlBody> {
  const { body } = await post(server.url, query, { variables });
  expect(body.errors).toBeUndefined();
  return body;
}

const erased = () => before.get('The quagga of Lake Vell weighs 300 kilograms.') ?? '';

describe('a redacted artefact', () => {
  it('says that it was redacted, why and when, which its effective time does not tell', async () => {
    const query = `query ($id: ID!) { artefact(id: $id) {
      summary redacted { reason at } withdrawn { reason effectiveAt } } }`;
    const { data } = await ask(query, { id: survey });
    const at = expect.stringMatching(/^20\d\d-\d\d-\d\dT/);
    expect(data.artefact).toEqual({
      summary: '',
      redacted: { reason: 'a court order', at },
      withdrawn: { reason: 'a court order', effectiveAt: '2024-05-02T09:00:00.000Z' },
    });
    expect(JSON.stringify(data)).not.toContain('"at":"2024-05-02');
  });

  it('gives none of its own sentences, and no place of any', async () => {
    const query = `query ($id: ID!) { artefact(id: $id) { claims { nodes { addr ${CLAIM} } } } }`;
    const { data } = await ask(query, { id: survey });
    const given = JSON.stringify(data);
    expect(given).not.toContain('quagga');
    expect(given).not.toContain(survey);
    const { nodes } = (data.artefact as { claims: { nodes: { addr: string }[] } }).claims;
    const addrs = nodes.map(({ addr }) => addr);
    expect(addrs).toEqual([...before.values()].sort());
    expect(nodes).toContainEqual({ addr: erased(), text: '', occurrences: [] });
  });

  it('leaves no words to a claim of its own, by its address or as a rival', async () => {
    const query = `query ($addr: ID!) { claim(addr: $addr) { ${CLAIM} rivals { text rivals { ${CLAIM} } } } }`;
    const { data } = await ask(query, { addr: erased() });
    expect(data.claim).toEqual({
      text: '',
      occurrences: [],
      rivals: [{ text: RIVAL.text, rivals: [{ text: '', occurrences: [] }] }],
    });
  });

  it('leaves the words and the place of a claim that another artefact states', async () => {
    const query = `query ($addr: ID!) { claim(addr: $addr) { ${CLAIM} } }`;
    const { data } = await ask(query, { addr: before.get(ATLAS.text) });
    expect(data.claim).toMatchObject({
      text: ATLAS.text,
      occurrences: [{ sentence: { start: 0, end: 29 } }],
    });
  });
});

describe('an artefact that was not redacted', () => {
  it('says so, and keeps its words', async () => {
    const [[state] = []] = await server.engine.store.ranges('versions', { corpus: 'lakes', by: ['rival'] });
    const query =
      'query ($id: ID!) { artefact(id: $id) { summary redacted { reason } claims { nodes { text } } } }';
    const { data } = await ask(query, { id: state?.record.artefact_id });
    expect(data.artefact).toMatchObject({ redacted: null, claims: { nodes: [{ text: RIVAL.text }] } });
    expect(JSON.stringify(data.artefact)).toContain('"summary":"The quagga');
  });
});

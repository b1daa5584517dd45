/** What GraphQL gives of how sure an answer is, and of what is near where nothing answers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerView } from '../../../../engine/answer/answer.ts';
import { answerOf, ingestInto, jsonLines, type TestDocument } from '../../../engine/documents.ts';
import { type GraphqlBody, post, type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

const SURVEY: TestDocument = {
  id: 'survey',
  title: 'The survey',
  text: 'Lake Vell is 212 metres deep. A quagga swam in Lake Vell.',
  domain: 'survey.example',
  day: '2024-05-02',
};
const SHORE = {
  ...SURVEY,
  id: 'shore',
  title: 'The shore',
  text: 'Lake Vell lies in Orland.',
  domain: 'shore.example',
};
const QUERY = `query ($id: ID!) { answer(id: $id) { summary confidence trust { findingsState }
  passages { title quote start end probability artefact { artefactId title } } } }`;

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
let sure: AnswerView;
let near: AnswerView;

beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
  await ingestInto(server.engine, 'lakes', [jsonLines([SURVEY, SHORE])]);
  sure = await answerOf(server.engine, { corpus: 'lakes', q: 'How deep is Lake Vell?' });
  near = await answerOf(server.engine, { corpus: 'lakes', q: 'Who owns Lake Vell?' });
});
afterAll(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

async function read({ answer }: AnswerView): Promise<GraphqlBody['data']> {
  const { body } = await post(server.url, QUERY, { variables: { id: answer.answer_id } });
  expect(body.errors).toBeUndefined();
  return body.data.answer;
}

describe('an answer', () => {
  it('says how sure it is, and has no passages', async () => {
    const { confidence = 0 } = sure.answer;
    expect(confidence).toBeGreaterThan(0);
    expect(await read(sure)).toMatchObject({ confidence, passages: [], trust: { findingsState: 'PASS' } });
  });

  it('that says nothing has passages, each of its artefact, and no confidence', async () => {
    const found = await read(near);
    expect(found).toMatchObject({ summary: '', confidence: null, trust: { findingsState: 'UNKNOWN' } });
    const { passages = [] } = near.answer;
    expect(found.passages).toEqual(
      passages.map(({ artefact_id: artefactId, title, ...place }) => ({
        ...{ ...place, title },
        artefact: { artefactId, title },
      })),
    );
    expect(passages.map(({ quote }) => quote)).toEqual(
      expect.arrayContaining([SHORE.text, 'Lake Vell is 212 metres deep.']),
    );
  });

  it('leaves no words of an artefact to its passages once that is redacted', async () => {
    const [[state] = []] = await server.engine.store.ranges('versions', { corpus: 'lakes', by: ['survey'] });
    const artefact = state?.record.artefact_id ?? 'a1none';
    await server.engine.redact({ artefact, reason: 'a court order', by: null });
    const found = await read(near);
    expect(JSON.stringify(found)).not.toMatch(/212|quagga/);
    const withheld = { quote: '', start: 0, end: 0, title: SURVEY.title };
    expect(found.passages).toContainEqual(
      expect.objectContaining({ ...withheld, artefact: { artefactId: artefact, title: SURVEY.title } }),
    );
    expect(found.passages).toContainEqual(expect.objectContaining({ title: SHORE.title, quote: SHORE.text }));
  });
});

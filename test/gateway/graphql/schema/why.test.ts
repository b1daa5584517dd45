/** Why a belief is what it is, what would change verdicts, and where an artefact is from. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerView } from '../../../../engine/answer/answer.ts';
import { disputeBy } from '../../../engine/annotated.ts';
import { answerOf, ingestInto, jsonLines } from '../../../engine/documents.ts';
import { type GraphqlBody, post, type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

const DOCUMENTS = [
  { id: 'one', text: 'Saturn has 145 moons.', domain: 'one.example', day: '2023-05-12', title: 'Saturn' },
  { id: 'two', text: 'Saturn has 145 moons.', domain: 'two.example', day: '2023-05-13', title: 'Saturn' },
];

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
let answer: AnswerView;

beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
  await ingestInto(server.engine, 'moons', [jsonLines(DOCUMENTS)]);
  answer = await answerOf(server.engine, { corpus: 'moons', q: 'How many moons does Saturn have?' });
});
afterAll(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

async function ask(query: string, variables = {}, headers = {}): Promise<GraphqlBody> {
  const { body } = await post(server.url, query, { variables, headers });
  return body;
}

const claimOf = () => {
  const [claim] = answer.answer.claims;
  if (claim === undefined) throw new Error('the answer has no claim');
  return claim.addr;
};
const artefactOf = () => answer.answer.evidence_set.artefact_ids[0] ?? '';

const WHAT_IF = `query ($evidence: SupposedEvidence, $withdrawn: ID, $redacted: ID, $asOf: DateTime) {
  whatIf(evidence: $evidence, withdrawn: $withdrawn, redacted: $redacted, asOf: $asOf) {
    turns { nodes { answer { answerId } from to reasons { code } } } } }`;
const WHAT_IF_ID =
  'query ($withdrawn: ID) { whatIf(withdrawn: $withdrawn) { turns { nodes { answer { id } } } } }';
const piece = (name: string) => ({ ref: `https://${name}.example/x`, hash: name, kind: 'REPRODUCTION' });

describe('a supposed event', () => {
  it('names the answers that an operator’s withdrawal or redaction would change, and writes nothing', async () => {
    const { size } = await server.engine.store.head();
    for (const artefact of ['withdrawn', 'redacted']) {
      const { data, errors } = await ask(WHAT_IF, { [artefact]: artefactOf() });
      expect(errors).toBeUndefined();
      expect(data.whatIf.turns.nodes).toMatchObject([
        { answer: { answerId: answer.answer.answer_id }, from: answer.trust.findings_state },
      ]);
    }
    expect((await server.engine.store.head()).size).toBe(size);
  });

  it('is as of a time of the answers that had been given by then', async () => {
    const query = `query ($withdrawn: ID!, $asOf: DateTime!) { whatIf(withdrawn: $withdrawn, asOf: $asOf) {
      turns { nodes { answer { id answerId } } } } }`;
    const turned = async (asOf: string) => {
      const { data, errors } = await ask(query, { withdrawn: artefactOf(), asOf });
      expect(errors).toBeUndefined();
      return data.whatIf.turns.nodes;
    };
    const [given] = await server.engine.store.records('answers', [answer.answer.answer_id]);
    const [now] = await turned('2999-01-01');
    const [then] = await turned(given?.at ?? '');
    expect([then.answer.answerId, now.answer.answerId]).toEqual([
      answer.answer.answer_id,
      answer.answer.answer_id,
    ]);
    expect(then.answer.id).not.toBe(
      (await ask(WHAT_IF_ID, { withdrawn: artefactOf() })).data.whatIf.turns.nodes[0].answer.id,
    );
    expect(await turned('2020-01-01')).toEqual([]);
  });

  it('turns as the real one then does', async () => {
    await disputeBy(server.engine, claimOf(), 'ann');
    await server.engine.monitor.catchUp();
    const supposed = {
      claim: claimOf(),
      kind: 'DISPUTE',
      evidence: [piece('x'), piece('y')],
      standing: 1000,
    };
    const { data, errors } = await ask(WHAT_IF, { evidence: supposed });
    expect(errors).toBeUndefined();
    const [turn] = data.whatIf.turns.nodes;
    await disputeBy(server.engine, claimOf(), 'bob');
    await server.engine.monitor.catchUp();
    const now = await server.engine.answer(answer.answer.answer_id, 'local');
    expect(turn?.to ?? null).toBe(
      now?.trust.findings_state === answer.trust.findings_state ? null : now?.trust.findings_state,
    );
  });

  it('gives the belief as it is and as it would be, and the event’s own part in it', async () => {
    const query = `query ($evidence: SupposedEvidence!) { whatIf(evidence: $evidence) { repeated
      beliefs { claim { addr } before { state effectiveConfidence } after { state effectiveConfidence }
        part { kind vetted open event { eventId } items { domain contribution discounts } } } } }`;
    const said = { claim: claimOf(), kind: 'DISPUTE', evidence: [piece('w')] };
    const supposed = async (standing: number, more: object = {}) => {
      const { data, errors } = await ask(query, { evidence: { ...said, standing, ...more } });
      expect(errors).toBeUndefined();
      return data.whatIf;
    };
    const [[vetted], [unvetted]] = [(await supposed(1000)).beliefs, (await supposed(100)).beliefs];
    const { data } = await ask('query ($id: ID!) { claim(addr: $id) { belief { effectiveConfidence } } }', {
      id: claimOf(),
    });
    const now = data.claim.belief.effectiveConfidence;
    expect([vetted.before.effectiveConfidence, unvetted.before.effectiveConfidence]).toEqual([now, now]);
    expect(vetted.after.effectiveConfidence).toBeLessThan(unvetted.after.effectiveConfidence);
    expect(unvetted.after.effectiveConfidence).toBeLessThan(now);
    expect(unvetted.part).toMatchObject({ kind: 'DISPUTE', vetted: false, open: true, event: null });
    expect(unvetted.part.items[0].discounts).toEqual(['STANDING', 'UNCHECKED']);
  });

  it('follows what its actor has said before', async () => {
    const query = `query ($evidence: SupposedEvidence!) { whatIf(evidence: $evidence) { repeated
      beliefs { after { effectiveConfidence } } } }`;
    await disputeBy(server.engine, claimOf(), 'kim');
    const evidence = ['x', 'y'].map((name) => ({
      ...piece('kim'),
      ref: `https://kim.example/${name}`,
      hash: `kim ${name}`,
    }));
    const same = { claim: claimOf(), kind: 'DISPUTE', evidence, standing: 1000 };
    const again = await ask(query, { evidence: { ...same, actor: 'kim' } });
    expect(again.data.whatIf).toEqual({ repeated: true, beliefs: [] });
    const other = await ask(query, { evidence: { ...same, actor: 'kim', attestations: ['seen'] } });
    expect([other.data.whatIf.repeated, other.data.whatIf.beliefs.length]).toEqual([false, 1]);
    const stranger = await ask(query, { evidence: same });
    expect([stranger.data.whatIf.repeated, stranger.data.whatIf.beliefs.length]).toEqual([false, 1]);
  });

  it('shows an organisation nothing of another’s answers', async () => {
    const { key } = await server.engine.keys.mintKey('others');
    const evidence = { claim: claimOf(), kind: 'DISPUTE', evidence: [piece('z')] };
    const { data } = await ask(WHAT_IF, { evidence }, { authorization: `Bearer ${key}` });
    expect(data.whatIf.turns.nodes).toEqual([]);
  });

  it('is an operator’s where an artefact is to go', async () => {
    const { key } = await server.engine.keys.mintKey('others');
    const headers = { authorization: `Bearer ${key}` };
    for (const name of ['withdrawn', 'redacted']) {
      const { errors } = await ask(WHAT_IF, { [name]: artefactOf() }, headers);
      expect(errors).toMatchObject([{ extensions: { code: 'denied:capability_missing' } }]);
    }
  });

  it.each([
    [{}, 'invalid:query'],
    [{ withdrawn: 'a1x', redacted: 'a1x' }, 'invalid:query'],
    [{ withdrawn: 'a1x' }, 'missing:artefact'],
    [{ withdrawn: 'a1x', asOf: 'yesterday' }, 'invalid:query'],
    [{ redacted: 'nonsense' }, 'missing:artefact'],
    [{ evidence: { claim: 'c1x', kind: 'DISPUTE', evidence: [piece('x')] } }, 'invalid:addr'],
    [
      {
        evidence: { claim: `wx://moons/claim/c1${'a'.repeat(26)}`, kind: 'DISPUTE', evidence: [piece('x')] },
      },
      'missing:claim',
    ],
    [
      {
        evidence: {
          claim: `wx://moons/claim/c1${'a'.repeat(26)}`,
          kind: 'DISPUTE',
          evidence: [{ ref: 'x' }],
        },
      },
      'denied:evidence_missing',
    ],
    [
      {
        evidence: {
          claim: `wx://moons/claim/c1${'a'.repeat(26)}`,
          kind: 'DISPUTE',
          evidence: [piece('x')],
          standing: 1001,
        },
      },
      'invalid:query',
    ],
  ])('is refused: %j as %s', async (variables, code) => {
    const { data, errors } = await ask(WHAT_IF, variables);
    expect({ data, code: errors?.[0]?.extensions?.code }).toEqual({ data: { whatIf: null }, code });
  });
});

describe('a belief', () => {
  it('is explained by every event’s part in it and by what would change it', async () => {
    const query = `query ($addr: ID!) { claim(addr: $addr) { belief { state explanation {
      support opposition vettedSupport vettedOpposition
      events { nodes { kind vetted open event { eventId } items { weight decayed contribution discounts } } }
      flip { kind by standing evidence weight from to } } } ledger { nodes { eventId } } } }`;
    const { data, errors } = await ask(query, { addr: claimOf() });
    expect(errors).toBeUndefined();
    const { belief, ledger } = data.claim;
    const events = belief.explanation.events.nodes;
    expect(events.map((one: { event: { eventId: string } }) => one.event.eventId).sort()).toEqual(
      ledger.nodes.map((one: { eventId: string }) => one.eventId).sort(),
    );
    const vetted = events.filter(
      (one: { vetted: boolean; kind: string }) => one.vetted && one.kind === 'CORROBORATE',
    );
    const sum = vetted
      .flatMap((one: { items: { contribution: number }[] }) => one.items)
      .reduce((total: number, { contribution }: { contribution: number }) => total + contribution, 0);
    expect(sum).toBe(belief.explanation.vettedSupport);
    expect(belief.explanation.flip === null || belief.explanation.flip.from === belief.state).toBe(true);
  });

  it('is explained as of the time that the claim is seen at', async () => {
    const query = `query ($addr: ID!, $asOf: DateTime) { claim(addr: $addr, asOf: $asOf) {
      belief { explanation { events { nodes { kind } } } } } }`;
    const then = await ask(query, { addr: claimOf(), asOf: '2023-05-12' });
    expect(then.data.claim.belief.explanation.events.nodes).toEqual([{ kind: 'CORROBORATE' }]);
    const before = await ask(query, { addr: claimOf(), asOf: '2020-01-01' });
    expect(before.data.claim.belief).toBeNull();
  });
});

describe('the members of a cluster', () => {
  it('have the claim among them', async () => {
    const query =
      'query ($addr: ID!) { claim(addr: $addr) { cluster { id claims { nodes { addr cluster { id } } } } } }';
    const { data } = await ask(query, { addr: claimOf() });
    const { id, claims } = data.claim.cluster;
    expect(claims.nodes).toContainEqual({ addr: claimOf(), cluster: { id } });
  });
});

describe('the provenance of an artefact', () => {
  const QUERY = `query ($id: ID!) { provenance(artefact: $id) { artefact { artefactId } bytes freshness halfLifeDays
    observations versions { artefactId } original { url } mirrors { artefactId } moreClaims
    claims { claim { addr } stance spans { start end } events { eventId } }
    answers { answer { answerId } setId findingsState } logSeq treeSize root inclusion entry leaf checkpoint } }`;

  it('is what the engine tells of it, the caller’s answers among it', async () => {
    const { data, errors } = await ask(QUERY, { id: artefactOf() });
    expect(errors).toBeUndefined();
    const found = await server.engine.provenance(answer.answer.evidence_set.artefact_ids[0] ?? 'a1', 'local');
    expect(data.provenance).toMatchObject({
      artefact: { artefactId: artefactOf() },
      bytes: 'STORED',
      freshness: found?.freshness.score,
      versions: [{ artefactId: artefactOf() }],
      claims: found?.claims.items.map(({ claim, stance }) => ({
        claim: { addr: claim },
        stance: stance.toUpperCase(),
      })),
      answers: [{ answer: { answerId: answer.answer.answer_id } }],
      logSeq: found?.log.seq,
      inclusion: found?.log.inclusion,
    });
  });

  it('has no answers of another organisation', async () => {
    const { key } = await server.engine.keys.mintKey('others');
    const { data } = await ask(QUERY, { id: artefactOf() }, { authorization: `Bearer ${key}` });
    expect(data.provenance.answers).toEqual([]);
  });

  it.each(['a1unknown', 'nonsense', ''])('is null for “%s”', async (id) => {
    expect(await ask(QUERY, { id })).toEqual({ data: { provenance: null } });
  });
});

/** What the queries are about: of every type several, and of every list a short one and a long one. */
import type { AnswerMode, AnswerView } from '../../../engine/answer/answer.ts';
import type { Engine } from '../../../engine/engine.ts';
import type { ArtefactId, ClaimAddr } from '../../../graph/address.ts';
import { annotateOn, closeGap, disputeBy } from '../../engine/annotated.ts';
import { answerOf, ingestInto, jsonLines, type TestDocument } from '../../engine/documents.ts';

export const CORPUS = 'planets';
const MODES: readonly AnswerMode[] = ['light', 'verified', 'audit'];
const PLANETS = ['Saturn', 'Jupiter', 'Neptune', 'Uranus'];
/** Of each planet an old figure, two sites that repeat a new one, and a later version of one of them. */
const DOCUMENTS = PLANETS.flatMap((planet, index) => [
  page(planet, 'old', 22 + index, '2019-10-07'),
  page(planet, 'one', 45 + index, '2023-05-12'),
  page(planet, 'two', 45 + index, '2023-05-13'),
]);
/** Nobody disputes what is said of these: one follows another, several questions are asked of one, one document says little. */
const QUIET: readonly TestDocument[] = [
  page('Mars', 'first', 1, '2019-10-07'),
  page('Mars', 'second', 2, '2021-05-12'),
  page('Mars', 'third', 3, '2023-05-12'),
  page('Pluto', 'one', 5, '2023-05-12'),
  { id: 'Ceres-one', text: 'Ceres has 0 moons.', domain: 'one.example', day: '2023-05-12', title: 'Ceres' },
];

function page(planet: string, site: string, moons: number, day: string): TestDocument {
  const text = `${planet} has ${moons} moons. ${planet} lies beyond Mercury.`;
  return { id: `${planet}-${site}`, text, domain: `${site}.example`, day, title: planet };
}

export interface World {
  /** A claim with one predecessor and one successor, and the artefact that states it. */
  readonly middle: ClaimAddr;
  readonly dated: ArtefactId;
  /** One that several answers use, that several annotated and disputed, and for which several successors were proposed. */
  readonly busy: ClaimAddr;
  /** An answer that uses it, whose verdict has turned. */
  readonly turned: AnswerView;
  /** An artefact that states one claim, on which one answer rests. */
  readonly single: ArtefactId;
  /** One that states several, on which several answers rest. */
  readonly shared: ArtefactId;
}

export async function fillWorld(engine: Engine): Promise<World> {
  await ingestInto(engine, CORPUS, [jsonLines([...DOCUMENTS, ...QUIET])]);
  await askOf(engine, 'Ceres');
  for (const mode of MODES) await askOf(engine, 'Pluto', mode);
  const answers: AnswerView[] = [];
  for (const planet of PLANETS) answers.push(await askOf(engine, planet));
  for (const mode of MODES) await askOf(engine, 'Saturn', mode);
  const [turned, ...others] = answers;
  if (turned === undefined) throw new Error('nothing was answered');
  const busy = claimOf(turned);
  for (const [index, planet] of PLANETS.entries()) await dispute(engine, planet, answers[index]);
  await propose(engine, busy, others.map(claimOf));
  await engine.monitor.catchUp();
  await endOldPages(engine);
  await ingestInto(engine, 'elsewhere', [jsonLines(DOCUMENTS.slice(0, 2))]);
  const dated = await artefactOf(engine, 'Mars-second');
  return {
    middle: await claimIn(engine, dated),
    dated,
    busy,
    turned,
    single: await artefactOf(engine, 'Ceres-one'),
    shared: await artefactOf(engine, 'Pluto-one'),
  };
}

async function askOf(engine: Engine, planet: string, mode: AnswerMode = 'verified'): Promise<AnswerView> {
  return answerOf(engine, { corpus: CORPUS, q: `How many moons does ${planet} have?`, mode });
}

function claimOf({ answer }: AnswerView): ClaimAddr {
  const [claim] = answer.claims;
  if (claim === undefined) throw new Error(`nothing is known of ${answer.request.q}`);
  return claim.addr;
}

async function dispute(engine: Engine, planet: string, answer: AnswerView | undefined): Promise<void> {
  if (answer === undefined) throw new Error(`nothing was answered of ${planet}`);
  const claim = claimOf(answer);
  const annotation = await annotateOn(engine, claim);
  await annotateOn(engine, claim, 'Counted anew.');
  await closeGap(engine, `How many rings has ${planet}?`, annotation);
  for (const actor of ['ann', 'bob']) await disputeBy(engine, claim, `${actor}-${planet.toLowerCase()}`);
}

async function propose(engine: Engine, claim: ClaimAddr, successors: readonly ClaimAddr[]): Promise<void> {
  for (const [index, successor] of successors.entries()) {
    const actor = `proposer-${index}`;
    const outcome = await engine.appendEvidence({
      claim,
      corpus: CORPUS,
      kind: 'supersede-propose',
      evidence: [{ ref: successor, hash: 'unknown', kind: 'source' }],
      attestations: [],
      stake: null,
      writer: { actor, actorRoot: actor, standing: 700, tokenId: 't', maySupersede: false },
      idempotency: null,
    });
    if (!outcome.ok) throw new Error(outcome.refusal.reason);
  }
}

/** Half of them withdrawn, half redacted. */
async function endOldPages(engine: Engine): Promise<void> {
  for (const [index, planet] of PLANETS.entries()) {
    const artefact = await artefactOf(engine, `${planet}-old`);
    const request = { artefact, reason: 'outdated', by: null };
    await (index < 2 ? engine.withdraw(request) : engine.redact(request));
  }
}

async function artefactOf(engine: Engine, document: string): Promise<ArtefactId> {
  const [[state] = []] = await engine.store.ranges('versions', { corpus: CORPUS, by: [document] });
  if (state === undefined) throw new Error(`there is no ${document}`);
  return state.record.artefact_id;
}

/** The first claim that the artefact states. */
async function claimIn(engine: Engine, artefact: ArtefactId): Promise<ClaimAddr> {
  const [[first] = []] = await engine.occurrencesIn([artefact]);
  if (first === undefined) throw new Error(`${artefact} states nothing`);
  return first.claim;
}

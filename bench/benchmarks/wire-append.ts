import type { Engine } from '../../engine/engine.ts';
import type { Handle } from '../../gateway/http/connection.ts';
import { createRest } from '../../gateway/rest/create-rest.ts';
import { type AnswerId, type ClaimAddr, claimIdOf } from '../../graph/address.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { AnswerAssembled } from '../../graph/log/entry.ts';
import { readRecord } from '../../graph/store/records.ts';
import type { Benchmark, Contestant } from '../benchmark.ts';
import { claimAt, makeClaims, openEngine } from '../engine-over.ts';
import { LONG, lengthen } from '../long-ledger.ts';
import { sample } from '../sample.ts';
import { type StoreKind, storeKinds } from '../stores.ts';

const CORPUS = 'lamps';
const TENANT = 'reader';
const ROUNDS = 9;
/** Of a case in a round. Each is of another actor, to new claims each to another one. */
const APPENDS = 48;
/** Rounds that count, and the one that warms up. */
const ALL_ROUNDS = ROUNDS + 1;

/** POST /v1/claims/{addr}/evidence from the request to the findings monitor's look at what follows from it. */
export const wireAppendBenchmark: Benchmark = {
  name: 'wire-append',
  about: `evidence over REST, and its findings: a claim with ${LONG} ledger entries against a new one`,
  rounds: ROUNDS,
  async prepare() {
    await using undo = new AsyncDisposableStack();
    const contestants: Contestant[] = [];
    for (const kind of storeKinds()) contestants.push(...(await contestantsOn(kind, undo)));
    const kept = undo.move();
    return { contestants, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  },
};

async function contestantsOn(kind: StoreKind, undo: AsyncDisposableStack): Promise<Contestant[]> {
  const { engine, meter } = undo.use(await openEngine(kind));
  const fresh = APPENDS * ALL_ROUNDS;
  const claims = await makeClaims(engine, CORPUS, 2 * fresh + 2);
  const [long, watchedLong] = [claimAt(claims, 0), claimAt(claims, 1)];
  const [quiet, watched] = [claims.slice(2, 2 + fresh), claims.slice(2 + fresh, 2 + 2 * fresh)];
  for (const claim of [long, watchedLong]) await lengthen(engine, CORPUS, claim);
  await watch(engine, [watchedLong, ...watched]);
  const send = await sender(engine);
  const caseOf = (name: string, against: string | null, claimOf: (index: number) => ClaimAddr) => ({
    name,
    against,
    round: (number: number) =>
      sample(meter, async () => {
        for (let index = 0; index < APPENDS; index++) {
          await send(claimOf(number * APPENDS + index), index);
          // In the service the monitor follows each commit by itself.
          await engine.monitor.catchUp();
        }
        return { append: APPENDS };
      }),
  });
  const nobody = `${kind.name}, new claim`;
  const answered = `${kind.name}, new claim, an answer watching`;
  return [
    caseOf(nobody, null, (index) => claimAt(quiet, index)),
    caseOf(`${kind.name}, long ledger`, nobody, () => long),
    caseOf(answered, null, (index) => claimAt(watched, index)),
    caseOf(`${kind.name}, long ledger, an answer watching`, answered, () => watchedLong),
  ];
}

/** Stores an answer on each claim, and lets the monitor give it its first verdict. */
async function watch(engine: Engine, claims: readonly ClaimAddr[]): Promise<void> {
  const corpus = await readRecord(engine.store, 'corpora', CORPUS);
  if (corpus === null) throw new Error('the corpus is missing');
  await engine.writer.append(async () => ({
    entries: claims.map((claim) => ({
      corpus: CORPUS,
      tenant: TENANT,
      effectiveAt: null,
      body: answerOn(claim, `${corpus.size}.${corpus.root.slice(0, 12)}`),
    })),
    result: () => undefined,
  }));
  await engine.monitor.catchUp();
  const verdicts = await engine.standingFindings(TENANT, null);
  if (verdicts.length !== claims.length) throw new Error('the monitor has passed over an answer');
}

/** As the log keeps an answer that rests on one claim. Its corpus has moved on, so that the monitor looks at it. */
function answerOn(claim: ClaimAddr, snapshot: string): AnswerAssembled {
  const hash = blake3Hex(new TextEncoder().encode(claim));
  const answerId: AnswerId = `ans_${hash.slice(0, 26)}`;
  return {
    type: 'answer.assembled',
    answer_id: answerId,
    question_hash: hash,
    answer_hash: hash,
    receipt_hash: hash,
    receipt_id: `rc_${hash.slice(0, 26)}`,
    mode: 'verified',
    snapshot,
    snapshot_seq: 0,
    effective_until: '2000-01-01T00:00:00.000Z',
    as_of: null,
    max_snapshot_age: null,
    claims: [claim],
    artefacts: [],
    cover: [],
  };
}

/** Sends an event of the `index`th actor, with evidence that nobody has sent before. */
async function sender(engine: Engine): Promise<(claim: ClaimAddr, index: number) => Promise<void>> {
  const rest: Handle = createRest({
    engine,
    config: {
      enforce: 'enforce',
      engineAuth: 'open',
      ratePerMinute: null,
      answersTo: null,
      stubsLifecycle: true,
      version: 'bench',
      onFault: (fault) => console.error(fault),
    },
  });
  const tokens: string[] = [];
  for (let index = 0; index < APPENDS; index++) tokens.push(await mint(engine));
  let sent = 0;
  return async (claim, index) => {
    sent += 1;
    const hash = blake3Hex(new TextEncoder().encode(`evidence ${sent}`));
    const evidence = [{ ref: `https://seen.example/${sent}`, hash, kind: 'source' }];
    const response = await rest(
      new Request(`http://bench.example/v1/claims/${claimIdOf(claim)}/evidence?corpus=${CORPUS}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[index]}` },
        body: JSON.stringify({ kind: 'corroborate', evidence }),
      }),
    );
    if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
}

async function mint(engine: Engine): Promise<string> {
  const minted = await engine.keys.mintToken({
    capabilities: ['svc.evidence'],
    standing: 700,
    ttl: 'P1D',
    actor: null,
  });
  if (!minted.ok) throw new Error(minted.refusal.message);
  return minted.value.token;
}

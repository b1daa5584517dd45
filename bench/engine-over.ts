/** The engine as `adduce serve` builds it, over a store to measure on, and what benchmarks do with it. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { SYSTEM_CLOCK } from '../bin/cli/system-clock.ts';
import { createEngine } from '../engine/create-engine.ts';
import type { Engine } from '../engine/engine.ts';
import type { IngestReport, SourceFile } from '../engine/ingest/ingest.ts';
import { createKeyService } from '../engine/keys/create-key-service.ts';
import type { AppendedEvidence } from '../engine/ledger/append-evidence.ts';
import type { EvidenceRequest } from '../engine/ledger/evidence-request.ts';
import type { Clock, StageEnded } from '../engine/ports.ts';
import { DEFAULT_TRUST_POLICY } from '../engine/select/trust-policy.ts';
import { createStubIds } from '../engine/stubs/stub-ids.ts';
import type { CorpusView } from '../engine/view.ts';
import type { ClaimAddr } from '../graph/address.ts';
import { signCheckpoint } from '../graph/log/checkpoint.ts';
import { keyListText, trusted } from '../graph/log/key-list.ts';
import { readRange } from '../graph/store/ranges.ts';
import type { ServerMeter } from './sample.ts';
import type { OpenedStore, StoreKind } from './stores.ts';

const ORIGIN = 'bench.adduce.example/log';
const STANDING = 700;
const MAX_ARTEFACTS = 100;
/** Of one made-up document. */
const MAX_SENTENCES = 500;

export interface OpenedEngine extends AsyncDisposable {
  readonly engine: Engine;
  /** Of its log, in the text of /.well-known/adduce-log-keys. */
  readonly logKeys: string;
  /** Of the store's server, null for the embedded store. */
  readonly meter: ServerMeter | null;
}

/**
 * An engine over an empty store; disposing removes both.
 * @param ended is called at the end of each stage of a new answer
 */
export async function openEngine(
  kind: StoreKind,
  ended: StageEnded = () => undefined,
): Promise<OpenedEngine> {
  await using undo = new AsyncDisposableStack();
  const opened = undo.use(await kind.open());
  const over = undo.use(openEngineOver(opened, ended));
  const resources = undo.move();
  return { ...over, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** The same over a store that is open; disposing leaves the store open. */
export function openEngineOver(
  { store, meter }: Pick<OpenedStore, 'store' | 'meter'>,
  ended: StageEnded = () => undefined,
  clock: Clock = SYSTEM_CLOCK,
): OpenedEngine {
  using undo = new DisposableStack();
  const logKey = generateKeyPairSync('ed25519').privateKey;
  const tokenKey = generateKeyPairSync('ed25519').privateKey;
  const engine = createEngine({
    store,
    clock,
    policy: DEFAULT_TRUST_POLICY,
    sign: async (head) => signCheckpoint({ origin: ORIGIN, ...head }, logKey),
    defaultCorpus: null,
    keys: (writer) => undo.use(createKeyService({ store, writer, clock, tokenKey })),
    stubs: createStubIds(tokenKey),
    ended,
  });
  const resources = undo.move();
  const logKeys = keyListText([trusted({ name: ORIGIN, key: createPublicKey(logKey) })]);
  return { engine, logKeys, meter, [Symbol.asyncDispose]: async () => resources.dispose() };
}

export function ingestInto(
  engine: Engine,
  corpus: string,
  files: readonly SourceFile[],
): Promise<IngestReport> {
  return engine.ingest(files, { corpus, source: 'bench', onProgress: () => undefined });
}

export async function viewOf(engine: Engine, corpus: string, asOf: string | null): Promise<CorpusView> {
  const view = await engine.resolveCorpus(corpus, asOf);
  if (!view.ok) throw new Error(view.refusal.message);
  return view.value;
}

/** Claims that nobody has appended to beyond the document that states them, `count` or more. */
export async function makeClaims(engine: Engine, corpus: string, count: number): Promise<ClaimAddr[]> {
  const sentences = Array.from(
    { length: count },
    (_, index) => `Lighthouse L${index} has ${index + 3} lamps.`,
  );
  const lines: string[] = [];
  for (let start = 0; start < count; start += MAX_SENTENCES) {
    const text = sentences.slice(start, start + MAX_SENTENCES).join(' ');
    lines.push(
      JSON.stringify({ id: `d${start}`, title: 'Lamps', text, domain: 'lamps.example', lang: 'en' }),
    );
  }
  const bytes = new TextEncoder().encode(lines.join('\n'));
  await ingestInto(engine, corpus, [{ name: 'lamps.jsonl', bytes }]);
  const artefacts = await readRange(
    engine.store,
    'artefacts',
    { corpus, after: -1 },
    { limit: MAX_ARTEFACTS },
  );
  const stated = await engine.store.ranges('occurrencesIn', {
    by: artefacts.map(({ record }) => record.artefact_id),
  });
  const claims = [...new Set(stated.flat().map(({ claim }) => claim))];
  if (claims.length < count) throw new RangeError(`${count} sentences gave only ${claims.length} claims`);
  return claims;
}

/** @throws {RangeError} where too few were made */
export function claimAt(claims: readonly ClaimAddr[], index: number): ClaimAddr {
  const claim = claims[index];
  if (claim === undefined)
    throw new RangeError(`there is no claim ${index}: only ${claims.length} were made`);
  return claim;
}

/** An event of an actor whom nobody has met before, with evidence of its own. */
export function evidenceOf(claim: ClaimAddr, corpus: string, actor: string): EvidenceRequest {
  return {
    claim,
    corpus,
    kind: 'corroborate',
    evidence: [{ ref: `https://${actor}.example/seen`, hash: `seen by ${actor}`, kind: 'source' }],
    attestations: [],
    stake: null,
    writer: { actor, actorRoot: actor, standing: STANDING, tokenId: 'bench', maySupersede: false },
    idempotency: null,
  };
}

/** @throws {Error} where the event was refused, or was there already: a benchmark would measure something else */
export async function append(engine: Engine, request: EvidenceRequest): Promise<AppendedEvidence> {
  const outcome = await engine.appendEvidence(request);
  if (!outcome.ok) throw new Error(outcome.refusal.reason);
  if (outcome.value.repeated) throw new Error('the event was there already');
  return outcome.value;
}

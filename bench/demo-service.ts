/** The REST surface as `adduce serve` puts it together, over the demo corpus, and what benchmarks send to it. */
import { readGolden } from '../bin/cli/demo/golden.ts';
import { DEMO } from '../bin/cli/sources.ts';
import type { Engine } from '../engine/engine.ts';
import type { Handle } from '../gateway/http/connection.ts';
import { createRest } from '../gateway/rest/create-rest.ts';
import type { ClaimAddr } from '../graph/address.ts';
import { readRange } from '../graph/store/ranges.ts';
import { demoFiles } from './documents.ts';
import { append, evidenceOf, ingestInto, openEngine } from './engine-over.ts';
import { EMBEDDED } from './stores.ts';

export interface DemoService extends AsyncDisposable {
  readonly engine: Engine;
  /** Of its log, in the text of /.well-known/adduce-log-keys. */
  readonly logKeys: string;
  readonly rest: Handle;
  /** Holds `wiki.search` and `svc.evidence`. */
  readonly token: string;
  /** Of the demo's golden ones, each once. */
  readonly questions: readonly string[];
}

export async function openDemoService(): Promise<DemoService> {
  await using undo = new AsyncDisposableStack();
  const { engine, logKeys } = undo.use(await openEngine(EMBEDDED));
  await ingestInto(engine, DEMO.corpus, await demoFiles());
  const minted = await engine.keys.mintToken({
    capabilities: ['wiki.search', 'svc.evidence'],
    standing: null,
    ttl: 'P1D',
    actor: null,
  });
  if (!minted.ok) throw new Error(minted.refusal.message);
  const rest = createRest({
    engine,
    config: {
      enforce: 'enforce',
      engineAuth: 'open',
      ratePerMinute: null,
      answersTo: null,
      stubsLifecycle: true,
      version: 'bench',
      onFault: (fault) => {
        throw fault;
      },
    },
  });
  const questions = [...new Set((await readGolden()).map(({ q }) => q))];
  const kept = undo.move();
  const { token } = minted.value;
  return { engine, logKeys, rest, token, questions, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** A claim of the demo corpus with so many entries more in its ledger. */
export async function claimWithLedger({ engine }: DemoService, entries: number): Promise<ClaimAddr> {
  const artefacts = await readRange(
    engine.store,
    'artefacts',
    { corpus: DEMO.corpus, after: -1 },
    { limit: 1 },
  );
  const [stated] = await engine.store.ranges('occurrencesIn', {
    by: artefacts.map(({ record }) => record.artefact_id),
  });
  const claim = stated?.[0]?.claim;
  if (claim === undefined) throw new Error('the first document of the demo corpus states nothing');
  for (let entry = 0; entry < entries; entry++) {
    await append(engine, evidenceOf(claim, DEMO.corpus, `reader-${entry}`));
  }
  return claim;
}

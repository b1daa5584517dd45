/** Stores for schedules: copies of one small corpus with answers, whose verdicts are settled. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClaimAddr } from '../../graph/address.ts';
import { openEmbedded } from '../../graph/embedded/open.ts';
import { readRange } from '../../graph/store/ranges.ts';
import { answerOf, ingestInto, jsonLines, type TestDocument } from '../engine/documents.ts';
import { createTestEngine, TestClock } from '../engine/test-engine.ts';
import type { Scene } from './schedule.ts';

const CORPUS = 'lakes';
const LAKES = ['Vell', 'Orn', 'Sund'] as const;
const DOCUMENTS: readonly TestDocument[] = LAKES.map((lake, n) => ({
  id: `survey-${lake}`,
  text: `Lake ${lake} is ${100 + n} metres deep.`,
  domain: `${lake.toLowerCase()}.example`,
  day: '2024-05-02',
}));
const START = '2026-10-01T12:00:00.000Z';

export interface Scenes extends AsyncDisposable {
  /** The corpus in a store of its own, which goes away with it. */
  open(): Promise<Scene & AsyncDisposable>;
}

export async function prepareScenes(advanceTimers: Scene['advanceTimers']): Promise<Scenes> {
  const folder = await mkdtemp(join(tmpdir(), 'adduce-simulation-'));
  const template = join(folder, 'template.sqlite');
  const parts = await prepare(template);
  let copies = 0;
  return {
    open: async () => {
      copies += 1;
      const path = join(folder, `${copies}.sqlite`);
      await copyFile(template, path);
      const store = await openEmbedded({ path });
      const close = async () => {
        await store[Symbol.asyncDispose]();
        await rm(path);
      };
      return {
        ...parts,
        store,
        corpus: CORPUS,
        startMs: Date.parse(START),
        advanceTimers,
        [Symbol.asyncDispose]: close,
      };
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function prepare(path: string): Promise<Pick<Scene, 'claims' | 'artefacts'>> {
  await using store = await openEmbedded({ path });
  const engine = createTestEngine(store, new TestClock(START));
  await ingestInto(engine, CORPUS, [jsonLines(DOCUMENTS)]);
  const claims: ClaimAddr[] = [];
  for (const lake of LAKES) {
    const { answer } = await answerOf(engine, { corpus: CORPUS, q: `How deep is Lake ${lake}?` });
    claims.push(...answer.claims.map(({ addr }) => addr as ClaimAddr));
  }
  if (claims.length < LAKES.length) throw new Error('a question found no claim');
  await engine.monitor.catchUp();
  const artefacts = (
    await readRange(store, 'artefacts', { corpus: CORPUS, after: -1 }, { limit: DOCUMENTS.length })
  ).map(({ record }) => record.artefact_id);
  return { claims, artefacts };
}

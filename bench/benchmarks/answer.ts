import type { Engine } from '../../engine/engine.ts';
import { readFile } from '../../engine/ingest/readers/read-file.ts';
import { LATENT_FUSION } from '../../engine/retrieve/fuse.ts';
import { LatentLane } from '../../engine/retrieve/latent-lane.ts';
import { retrieve } from '../../engine/retrieve/retrieve.ts';
import { rankText } from '../../engine/retrieve/text-lane.ts';
import type { VectorLane } from '../../engine/retrieve/vector-lane.ts';
import type { CorpusView } from '../../engine/view.ts';
import { type EvalDocument, filesOf } from '../../eval/measure/corpus-file.ts';
import type { EvalQuery } from '../../eval/measure/queries-file.ts';
import { type RankingScores, scoreRanking } from '../../eval/measure/ranking-metrics.ts';
import { mean } from '../../eval/statistics.ts';
import { MAX_RANKED } from '../../graph/embedded/text-index.ts';
import { queryTerms } from '../../graph/terms.ts';
import type { Benchmark, Contestant } from '../benchmark.ts';
import { ingestInto, openEngine, viewOf } from '../engine-over.ts';
import { type BareFts5, bareFts5, type FullText, miniSearch, orama } from '../peers/full-text.ts';
import { sample } from '../sample.ts';
import { readScifact } from '../scifact.ts';
import { StageTimes } from '../stage-times.ts';
import { EMBEDDED } from '../stores.ts';

const CORPUS = 'scifact';
const LANG = 'en';
/** Questions of a round; each round asks the next ones. */
const QUESTIONS = 100;
const K = 10;
/** Questions whose hits are compared with the bare statement's before anything is measured. */
const COMPARED = 50;
/** The same sums may be added in another order. */
const NEARLY = 1e-9;
const BARE = 'bare FTS5';

/** Answers and searches over SciFact, stage by stage, beside what others take to search it. */
export const answerBenchmark: Benchmark = {
  name: 'answer',
  about:
    "answers over SciFact's 5,183 abstracts by stage, and full text beside bare FTS5, MiniSearch and Orama",
  rounds: 7,
  async prepare() {
    await using undo = new AsyncDisposableStack();
    const { documents, queries } = await readScifact();
    const indexed = new Map<string, number>();
    const index = <T>(name: string, make: () => T | Promise<T>) => metered(indexed, name, make);
    const read = asRead(documents);
    const bare = undo.use(await index(BARE, () => bareFts5(read)));
    const others = new Map<string, FullText>([
      [BARE, bare],
      ['MiniSearch', await index('MiniSearch', () => miniSearch(read, 'own'))],
      ['MiniSearch, our terms', await index('MiniSearch, our terms', () => miniSearch(read, 'ours'))],
      ['Orama, its stemmer', await index('Orama, its stemmer', () => orama(read))],
    ]);
    const times = new StageTimes();
    const { engine } = undo.use(await openEngine(EMBEDDED, (stage) => times.ended(stage)));
    await index('the whole ingest, vectors too', () => ingestInto(engine, CORPUS, [...filesOf(documents)]));
    const view = await viewOf(engine, CORPUS, null);
    const ours = searchesOf(engine, view);
    await mustRankAlike(bare, engine, view, queries);
    const searches = new Map([...others, ...ours]);
    const quality = await qualityTable(searches, queries, indexed);
    times.clear();
    const kept = undo.move();
    return {
      contestants: [
        ...[...searches].map(([name, search]) => searchContestant(name, search, queries)),
        answerContestant(engine, view, queries, times),
      ],
      details: () => `${times.table()}\n\n${quality}`,
      [Symbol.asyncDispose]: () => kept.disposeAsync(),
    };
  },
};

/** With the texts that the engine's reader finds in them, which leaves out the marks of references: all index the same words. */
function asRead(documents: readonly EvalDocument[]): readonly EvalDocument[] {
  const texts = new Map<string, string>();
  for (const { name, bytes } of filesOf(documents)) {
    for (const result of readFile(name, bytes))
      if (result.ok) texts.set(result.document.docId, result.document.text);
  }
  return documents.map((document) => ({ ...document, text: texts.get(document.id) ?? document.text }));
}

const TEXT_QUERY = 'ours, text query';

const WITHOUT_VECTORS: VectorLane = {
  policy: LATENT_FUSION.id,
  search: async () => ({ vectors: null, hits: [], weights: LATENT_FUSION }),
};

/** The text lane alone gives addresses of sections; the others read, fuse and judge what it found. */
function searchesOf({ store }: Engine, view: CorpusView): Map<string, FullText> {
  const retrieval = (vectors: VectorLane): FullText => ({
    async search(q) {
      const { sections } = await retrieve(store, vectors, { q, lang: LANG, k: K, view });
      return [...new Set(sections.map(({ artefact }) => artefact.record.doc_id))];
    },
  });
  return new Map<string, FullText>([
    [
      TEXT_QUERY,
      { search: async (q) => (await rankText(store, queryTerms(q, LANG), view)).map(({ addr }) => addr) },
    ],
    ['ours, retrieval by text alone', retrieval(WITHOUT_VECTORS)],
    ['ours, retrieval', retrieval(new LatentLane())],
  ]);
}

/**
 * Compares the questions whose terms are all ranked; of the others the store leaves the commonest terms out.
 * @throws {Error} where the index does not find what the bare statement finds: a benchmark would measure something else
 */
async function mustRankAlike(
  bare: BareFts5,
  { store }: Engine,
  view: CorpusView,
  queries: readonly EvalQuery[],
): Promise<void> {
  const comparable = queries.filter(({ text }) => bare.matches(text) <= MAX_RANKED).slice(0, COMPARED);
  if (comparable.length < COMPARED) throw new Error(`only ${comparable.length} queries can be compared`);
  for (const { text } of comparable) {
    const scores = bare.scores(text);
    const hits = await rankText(store, queryTerms(text, LANG), view);
    const ours = hits.map(({ score }) => score).sort((a, b) => b - a);
    const alike = scores.every((score, rank) => Math.abs(score - (ours[rank] ?? 0)) < NEARLY);
    if (!alike) throw new Error(`bare FTS5 ranks otherwise: ${text}`);
  }
}

function searchContestant(name: string, { search }: FullText, queries: readonly EvalQuery[]): Contestant {
  return {
    name,
    against: name === BARE ? null : BARE,
    round: (number) => {
      const asked = ofRound(queries, number);
      return sample(null, async () => {
        for (const { text } of asked) await search(text);
        return { query: asked.length };
      });
    },
  };
}

function answerContestant(
  engine: Engine,
  view: CorpusView,
  queries: readonly EvalQuery[],
  times: StageTimes,
): Contestant {
  return {
    name: 'ours, new answer',
    against: null,
    async round(number) {
      const asked = ofRound(queries, number);
      const taken = await sample(null, async () => {
        for (const { text: q } of asked) {
          times.begin();
          const request = { q, k: K, mode: 'verified', maxSnapshotAge: null, view } as const;
          // An answer belongs to its tenant, so that a new tenant's question is a new one.
          const outcome = await engine.ask(request, `round-${number}`);
          if (!outcome.ok) throw new Error(`${q}: ${outcome.refusal.message}`);
        }
        return { answer: asked.length };
      });
      // Round 0 warms up.
      if (number === 0) times.clear();
      return taken;
    },
  };
}

function ofRound(queries: readonly EvalQuery[], number: number): readonly EvalQuery[] {
  const start = (number * QUESTIONS) % (queries.length - QUESTIONS);
  return queries.slice(start, start + QUESTIONS);
}

/** Over all queries, each once. The text query has no documents yet, only sections, so that it has no row. */
async function qualityTable(
  searches: ReadonlyMap<string, FullText>,
  queries: readonly EvalQuery[],
  indexed: ReadonlyMap<string, number>,
): Promise<string> {
  const rows: string[] = [];
  for (const [name, { search }] of searches) {
    if (name === TEXT_QUERY) continue;
    const scores: RankingScores[] = [];
    for (const { text, grades } of queries) scores.push(scoreRanking(await search(text), grades));
    const figures = (['ndcg_at_10', 'recall_at_100'] as const).map((metric) =>
      mean(scores.map((one) => one[metric])).toFixed(4),
    );
    const seconds = indexed.get(name);
    rows.push(`| ${name} | ${figures.join(' | ')} | ${seconds === undefined ? '' : inSeconds(seconds)} |`);
  }
  const ingest = indexed.get('the whole ingest, vectors too') ?? 0;
  const header = ['| Ranked by | nDCG@10 | R@100 | CPU of indexing |', '| --- | ---: | ---: | ---: |'];
  return [...header, ...rows, '', `The whole ingest, vectors too: ${inSeconds(ingest)} of CPU.`].join('\n');
}

function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

async function metered<T>(into: Map<string, number>, name: string, make: () => T | Promise<T>): Promise<T> {
  let made: { readonly value: T } | null = null;
  const { cpu } = await sample(null, async () => {
    made = { value: await make() };
    return {};
  });
  into.set(name, cpu);
  if (made === null) throw new Error(`${name} was not made`);
  return (made as { readonly value: T }).value;
}

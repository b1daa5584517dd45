/**
 * The findings monitor: follows the log and appends a transition wherever an answer's verdict has turned
 * (decisions §5). Several monitors on one store agree: an append is refused where a newer evaluation stands.
 */
import type { AnswerId, ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { ArtefactRecord } from '../../graph/artefact.ts';
import type { FindingReason } from '../../graph/log/entry.ts';
import type { LogWriter } from '../../graph/log/writer.ts';
import type {
  AnswerRecord,
  CorpusRecord,
  FindingRecord,
  GraphStore,
  StoredEntry,
  View,
} from '../../graph/store.ts';
import type { Beliefs } from '../belief/read-beliefs.ts';
import { viewOf } from '../view.ts';
import { evaluate, type Verdict } from './evaluate.ts';
import { readCopies } from './read-copies.ts';
import { readFacts } from './read-facts.ts';

/** Note that holds how far every answer has been looked at. */
const CURSOR = 'findings.cursor';
const PAGE = 500;

interface Cursor {
  /** Log position up to which entries were followed. */
  readonly seq: number;
  /** T of each corpus when all of its answers were last looked at: beliefs decay by whole days. */
  readonly until: Readonly<Record<string, string>>;
}

/** What a run of entries may have turned. */
interface Touched {
  readonly claims: Set<ClaimAddr>;
  readonly artefacts: Set<ArtefactId>;
  /** Answers made since. */
  readonly answers: Set<AnswerId>;
  /** Corpora of which T has moved to another day: every answer of them is looked at. */
  readonly corpora: Set<string>;
}

export class FindingsMonitor {
  readonly #store: GraphStore;
  readonly #writer: LogWriter;
  readonly #beliefs: Beliefs;
  readonly #refuses: (licence: string) => boolean;
  #running: Promise<void> | null = null;
  #again = false;

  /** @param refuses licences of the trust policy under which nothing supports an answer */
  constructor(store: GraphStore, writer: LogWriter, beliefs: Beliefs, refuses: (licence: string) => boolean) {
    this.#store = store;
    this.#writer = writer;
    this.#beliefs = beliefs;
    this.#refuses = refuses;
  }

  /** Follows the log until the returned function is called. Faults go to `onFault`; the next commit tries again. */
  follow(onFault: (fault: unknown) => void): () => Promise<void> {
    const nudge = () => void this.catchUp().catch(onFault);
    const stop = this.#store.onCommit(nudge);
    nudge();
    return async () => {
      stop();
      await this.#running?.catch(() => undefined);
    };
  }

  /** Looks at everything committed so far. Calls that overlap share the work. */
  catchUp(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#run();
    return this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#again) {
        this.#again = false;
        while (await this.#step());
      }
    } finally {
      // In the same turn as the last look at `#again`, so that no nudge falls between the two.
      this.#running = null;
    }
  }

  /** One page of the log; whether there may be more. */
  async #step(): Promise<boolean> {
    const cursor = readCursor(await this.#store.note(CURSOR));
    const page = await this.#store.entries({ after: cursor.seq, limit: PAGE, types: null });
    const seq = page.at(-1)?.entry.seq;
    if (seq === undefined) return false;
    const touched = await this.#touchedBy(page);
    const until = await this.#moved(cursor, touched.corpora);
    for (const answers of Map.groupBy(await this.#answersOf(touched), ({ corpus }) => corpus).values()) {
      await this.#evaluate(answers);
    }
    await this.#advance({ seq, until });
    return page.length === PAGE;
  }

  async #touchedBy(page: readonly StoredEntry[]): Promise<Touched> {
    const touched: Touched = {
      claims: new Set(),
      artefacts: new Set(),
      answers: new Set(),
      corpora: new Set(),
    };
    const mirrors = new Set<ArtefactId>();
    for (const { entry } of page) {
      const { body } = entry;
      if (entry.corpus !== null) touched.corpora.add(entry.corpus);
      if (body.type === 'evidence.appended') touched.claims.add(body.entry.claim);
      if (body.type === 'claim.asserted') {
        const judged = (body.opinions ?? []).map(({ claim }) => claim);
        for (const claim of [...body.contradicts, ...judged]) touched.claims.add(claim);
      }
      if (body.type === 'answer.assembled') touched.answers.add(body.answer_id);
      if (body.type === 'artefact.withdrawn') touched.artefacts.add(body.artefact);
      if (body.type === 'artefact.observed' && body.artefact.mirror_of !== null) {
        mirrors.add(body.artefact.artefact_id);
      }
      if (body.type === 'artefact.observed' && body.artefact.version > 1) {
        for (const id of await this.#earlierVersions(body.artefact)) touched.artefacts.add(id);
      }
    }
    for (const id of await readCopies(this.#store, [...touched.artefacts, ...mirrors]))
      touched.artefacts.add(id);
    const claims = [...touched.claims];
    if (claims.length === 0) return touched;
    // A claim's evidence also weighs on what it contradicts and on what it is the proposed successor of.
    for (const one of (await this.#store.rivals(claims)).flat()) touched.claims.add(one.claim).add(one.rival);
    for (const addr of (await this.#store.predecessors(claims)).flat()) touched.claims.add(addr);
    return touched;
  }

  async #earlierVersions({ corpus, doc_id }: ArtefactRecord): Promise<ArtefactId[]> {
    const [versions = []] = await this.#store.versions(corpus, [doc_id]);
    return versions.map(({ record }) => record.artefact_id);
  }

  /** Keeps in `corpora` only those whose T has moved since their answers were last looked at. */
  async #moved(cursor: Cursor, corpora: Set<string>): Promise<Cursor['until']> {
    const until = { ...cursor.until };
    for (const name of corpora) {
      const corpus = await this.#store.corpus(name);
      const now = corpus === null ? undefined : viewOf(corpus, null).view.until;
      if (now === undefined || until[name] === now) corpora.delete(name);
      else until[name] = now;
    }
    return until;
  }

  async #answersOf({ claims, artefacts, answers, corpora }: Touched): Promise<AnswerRecord[]> {
    const found = new Map<AnswerId, AnswerRecord>();
    const using =
      claims.size + artefacts.size > 0 ? await this.#store.answersUsing([...claims], [...artefacts]) : [];
    for (const one of using) found.set(one.body.answer_id, one);
    for (const one of await this.#overtaken([...answers])) found.set(one.body.answer_id, one);
    for (const corpus of corpora) {
      for await (const one of this.#allOf(corpus)) found.set(one.body.answer_id, one);
    }
    return [...found.values()].toSorted((a, b) => a.seq - b.seq);
  }

  /** Those of the new answers whose corpus moved on while they were made: their first verdict has not seen it. */
  async #overtaken(ids: readonly AnswerId[]): Promise<AnswerRecord[]> {
    if (ids.length === 0) return [];
    const made = (await this.#store.answers(ids)).filter((one) => one !== null);
    const corpora = new Map((await this.#store.corpora()).map((corpus) => [corpus.name, corpus]));
    return made.filter(({ corpus: name, body }) => {
      const corpus = corpora.get(name);
      if (corpus === undefined) return false;
      const { view } = viewOf(corpus, body.as_of);
      return view.seq > body.snapshot_seq || view.until > body.effective_until;
    });
  }

  async *#allOf(corpus: string): AsyncGenerator<AnswerRecord> {
    for (let after = -1; ; ) {
      const page = await this.#store.answersIn(corpus, after, PAGE);
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last.seq;
    }
  }

  async #evaluate(answers: readonly AnswerRecord[]): Promise<void> {
    const corpus = await this.#store.corpus(answers[0]?.corpus ?? '');
    if (corpus === null) return;
    const byView = Map.groupBy(answers, ({ body }) => body.as_of ?? '');
    for (const [asOf, group] of byView) {
      const { view } = viewOf(corpus, asOf === '' ? null : asOf);
      const facts = await readFacts(
        this.#store,
        this.#beliefs,
        group.map(({ body }) => body),
        view,
        this.#refuses,
      );
      await this.#record(group, corpus, (answer) => evaluate(answer.body, facts), view);
    }
  }

  async #record(
    answers: readonly AnswerRecord[],
    corpus: CorpusRecord,
    verdictOf: (answer: AnswerRecord) => Verdict,
    view: View,
  ): Promise<void> {
    const latest = await this.#store.latestFindings(answers.map(({ body }) => body.answer_id));
    const turned = answers.filter((answer, index) => differs(latest[index] ?? null, verdictOf(answer), view));
    if (turned.length === 0) return;
    await this.#writer.append(async (state) => {
      const current = await state.latestFindings(turned.map(({ body }) => body.answer_id));
      const still = turned.flatMap((answer, index) => {
        const before = current[index] ?? null;
        const verdict = verdictOf(answer);
        return differs(before, verdict, view) ? [{ answer, before, verdict }] : [];
      });
      return {
        entries: still.map(({ answer, before, verdict }) => ({
          corpus: corpus.name,
          tenant: answer.tenant,
          effectiveAt: null,
          body: {
            type: 'findings.changed',
            answer_id: answer.body.answer_id,
            from: before?.body.to ?? 'UNKNOWN',
            to: verdict.state,
            reasons: verdict.reasons,
            evaluated_seq: view.seq,
          },
        })),
        result: () => undefined,
      };
    });
  }

  async #advance(cursor: Cursor): Promise<void> {
    await this.#writer.append(async () => ({
      entries: [],
      notes: [[CURSOR, JSON.stringify(cursor)]],
      result: () => undefined,
    }));
  }
}

function readCursor(note: string | null): Cursor {
  // Only `#advance` writes the note.
  return note === null ? { seq: -1, until: {} } : (JSON.parse(note) as Cursor);
}

/** Whether a verdict is news: another state or other reasons, from a look that is not older than the last. */
function differs(before: FindingRecord | null, verdict: Verdict, view: View): boolean {
  if (before === null) return true;
  if (before.body.evaluated_seq > view.seq) return false;
  return before.body.to !== verdict.state || !sameReasons(before.body.reasons, verdict.reasons);
}

function sameReasons(a: readonly FindingReason[], b: readonly FindingReason[]): boolean {
  return a.length === b.length && a.every((reason, index) => textOf(reason) === textOf(b[index]));
}

function textOf(reason: FindingReason | undefined): string {
  return reason === undefined ? '' : [reason.code, reason.claim, reason.artefact, reason.event].join(' ');
}

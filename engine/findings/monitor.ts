/**
 * The findings monitor: follows the log and appends a transition wherever an answer's verdict has turned
 * (docs/spec/decisions.md#5-monitor). Several monitors on one store agree: an append is refused where a newer
 * evaluation stands.
 */
import type { AnswerId, ArtefactId } from '../../graph/address.ts';
import { forEverybody } from '../../graph/caller.ts';
import { type Fence, fenced } from '../../graph/lease/lease.ts';
import type { FindingReason } from '../../graph/log/entry.ts';
import type { Appender } from '../../graph/log/writer.ts';
import type { AnswerRecord } from '../../graph/store/rows.ts';
import { type GraphStore, StoreUnavailable } from '../../graph/store/store.ts';
import type { Beliefs } from '../belief/read-beliefs.ts';
import { answersUsing } from './answer-pages.ts';
import { type Damageable, type Looked, noteDamage } from './damage.ts';
import { evaluate, type FindingFacts, type Verdict, verdictOf } from './evaluate.ts';
import { isNews } from './is-news.ts';
import { readTouched, touchedAnswers } from './touched.ts';
import { lastDays, saveLastDays, todayOf } from './verdict-days.ts';
import { type AnswersInView, answersByView, type FactsSources, readFactsOf } from './verdicts.ts';

/** Note that holds how far every answer has been looked at. */
export const CURSOR_NOTE = 'findings.cursor';
const PAGE = 500;
/** Between a fault and the next try, where no commit comes before. */
const RETRY_MS = 2_000;

interface Cursor {
  /** Log position up to which entries were followed. */
  readonly seq: number;
}

export class FindingsMonitor {
  readonly #store: GraphStore;
  readonly #writer: Appender;
  /** What following the log appends goes through. */
  #following: Appender;
  readonly #sources: FactsSources;
  #running: Promise<void> | null = null;
  #again = false;

  /** @param refuses licences of the trust policy under which nothing supports an answer */
  constructor(store: GraphStore, writer: Appender, beliefs: Beliefs, refuses: (licence: string) => boolean) {
    this.#store = store;
    this.#writer = writer;
    this.#following = writer;
    this.#sources = { reader: store, beliefs, refuses };
  }

  /**
   * Follows the log until the returned function is called. Faults go to `onFault`, and it is tried again soon.
   * @param fence of the lease under which this process follows it; without one it is the only process
   */
  follow(onFault: (fault: unknown) => void, fence?: Fence): () => Promise<void> {
    this.#following = fence === undefined ? this.#writer : fenced(this.#writer, fence);
    let retry: NodeJS.Timeout | undefined;
    let stopped = false;
    const nudge = () => {
      clearTimeout(retry);
      this.catchUp().catch((fault: unknown) => {
        onFault(fault);
        if (!stopped) retry = setTimeout(nudge, RETRY_MS).unref();
      });
    };
    const stop = this.#store.onCommit(nudge);
    nudge();
    return async () => {
      stopped = true;
      stop();
      clearTimeout(retry);
      await this.#running?.catch(() => undefined);
      this.#following = this.#writer;
    };
  }

  /** Keeps in mind which stored bytes were found damaged or whole, and looks again at the answers that rest on them. */
  noticed(looked: Looked): Promise<void> {
    // Once it is noted it is no news: the caller that found it may leave, the verdicts follow all the same.
    return forEverybody(() => this.#lookAgain(looked));
  }

  async #lookAgain(looked: Looked): Promise<void> {
    const changed = await noteDamage(this.#store, this.#writer, looked);
    if (changed.length === 0) return;
    const ids = changed.filter(isAnswer);
    const artefacts = changed.filter((id): id is ArtefactId => !isAnswer(id));
    const own = ids.length === 0 ? [] : await this.#store.records('answers', ids);
    await this.#evaluate(
      own.filter((answer) => answer !== null),
      this.#writer,
    );
    for await (const resting of answersUsing(this.#store, { claims: [], artefacts })) {
      await this.#evaluate(resting, this.#writer);
    }
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
    const cursor = readCursor(await this.#store.note(CURSOR_NOTE));
    const page = await this.#store.entries({ after: cursor.seq, limit: PAGE, types: null });
    const seq = page.at(-1)?.entry.seq;
    if (seq === undefined) return false;
    const touched = await readTouched(this.#store, page);
    for await (const answers of touchedAnswers(this.#store, touched))
      await this.#evaluate(answers, this.#following);
    await this.#advance({ seq });
    return page.length === PAGE;
  }

  async #evaluate(answers: readonly AnswerRecord[], writer: Appender): Promise<void> {
    for (const group of await answersByView(this.#sources.reader, answers)) {
      const facts = await this.#readFacts(group, writer);
      const verdicts = group.answers.map(({ body }) => evaluate(body, facts));
      await this.#record(group, writer, verdicts);
      const days = await lastDays(this.#sources.beliefs, group, { facts, verdicts });
      await saveLastDays(this.#store, days, { seq: group.view.seq, today: todayOf(group.corpus) });
    }
  }

  /** Where the store cannot be read, nobody knows the verdicts: that is said, and tried again with the same entries. */
  async #readFacts(group: AnswersInView, writer: Appender): Promise<FindingFacts> {
    try {
      return await readFactsOf(this.#sources, group);
    } catch (fault) {
      if (!(fault instanceof StoreUnavailable)) throw fault;
      // Often nothing can be written then either; the caller gets the fault of the read.
      await this.#recordUnread(group, writer).catch(() => undefined);
      throw fault;
    }
  }

  async #recordUnread(group: AnswersInView, writer: Appender): Promise<void> {
    const ids = group.answers.map(({ body }) => body.answer_id);
    const latest = await this.#store.records('latestFindings', ids);
    await this.#record(
      group,
      writer,
      ids.map((_, index) => unreadVerdict(latest[index]?.body.reasons ?? [])),
    );
  }

  /** @param verdicts in the order of the answers */
  async #record(
    { answers, corpus, view }: AnswersInView,
    writer: Appender,
    verdicts: readonly Verdict[],
  ): Promise<void> {
    const latest = await this.#store.records(
      'latestFindings',
      answers.map(({ body }) => body.answer_id),
    );
    const turned = answers.flatMap((answer, index) => {
      const verdict = verdicts[index];
      return verdict !== undefined && isNews(latest[index] ?? null, verdict, view)
        ? [{ answer, verdict }]
        : [];
    });
    if (turned.length === 0) return;
    await writer.append(async (state) => {
      const current = await state.records(
        'latestFindings',
        turned.map(({ answer }) => answer.body.answer_id),
      );
      const still = turned.flatMap(({ answer, verdict }, index) => {
        const before = current[index] ?? null;
        return isNews(before, verdict, view) ? [{ answer, before, verdict }] : [];
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
    await this.#following.append(async () => ({
      entries: [],
      notes: [[CURSOR_NOTE, JSON.stringify(cursor)]],
      result: () => undefined,
    }));
  }
}

function readCursor(note: string | null): Cursor {
  // Only `#advance` writes the note.
  return note === null ? { seq: -1 } : (JSON.parse(note) as Cursor);
}

function isAnswer(id: Damageable): id is AnswerId {
  return id.startsWith('ans_');
}

/** What is known already stays the worst of it. */
function unreadVerdict(reasons: readonly FindingReason[]): Verdict {
  const before = reasons.filter(({ code }) => code !== 'store_unavailable');
  return verdictOf([...before, { code: 'store_unavailable', claim: null }]);
}

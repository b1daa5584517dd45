/** What would break: the verdicts that a command would change, by the very rules of the monitor, without writing. */
import type { AnswerId, ArtefactId } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import { forEverybody } from '../../graph/caller.ts';
import { placeEntries } from '../../graph/log/append-entries.ts';
import type { Command, NewEntry } from '../../graph/log/command.ts';
import type { FindingReason, FindingsState } from '../../graph/log/entry.ts';
import { substituted } from '../../graph/store/by-kind.ts';
import type { StoredEntry } from '../../graph/store/log.ts';
import { type RecordReader, readRecord } from '../../graph/store/records.ts';
import type { AnswerRecord } from '../../graph/store/rows.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import { Beliefs } from '../belief/read-beliefs.ts';
import { nextSlice } from '../slices.ts';
import { viewOf } from '../view.ts';
import { evaluate, type Verdict } from './evaluate.ts';
import { isNews, isSameVerdict } from './is-news.ts';
import { readSupposedBeliefs, type SupposedBelief } from './supposed-beliefs.ts';
import { supposedReader } from './supposed-reader.ts';
import { readTouched, type Touched, touchedAnswers } from './touched.ts';
import { type AnswersInView, answersByView, type FactsSources, readFactsOf } from './verdicts.ts';

/** A verdict that would change. */
export interface Turn {
  readonly answerId: AnswerId;
  readonly tenant: string;
  readonly from: FindingsState;
  readonly to: FindingsState;
  readonly reasons: readonly FindingReason[];
}

export interface Supposed<R> {
  /** What the command would give; its positions are those that it would have now. */
  readonly result: R;
  /** Of each event that would be appended, in their order. */
  readonly beliefs: readonly SupposedBelief[];
  /** In the order in which the monitor would write them; none where the command would write nothing. */
  readonly turns: readonly Turn[];
}

export interface SupposeContext {
  readonly reader: GraphReader;
  readonly refuses: (licence: string) => boolean;
  /** When it would be written, RFC 3339 UTC with ms. */
  readonly now: string;
  /** Whose answers are looked at; null: everybody's, for an operator's eyes. */
  readonly tenant: string | null;
  /** An instant that it would have taken effect at, for what is seen as of then; null: the present, as a time to come. */
  readonly asOf: string | null;
}

/** For commands that say something of artefacts or of ledgers: see `supposedReader`. */
export async function whatWouldTurn<R>(
  { reader, refuses, now, tenant, asOf }: SupposeContext,
  command: Command<R>,
): Promise<Supposed<R>> {
  const { at } = await reader.head();
  const time = at !== null && at > now ? at : now;
  const past = asOf !== null && asOf < time ? asOf : null;
  const held = holdingArtefacts(reader);
  const plan = await command(past === null ? held : unwithdrawnAt(held, past), time);
  const entries = past === null ? plan.entries : plan.entries.map((entry) => takingEffect(entry, past));
  if (entries.length === 0) return { result: plan.result([]), beliefs: [], turns: [] };
  // Each goes through all artefacts that are spoken of.
  await nextSlice();
  // Behind what was written since, also behind the position that this work sees: a snapshot that ends before that would not see it.
  const { size } = await forEverybody(() => reader.head());
  const stored = placeEntries(entries, size, time).map(unwritten);
  const result = plan.result(stored);
  const supposed = await supposedReader(held, stored);
  await nextSlice();
  const touched = await readTouched(supposed, stored);
  // A time that is named moves for nobody.
  if (past === null) await keepMoved(touched, reader, supposed);
  else touched.corpora.clear();
  const sources = { reader: supposed, beliefs: new Beliefs(supposed), refuses };
  const standing =
    past === null ? latestOf(reader) : seenOf({ ...sources, reader, beliefs: new Beliefs(reader) });
  const turns: Turn[] = [];
  const turned = new Set<AnswerId>();
  for await (const page of touchedAnswers(supposed, touched)) {
    await nextSlice();
    const isWanted = ({ body, tenant: its, at }: AnswerRecord) =>
      (tenant ?? its) === its && (past ?? at) >= at && !turned.has(body.answer_id);
    const answers = page.filter(isWanted);
    for (const group of await answersByView(supposed, answers)) {
      const found = await turnsOf(sources, standing, past === null ? group : until(group, past));
      for (const { answerId } of found) turned.add(answerId);
      turns.push(...found);
    }
  }
  return { result, beliefs: await readSupposedBeliefs({ reader, supposed, until: past }, stored), turns };
}

/** What an answer's verdict is without what is supposed; null for none. */
interface Standing {
  readonly state: FindingsState;
  isTurnedBy(verdict: Verdict): boolean;
}

/** In the order of the answers. */
type StandingOf = (group: AnswersInView) => Promise<readonly (Standing | null)[]>;

/** The verdicts of the log. */
function latestOf(reader: RecordReader): StandingOf {
  return async ({ answers, view }) => {
    const latest = await reader.records(
      'latestFindings',
      answers.map(({ body }) => body.answer_id),
    );
    return latest.map(
      (before) => before && { state: before.body.to, isTurnedBy: (verdict) => isNews(before, verdict, view) },
    );
  };
}

/** The verdicts that all that is known now comes to in the group's view: some of it may have been logged later. */
function seenOf(sources: FactsSources): StandingOf {
  return async (group) => {
    const facts = await readFactsOf(sources, group);
    return group.answers.map(({ body }) => {
      const seen = evaluate(body, facts);
      return { state: seen.state, isTurnedBy: (verdict) => !isSameVerdict(seen, verdict) };
    });
  };
}

async function turnsOf(sources: FactsSources, standing: StandingOf, group: AnswersInView): Promise<Turn[]> {
  const facts = await readFactsOf(sources, group);
  const before = await standing(group);
  return group.answers.flatMap(({ body, tenant }, index) => {
    const verdict = evaluate(body, facts);
    const stood = before[index] ?? null;
    if (stood !== null && !stood.isTurnedBy(verdict)) return [];
    const { state: to, reasons } = verdict;
    return [{ answerId: body.answer_id, tenant, from: stood?.state ?? 'UNKNOWN', to, reasons }];
  });
}

/** The group as of a time that is not later than its own. */
function until({ view, ...group }: AnswersInView, past: string): AnswersInView {
  return { ...group, view: { ...view, until: view.until < past ? view.until : past } };
}

/** The store, of which each artefact is read once: the command, the projection and the evaluation ask for the same ones. */
function holdingArtefacts(reader: GraphReader): GraphReader {
  const held = new Map<ArtefactId, ArtefactState | null>();
  return substituted(reader, {
    records: {
      artefacts: async (ids) => {
        const others = [...new Set(ids)].filter((id) => !held.has(id));
        const found = others.length === 0 ? [] : await reader.records('artefacts', others);
        for (const [index, id] of others.entries()) held.set(id, found[index] ?? null);
        return ids.map((id) => held.get(id) ?? null);
      },
    },
  });
}

/** What an operator said of artefacts later does not stand in the way. */
function unwithdrawnAt(reader: GraphReader, past: string): GraphReader {
  return substituted(reader, {
    records: {
      artefacts: async (ids) =>
        (await reader.records('artefacts', ids)).map((state) =>
          state?.withdrawn && state.withdrawn.effective_at > past ? { ...state, withdrawn: null } : state,
        ),
    },
  });
}

function takingEffect(entry: NewEntry, at: string): NewEntry {
  const { body } = entry;
  if (body.type !== 'evidence.appended') return { ...entry, effectiveAt: at };
  return { ...entry, effectiveAt: at, body: { ...body, entry: { ...body.entry, effective_at: at } } };
}

/** No tree has its root: nothing that is evaluated looks at it. */
const NO_ROOT = '0'.repeat(64);

function unwritten(entry: StoredEntry['entry']): StoredEntry {
  return { entry, bytes: new Uint8Array(), root: NO_ROOT };
}

/** As the monitor does: every answer of a corpus is looked at where the entry would move T to another day. */
async function keepMoved({ corpora }: Touched, reader: RecordReader, supposed: RecordReader): Promise<void> {
  for (const name of corpora) {
    const [before, after] = [
      await readRecord(reader, 'corpora', name),
      await readRecord(supposed, 'corpora', name),
    ];
    const moves = before !== null && after !== null && untilOf(before) !== untilOf(after);
    if (!moves) corpora.delete(name);
  }
}

function untilOf(corpus: Parameters<typeof viewOf>[0]): string {
  return viewOf(corpus, null).view.until;
}

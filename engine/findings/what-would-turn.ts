/** What would break: the verdicts that a command would turn, by the very rules of the monitor, without writing. */
import type { AnswerId } from '../../graph/address.ts';
import type { FindingReason, FindingsState } from '../../graph/log/entry.ts';
import { type Command, placeEntries } from '../../graph/log/writer.ts';
import type { GraphReader, StoredEntry } from '../../graph/store.ts';
import { Beliefs } from '../belief/read-beliefs.ts';
import { nextTurn } from '../turns.ts';
import { viewOf } from '../view.ts';
import { evaluate } from './evaluate.ts';
import { isNews } from './is-news.ts';
import { supposedReader } from './supposed-reader.ts';
import { readTouched, type Touched, touchedAnswers } from './touched.ts';
import { type AnswersInView, answersByView, type FactsSources, readFactsOf } from './verdicts.ts';

/** A verdict that would turn. */
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
}

/** For commands that say something of artefacts or of ledgers: see `supposedReader`. */
export async function whatWouldTurn<R>(
  { reader, refuses, now, tenant }: SupposeContext,
  command: Command<R>,
): Promise<Supposed<R>> {
  const { size, at } = await reader.head();
  const time = at !== null && at > now ? at : now;
  const plan = await command(reader, time);
  const stored = placeEntries(plan.entries, size, time).map(unwritten);
  const result = plan.result(stored);
  if (stored.length === 0) return { result, turns: [] };
  const supposed = await supposedReader(reader, stored);
  const touched = await readTouched(supposed, stored);
  await keepMoved(touched, reader, supposed);
  const sources = { reader: supposed, beliefs: new Beliefs(supposed), refuses };
  const turns: Turn[] = [];
  for await (const page of touchedAnswers(supposed, touched)) {
    await nextTurn();
    const answers = page.filter((answer) => tenant === null || answer.tenant === tenant);
    for (const group of await answersByView(supposed, answers)) {
      turns.push(...(await turnsOf(sources, reader, group)));
    }
  }
  return { result, turns };
}

/** @param reader as it is, with the verdicts that stand */
async function turnsOf(sources: FactsSources, reader: GraphReader, group: AnswersInView): Promise<Turn[]> {
  const facts = await readFactsOf(sources, group);
  const latest = await reader.latestFindings(group.answers.map(({ body }) => body.answer_id));
  return group.answers.flatMap(({ body, tenant }, index) => {
    const before = latest[index] ?? null;
    const { state: to, reasons } = evaluate(body, facts);
    if (!isNews(before, { state: to, reasons }, group.view)) return [];
    return [{ answerId: body.answer_id, tenant, from: before?.body.to ?? 'UNKNOWN', to, reasons }];
  });
}

/** No tree has its root: nothing that is evaluated looks at it. */
const NO_ROOT = '0'.repeat(64);

function unwritten(entry: StoredEntry['entry']): StoredEntry {
  return { entry, bytes: new Uint8Array(), root: NO_ROOT };
}

/** As the monitor does: every answer of a corpus is looked at where the entry would move T to another day. */
async function keepMoved({ corpora }: Touched, reader: GraphReader, supposed: GraphReader): Promise<void> {
  for (const name of corpora) {
    const [before, after] = [await reader.corpus(name), await supposed.corpus(name)];
    const moves = before !== null && after !== null && untilOf(before) !== untilOf(after);
    if (!moves) corpora.delete(name);
  }
}

function untilOf(corpus: Parameters<typeof viewOf>[0]): string {
  return viewOf(corpus, null).view.until;
}

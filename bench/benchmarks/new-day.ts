import type { Engine } from '../../engine/engine.ts';
import type { Survey } from '../benchmark.ts';
import { ingestInto, openEngineOver, viewOf } from '../engine-over.ts';
import { nameOf } from '../many-documents.ts';
import { sample } from '../sample.ts';
import { EMBEDDED } from '../stores.ts';

const SIZES = [500, 2_000];
const CORPUS = 'lamps';
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;
const DAYS = 5;
/** Answers of one commit to the next, so that the monitor is not begun for each. */
const ASKED_AT_ONCE = 50;

interface Row {
  readonly answers: number;
  /** CPU in milliseconds of following one document of a new day. */
  readonly firstDay: number;
  /** Of a later day, the cheapest of some. */
  readonly laterDay: number;
}

/** What a day that begins costs the findings monitor, by the answers that there are. */
export const newDaySurvey: Survey = {
  name: 'new-day',
  about: `what a day that begins costs the monitor where --rows (${SIZES.join(', ')}) answers pass`,
  async report({ rows }) {
    const sizes = (rows.length === 0 ? SIZES : rows).toSorted((a, b) => a - b);
    const found: Row[] = [];
    for (const size of sizes) found.push(await measure(size));
    return [
      '| Answers | CPU of the day after they were made | of a later day |',
      '| ---: | ---: | ---: |',
      ...found.map(
        ({ answers, firstDay, laterDay }) =>
          `| ${answers} | ${firstDay.toFixed(0)} ms | ${laterDay.toFixed(1)} ms |`,
      ),
    ].join('\n');
  },
};

async function measure(answers: number): Promise<Row> {
  await using opened = await EMBEDDED.open();
  let now = FIRST_DAY;
  const clock = { now: () => new Date(now).toISOString() };
  await using over = openEngineOver(opened, undefined, clock);
  const { engine } = over;
  await addLamps(engine, 0, answers, now);
  await engine.monitor.catchUp();
  for (let n = 0; n < answers; n += 1) {
    await ask(engine, n);
    if (n % ASKED_AT_ONCE === 0) await engine.monitor.catchUp();
  }
  await engine.monitor.catchUp();
  const days: number[] = [];
  for (let day = 1; day <= DAYS; day += 1) {
    now += DAY_MS;
    await addLamps(engine, answers + day, 1, now);
    const { cpu } = await sample(null, async () => {
      await engine.monitor.catchUp();
      return { day: 1 };
    });
    days.push(cpu);
  }
  const [firstDay = 0, ...later] = days;
  return { answers, firstDay, laterDay: Math.min(...later) };
}

async function addLamps(engine: Engine, from: number, count: number, at: number): Promise<void> {
  const observed_at = new Date(at).toISOString();
  const lines = Array.from({ length: count }, (_, index) => {
    const n = from + index;
    const text = `The lighthouse of ${nameOf(n)} has ${3 + n} lamps.`;
    const source = { domain: `site-${n % 97}.example`, licence: 'CC0-1.0', lang: 'en', observed_at };
    return JSON.stringify({ id: `lamps-${n}`, title: nameOf(n), text, ...source });
  });
  const bytes = new TextEncoder().encode(lines.join('\n'));
  await ingestInto(engine, CORPUS, [{ name: `lamps-${from}.jsonl`, bytes }]);
}

/** @throws {Error} where the answer does not pass: another thing would be measured */
async function ask(engine: Engine, n: number): Promise<void> {
  const q = `How many lamps does the lighthouse of ${nameOf(n)} have?`;
  const view = await viewOf(engine, CORPUS, null);
  const outcome = await engine.ask({ q, k: 10, mode: 'verified', maxSnapshotAge: 'P9999D', view }, 'local');
  const state = outcome.ok ? outcome.value.trust.findings_state : outcome.refusal.reason;
  if (state !== 'PASS') throw new Error(`${q}: ${state}`);
}

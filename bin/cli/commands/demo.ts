/** `adduce demo`: the golden questions of a fresh demo corpus, or with `--replay` its documents in date order. */
import { setTimeout as pause } from 'node:timers/promises';
import type { AnswerView } from '../../../engine/answer/answer.ts';
import type { Engine } from '../../../engine/engine.ts';
import { LOCAL_TENANT } from '../../../gateway/operations/authenticate.ts';
import type { CommandContext } from '../command-context.ts';
import { datedDocuments } from '../demo/dated-documents.ts';
import { openDemoStore } from '../demo/demo-store.ts';
import { type DemoQuestion, readGolden } from '../demo/golden.ts';
import { DemoReplay, type ReplayEvent } from '../demo/replay.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { granted, usage } from '../failure.ts';
import { ingestSource } from '../ingest-source.ts';
import type { Output } from '../output.ts';
import { verdictText } from '../print-answer.ts';
import { Progress } from '../progress.ts';
import { DEMO } from '../sources.ts';

export interface DemoArguments {
  readonly replay: boolean;
  /** Undefined: a temporary folder. */
  readonly data: string | undefined;
  /** Pause after each document of a replay, ms; undefined: the default on a terminal, none in a pipe. */
  readonly pace: string | undefined;
}

const K = 10;
const MOMENT_MS = 400;
const MAX_PACE_MS = 60_000;

export async function demo(context: CommandContext, args: DemoArguments): Promise<ExitCode> {
  const paceMs = paceOf(args.pace);
  await using store = await openDemoStore(context.settings, args.data);
  const golden = await readGolden();
  if (args.replay) await replay(store.engine, golden, context.output, paceMs);
  else await askAll(store.engine, golden, context.output);
  return EXIT.ok;
}

function paceOf(text: string | undefined): number {
  if (text === undefined) return process.stdout.isTTY ? MOMENT_MS : 0;
  const pace = /^\d{1,5}$/.test(text) ? Number(text) : MAX_PACE_MS + 1;
  if (pace > MAX_PACE_MS)
    throw usage(`--pace is ${JSON.stringify(text)}: it accepts milliseconds from 0 to ${MAX_PACE_MS}`);
  return pace;
}

async function askAll(engine: Engine, golden: readonly DemoQuestion[], output: Output): Promise<void> {
  const progress = new Progress('ingest');
  await ingestSource(engine, DEMO, { onProgress: (done, of) => progress.update(done, of) });
  progress.end();
  const answers: unknown[] = [];
  for (const { q, as_of } of golden) {
    const { answer, trust } = await askAsOf(engine, q, as_of);
    answers.push({ q, as_of, summary: answer.summary, findings_state: trust.findings_state });
    output.line(`${output.tone('dim', as_of?.slice(0, 10) ?? 'today     ')}  ${output.tone('bold', q)}`);
    output.line(
      `            ${answer.summary || 'nothing supports an answer'}  ${verdictText(output, trust.findings_state)}`,
    );
  }
  output.result({ answers }, []);
}

async function askAsOf(engine: Engine, q: string, asOf: string | null): Promise<AnswerView> {
  const view = granted(await engine.resolveCorpus(DEMO.corpus, asOf));
  return granted(await engine.ask({ q, k: K, mode: 'verified', maxSnapshotAge: null, view }, LOCAL_TENANT));
}

async function replay(
  engine: Engine,
  golden: readonly DemoQuestion[],
  output: Output,
  paceMs: number,
): Promise<void> {
  const show = new DemoReplay(engine, [...new Set(golden.map(({ q }) => q))]);
  const events: ReplayEvent[] = [];
  for (const document of await datedDocuments()) {
    for await (const event of show.add(document)) {
      events.push(event);
      for (const line of eventLines(output, event)) output.line(line);
    }
    await pause(paceMs);
  }
  const count = (type: ReplayEvent['type']) => events.filter((event) => event.type === type).length;
  output.result({ events }, [
    '',
    `${count('document')} documents, ${count('answer')} answers, ${count('transition')} verdicts turned`,
  ]);
}

function eventLines(output: Output, event: ReplayEvent): string[] {
  switch (event.type) {
    case 'document':
      return [output.tone('dim', `${event.observed_at.slice(0, 10)}  ${event.title} · ${event.domain}`)];
    case 'answer':
      return [
        `    ${output.tone('bold', event.q)}`,
        `      ${verdictText(output, event.state)}  ${event.summary}`,
      ];
    case 'transition': {
      const codes = [...new Set(event.reasons.map(({ code }) => code))].join(', ');
      const verdicts = `${verdictText(output, event.from)} → ${verdictText(output, event.to)}`;
      return [`    ${output.tone('bold', event.q)}`, `      ${verdicts}${codes === '' ? '' : `: ${codes}`}`];
    }
  }
}

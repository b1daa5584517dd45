import type { BytesReport } from '../../../engine/artefact/check-bytes.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { settingsWithStore } from '../artefact-argument.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { openEngine } from '../open-engine.ts';
import type { Output } from '../output.ts';
import { Progress } from '../progress.ts';
import { tableLines } from '../table.ts';

export interface CheckArguments {
  /** As `locate` reads it; true or undefined: the settings'. */
  readonly store?: string | true;
}

/** `adduce artefact check`: every stored byte against the log; changed bytes change the verdicts of answers that rest on them. */
export async function artefactCheck(
  { settings, env, output }: CommandContext,
  { store }: CheckArguments,
): Promise<ExitCode> {
  await using opened = await openEngine(await settingsWithStore(settings, env, store));
  const { engine } = opened;
  const progress = new Progress('check');
  const of = await countOf(engine.store);
  const report = await engine.checkBytes((done) => progress.update(done, Math.max(of, done)));
  progress.end();
  return print(output, report);
}

/** An estimate of their number, for the progress bar. */
async function countOf(store: GraphStore): Promise<number> {
  const counts = await Promise.all((await store.corpora()).map(({ name }) => store.counts(name)));
  return counts.reduce((sum, { artefacts }) => sum + artefacts, 0);
}

function print(output: Output, { artefacts, answers, redacted, damaged }: BytesReport): ExitCode {
  const ok = damaged.length === 0;
  const gone = redacted === 0 ? '' : `, ${redacted} redacted`;
  const verdict = ok ? output.tone('green', 'whole') : output.tone('red', `${damaged.length} NOT whole`);
  const rows = damaged.map(({ id, bytes, seq }) => [id, bytes, `entry ${seq}`]);
  output.result({ ok, artefacts, answers, redacted, damaged }, [
    ...tableLines(rows),
    `${artefacts} artefacts and ${answers} answers ${verdict}${gone}`,
  ]);
  return ok ? EXIT.ok : EXIT.fail;
}

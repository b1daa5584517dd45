import type { CommandContext } from '../../bin/cli/command-context.ts';
import { EXIT, type ExitCode } from '../../bin/cli/exit-code.ts';
import { openTextEmbedder } from '../baselines/embed-texts.ts';
import { findCorpora } from '../corpora-of.ts';
import { CORPUS_GROUPS, type CorpusGroup } from '../corpus-groups.ts';
import { answersTable } from '../measure/answers-table.ts';
import type { LaneName } from '../measure/lanes.ts';
import { type MeasuredSet, measureCorpus, together } from '../measure/measure-corpus.ts';

export interface EvalCorporaArguments {
  readonly lane: LaneName;
  /** Undefined: all. */
  readonly group: readonly CorpusGroup[] | undefined;
}

/** `adduce eval corpora`: every corpus with golden questions, answered by the engine and by baselines, in one table. */
export async function evalCorpora(
  { settings, output }: CommandContext,
  { lane, group = CORPUS_GROUPS }: EvalCorporaArguments,
): Promise<ExitCode> {
  await using embedder = openTextEmbedder(lane, settings.embedder.modelsFolder);
  const { corpora, missing } = await findCorpora(group);
  for (const { name, reason } of missing) output.note(`${name} is left out: ${reason}`);
  const sets = new Map<CorpusGroup, MeasuredSet[]>();
  for (const corpus of corpora) {
    output.note(`${corpus.name}: ${corpus.documents.length} documents, ${corpus.questions.length} questions`);
    const measured = await measureCorpus(corpus, { settings, lane, embedder });
    sets.set(corpus.group, [...(sets.get(corpus.group) ?? []), measured]);
  }
  const shown = [...sets].flatMap(([name, own]) => shownOf(name, own));
  output.result(
    { lane, sets: shown.map(({ figures, meter }) => ({ ...figures, latency: meter.summary() })) },
    answersTable(shown),
  );
  return EXIT.ok;
}

/** The realistic corpora one by one and together; the older ones, and first questions on them, together only. */
function shownOf(group: CorpusGroup, sets: readonly MeasuredSet[]): MeasuredSet[] {
  if (group === 'older') return [together(`older (${sets.length})`, sets)];
  if (group === 'realistic') return [...sets, together(sets.map(nameOf).join(', '), sets)];
  if (group !== 'first') return [...sets];
  const isOlder = (set: MeasuredSet) => nameOf(set).startsWith('first/older/');
  const older = sets.filter(isOlder);
  return [
    ...sets.filter((set) => !isOlder(set)),
    together(`first/older (${older.length})`, older),
    together(`first (${sets.length})`, sets),
  ];
}

function nameOf({ figures }: MeasuredSet): string {
  return figures.name;
}

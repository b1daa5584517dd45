import type { DatedWord } from '../../../engine/artefact/dated-word.ts';
import { plainLine } from '../../../engine/plain-line.ts';
import type { Bounded, Provenance } from '../../../engine/provenance/provenance.ts';
import { wireProvenance } from '../../../gateway/operations/wire-provenance.ts';
import { artefactArgument, settingsWithStore, unknownArtefact } from '../artefact-argument.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { openEngine } from '../open-engine.ts';
import type { Output } from '../output.ts';
import { tableLines } from '../table.ts';

export interface ShowArguments {
  readonly id: string;
  /** Whose answers are shown. */
  readonly tenant: string;
  /** As `locate` reads it; true or undefined: the settings'. */
  readonly store?: string | true;
}

/** `adduce artefact show ID`: its provenance; with `--json` as GET /v1/provenance gives it. Exits 3 where its bytes or its record have changed. */
export async function artefactShow(
  { settings, env, output }: CommandContext,
  { id, tenant, store }: ShowArguments,
): Promise<ExitCode> {
  const artefact = artefactArgument(id);
  await using opened = await openEngine(await settingsWithStore(settings, env, store));
  const found = await opened.engine.provenance(artefact, tenant);
  if (found === null) throw unknownArtefact(artefact);
  output.result(wireProvenance(found), linesOf(output, found));
  const isDamaged = found.bytes === 'changed' || found.bytes === 'missing' || found.recordFault !== null;
  return isDamaged ? EXIT.fail : EXIT.ok;
}

function linesOf(output: Output, found: Provenance): string[] {
  const { record, freshness, log } = found;
  return [
    output.tone('bold', plainLine(record.title)),
    ...tableLines([
      ['id', record.artefact_id],
      ['url', plainLine(record.url)],
      ['licence', plainLine(record.licence)],
      ['publisher', record.publisher],
      ['version', `${record.version} of ${found.versions.items.length + found.versions.more}`],
      ['hash', `BLAKE3 ${record.hash}, ${found.bytes}`],
      [
        'observed',
        `${found.observations.items.length + found.observations.more} times, last ${lastSeen(found)}`,
      ],
      ['freshness', `${freshness.score} (${freshness.ageDays} d, half-life ${freshness.halfLifeDays} d)`],
      ['repeats', found.original?.artefactId ?? 'none'],
      ['repeated by', sumUp(found.mirrors, ({ artefactId }) => artefactId)],
      ['withdrawn', wordText(found.withdrawn)],
      ['redacted', wordText(found.redacted)],
      ['log', `entry ${log.seq}, proved in the tree of ${log.tree_size}`],
      ...(found.recordFault === null ? [] : [['CHANGED', `${found.recordFault}: shown is the log's`]]),
    ]),
    '',
    ...tableLines(found.claims.items.map(({ stance, text, claim }) => [stance, plainLine(text) || claim])),
    ...moreLine(found.claims),
    '',
    ...tableLines(found.answers.items.map((one) => [one.answerId, one.setId, one.findingsState, one.at])),
    ...moreLine(found.answers),
  ];
}

function lastSeen({ observations, record }: Provenance): string {
  return observations.items[0] ?? record.observed_at;
}

function sumUp<T>({ items, more }: Bounded<T>, name: (item: T) => string): string {
  if (items.length === 0) return 'none';
  return `${items.map(name).join(', ')}${more === 0 ? '' : ` +${more} more`}`;
}

function moreLine({ more }: Bounded<unknown>): string[] {
  return more === 0 ? [] : [`+${more} more`];
}

function wordText(word: DatedWord | null): string {
  if (word === null) return 'no';
  return `${word.at}${word.by === undefined ? '' : ` by ${plainLine(word.by)}`}: ${plainLine(word.reason)}`;
}

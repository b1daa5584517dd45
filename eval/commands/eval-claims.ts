import type { CommandContext } from '../../bin/cli/command-context.ts';
import { EXIT, type ExitCode } from '../../bin/cli/exit-code.ts';
import { Progress } from '../../bin/cli/progress.ts';
import { type DocumentPair, readDocumentPairs } from '../document-pairs.ts';
import { type EvalDocument, readCorpusFile } from '../measure/corpus-file.ts';
import { Meter } from '../measure/meter.ts';
import { printFigures } from '../measure/print-figures.ts';
import {
  type ConflictPair,
  claimsIn,
  findConflicts,
  isConflict,
  type StatedValue,
} from '../measure/slot-conflicts.ts';
import { rounded, share } from '../measure/statistics.ts';

export interface EvalClaimsArguments {
  readonly corpus: string;
  readonly conflicts: string | undefined;
  /** Lists the conflicts that were missed and those that are none. */
  readonly verbose: boolean;
}

const DEFAULT_LANG = 'en';

/** `adduce eval claims`: the claim records of a corpus and, where they are known, its true conflicts. */
export async function evalClaims({ output }: CommandContext, args: EvalClaimsArguments): Promise<ExitCode> {
  const documents = await readCorpusFile(args.corpus);
  const truth = args.conflicts === undefined ? null : await readDocumentPairs(args.conflicts);
  const meter = new Meter();
  const progress = new Progress('read');
  const stated: StatedValue[] = [];
  let sentences = 0;
  for (const [index, document] of documents.entries()) {
    const read = await meter.measure(() => claimsIn(textOf(document)));
    sentences += read.sentences;
    stated.push(...read.stated);
    progress.update(index + 1, documents.length);
  }
  progress.end();
  const found = findConflicts(stated);
  printFigures(output, {
    documents: documents.length,
    sentences,
    claims: stated.length,
    values: countBy(stated.map(({ form }) => form.value.kind)),
    conflicts: truth === null ? { found: found.length } : conflictFigures(found, truth, args.verbose),
    latency: meter.summary(),
  });
  return EXIT.ok;
}

function textOf({ id, title, text, record: { lang, published } }: EvalDocument) {
  return {
    id,
    title,
    text,
    lang: typeof lang === 'string' ? lang : DEFAULT_LANG,
    published: typeof published === 'string' ? published : null,
  };
}

/** A change of a value counts as a conflict, for both documents state it as current; a near conflict does not. */
function conflictFigures(found: readonly ConflictPair[], pairs: readonly DocumentPair[], verbose: boolean) {
  const truth = pairs.filter(({ relation }) => relation !== 'near');
  const near = pairs.filter(({ relation }) => relation === 'near');
  const flagged = near.filter((one) => found.some((pair) => isConflict(one, pair)));
  const wrong = found.filter((pair) => !truth.some((one) => isConflict(one, pair)));
  const missed = truth.filter((one) => !found.some((pair) => isConflict(one, pair)));
  const right = found.length - wrong.length;
  return {
    found: found.length,
    true: truth.length,
    precision: rounded(share(right, found.length)),
    recall: rounded(share(truth.length - missed.length, truth.length)),
    near: { flagged: flagged.length, of: near.length },
    ...(verbose
      ? { missed: missed.map(listed), wrong: wrong.map(([a, b]) => [a.doc, b.doc, a.words, b.words]) }
      : {}),
  };
}

function listed({ documents, values }: DocumentPair) {
  return [...documents, ...values];
}

function countBy(words: readonly string[]): Record<string, number> {
  const groups = Map.groupBy(words, (word) => word);
  return Object.fromEntries([...groups].map(([word, all]) => [word, all.length]));
}

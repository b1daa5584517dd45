import type { CommandContext } from '../../bin/cli/command-context.ts';
import { EXIT, type ExitCode } from '../../bin/cli/exit-code.ts';
import { Progress } from '../../bin/cli/progress.ts';
import type { ClaimForm } from '../../graph/claim.ts';
import { type DocumentPair, readDocumentPairs } from '../document-pairs.ts';
import { claimsIn } from '../measure/claims-in.ts';
import { type EvalDocument, filesOf, readCorpusFile } from '../measure/corpus-file.ts';
import { ingestForEval, ingestTexts, openEvalStore } from '../measure/eval-store.ts';
import { TimeMeter } from '../measure/meter.ts';
import { printFigures } from '../measure/print-figures.ts';
import { conflictFigures, recordedConflicts } from '../measure/recorded-conflicts.ts';

export interface EvalClaimsArguments {
  readonly corpus: string;
  readonly conflicts: string | undefined;
  /** Lists what is flagged and is none. */
  readonly verbose: boolean;
}

const DEFAULT_LANG = 'en';

/** `adduce eval claims`: the claim records of a corpus and, where they are known, its true conflicts. */
export async function evalClaims(
  { settings, output }: CommandContext,
  args: EvalClaimsArguments,
): Promise<ExitCode> {
  const documents = await readCorpusFile(args.corpus);
  const truth = args.conflicts === undefined ? null : await readDocumentPairs(args.conflicts);
  const meter = new TimeMeter();
  const progress = new Progress('read');
  const stated: ClaimForm[] = [];
  let sentences = 0;
  for (const [index, document] of documents.entries()) {
    const read = await meter.measure(() => claimsIn(textOf(document)));
    sentences += read.sentences;
    stated.push(...read.forms);
    progress.update(index + 1, documents.length);
  }
  progress.end();
  printFigures(output, {
    documents: documents.length,
    sentences,
    claims: stated.length,
    values: countBy(stated.map(({ value }) => value.kind)),
    ...(truth === null ? {} : { conflicts: await recorded(settings, documents, { ...args, truth }) }),
    latency: meter.summary(),
  });
  return EXIT.ok;
}

function textOf({ title, text, record: { lang, published } }: EvalDocument) {
  return {
    title,
    text,
    lang: typeof lang === 'string' ? lang : DEFAULT_LANG,
    published: typeof published === 'string' ? published : null,
  };
}

/** Of an ingest of the documents: what its log says of contradictions. */
async function recorded(
  settings: CommandContext['settings'],
  documents: readonly EvalDocument[],
  { truth, verbose }: { readonly truth: readonly DocumentPair[]; readonly verbose: boolean },
) {
  await using store = await openEvalStore(settings);
  await ingestForEval(ingestTexts(store.engine), filesOf(documents));
  const { wrong, ...figures } = conflictFigures(await recordedConflicts(store.engine), truth);
  return verbose ? { ...figures, wrong } : figures;
}

function countBy(words: readonly string[]): Record<string, number> {
  const groups = Map.groupBy(words, (word) => word);
  return Object.fromEntries([...groups].map(([word, all]) => [word, all.length]));
}

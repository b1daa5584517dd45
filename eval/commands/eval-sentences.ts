import type { CommandContext } from '../../bin/cli/command-context.ts';
import { EXIT, type ExitCode } from '../../bin/cli/exit-code.ts';
import { findCorpora } from '../corpora-of.ts';
import type { CorpusGroup } from '../corpus-groups.ts';
import { claimShares, sampleClaims, sentencesIn } from '../measure/claim-shares.ts';
import { printFigures } from '../measure/print-figures.ts';

export interface EvalSentencesArguments {
  /** None: all. */
  readonly group: readonly CorpusGroup[] | undefined;
  /** Claims to print of each corpus. */
  readonly sample: number;
}

/** `adduce eval sentences`: which sentences are claims, and which golden evidence is in none. */
export async function evalSentences(
  { output }: CommandContext,
  args: EvalSentencesArguments,
): Promise<ExitCode> {
  const { corpora, missing } = await findCorpora(args.group);
  const figures = corpora.map((corpus) => {
    const sentences = sentencesIn(corpus);
    return {
      corpus: corpus.name,
      ...claimShares(sentences, corpus),
      ...(args.sample > 0 && { sample: sampleClaims(sentences, args.sample) }),
    };
  });
  printFigures(output, { corpora: figures, missing });
  return EXIT.ok;
}

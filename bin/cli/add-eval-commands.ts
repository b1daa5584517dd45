/** `adduce eval retrieval|stance|sets|sentences|claims|answers|corpora`. */
import { type Command, Option } from 'commander';
import { CORPUS_GROUPS } from '../../eval/corpus-groups.ts';
import { LANES } from '../../eval/measure/lanes.ts';
import { contextOf, newCommand, type OnExit } from './new-command.ts';

const CORPUS = 'documents: {"id", "title", "text"} or {"id", "title", "sentences"} a line';

export function addEvalCommands(program: Command, onExit: OnExit): void {
  const evaluate = program
    .command('eval')
    .description('measure a stage on JSON lines, gzip or not; prints JSON');
  addRetrieval(evaluate, onExit);
  addStance(evaluate, onExit);
  addSets(evaluate, onExit);
  addSentences(evaluate, onExit);
  addClaims(evaluate, onExit);
  addAnswers(evaluate, onExit);
  addCorpora(evaluate, onExit);
}

function addRetrieval(evaluate: Command, onExit: OnExit): void {
  newCommand(evaluate, 'retrieval', 'nDCG, recall and MRR of retrieval, hits of evidence sentences')
    .requiredOption('--corpus <file>', CORPUS)
    .requiredOption('--queries <file>', '{"id", "text", "qrels"} a line, or claims with their evidence')
    .addOption(new Option('--lane <lane>', 'what ranks').choices([...LANES]).default('default'))
    .action(async (options) => {
      const { evalRetrieval } = await import('../../eval/commands/eval-retrieval.ts');
      onExit(await evalRetrieval(await contextOf(options), options));
    });
}

function addStance(evaluate: Command, onExit: OnExit): void {
  newCommand(evaluate, 'stance', 'how well contradictions are told, and which verdicts they raise')
    .requiredOption('--pairs <file>', '{"id", "claim", "evidence", "label"} a line, or the usual sets')
    .option('--corpus <file>', `of claims that cite documents; ${CORPUS}`)
    .action(async (options) => {
      const { evalStance } = await import('../../eval/commands/eval-stance.ts');
      onExit(await evalStance(await contextOf(options), options));
    });
}

function addSets(evaluate: Command, onExit: OnExit): void {
  newCommand(evaluate, 'sets', 'minimal sets of sentences for claims, beside simpler choices')
    .requiredOption('--claims <file>', 'claims with the sets of sentences that support them')
    .option('--corpus <file>', `of claims that cite documents; ${CORPUS}`)
    .action(async (options) => {
      const { evalSets } = await import('../../eval/commands/eval-sets.ts');
      onExit(await evalSets(await contextOf(options), options));
    });
}

function addSentences(evaluate: Command, onExit: OnExit): void {
  newCommand(
    evaluate,
    'sentences',
    'which sentences of the corpora are claims, and which golden evidence is in none',
  )
    .addOption(new Option('--group <group...>', 'which of them (default: all)').choices([...CORPUS_GROUPS]))
    .addOption(
      new Option('--sample <n>', 'claims of each corpus to print, for a person to rate')
        .argParser((text) => Number.parseInt(text, 10) || 0)
        .default(0),
    )
    .action(async (options) => {
      const { evalSentences } = await import('../../eval/commands/eval-sentences.ts');
      onExit(await evalSentences(await contextOf(options), options));
    });
}

function addClaims(evaluate: Command, onExit: OnExit): void {
  newCommand(evaluate, 'claims', 'claim records of a corpus, precision and recall of their conflicts')
    .requiredOption('--corpus <file>', CORPUS)
    .option('--conflicts <file>', 'the true ones: [document, document, value, value]')
    .option('--verbose', 'list what was missed and what is wrong', false)
    .action(async (options) => {
      const { evalClaims } = await import('../../eval/commands/eval-claims.ts');
      onExit(await evalClaims(await contextOf(options), options));
    });
}

function addAnswers(evaluate: Command, onExit: OnExit): void {
  newCommand(evaluate, 'answers', 'golden questions of a corpus, each as of its time, and judged')
    .requiredOption(
      '--corpus <path>',
      `${CORPUS}; or a folder that the ingest reads, with manifest.jsonl or without`,
    )
    .requiredOption('--golden <file>', '{"q", "as_of", "want", "never", "evidence"} in a list or a line each')
    .addOption(
      new Option('--lane <lane>', 'what ranks (default: as the settings choose)').choices([...LANES]),
    )
    .option('--out <file>', 'write what was answered, a line a question')
    .option('--verbose', 'list each miss', false)
    .action(async (options) => {
      const { evalAnswers } = await import('../../eval/commands/eval-answers.ts');
      onExit(await evalAnswers(await contextOf(options), options));
    });
}

function addCorpora(evaluate: Command, onExit: OnExit): void {
  newCommand(evaluate, 'corpora', 'every corpus with golden questions, the engine beside simple baselines')
    .addOption(new Option('--lane <lane>', 'what ranks').choices([...LANES]).default('default'))
    .addOption(new Option('--group <group...>', 'which of them (default: all)').choices([...CORPUS_GROUPS]))
    .action(async (options) => {
      const { evalCorpora } = await import('../../eval/commands/eval-corpora.ts');
      onExit(await evalCorpora(await contextOf(options), options));
    });
}

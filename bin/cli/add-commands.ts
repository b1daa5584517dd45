/** The commands with their arguments and options; each loads its file when it is called. */
import { type Command, Option } from 'commander';
import { addArtefactCommands } from './add-artefact-commands.ts';
import { addEntitlementCommands } from './add-entitlement-commands.ts';
import { addEvalCommands } from './add-eval-commands.ts';
import { addKeyCommands } from './add-key-commands.ts';
import { addLogCommands } from './add-log-commands.ts';
import { addMemberCommands } from './add-member-commands.ts';
import { addModelsCommands } from './add-models-commands.ts';
import { addMoveCommands } from './add-move-commands.ts';
import { usage } from './failure.ts';
import { collect, contextOf, newCommand, type OnExit } from './new-command.ts';
import { Output } from './output.ts';

const SIGN_IN_HELP = `
Settings are environment variables (docs/settings.md). For people to sign in by OpenID Connect:
  ADDUCE_OIDC_ISSUER              the provider's URL, as it names itself
  ADDUCE_OIDC_CLIENT_ID           of this service there; its redirect URL is ADDUCE_PUBLIC_URL/auth/callback
  ADDUCE_OIDC_CLIENT_SECRET_FILE  the file of its secret (or ADDUCE_OIDC_CLIENT_SECRET)
  ADDUCE_OIDC_ROLES               {"editors": "acme:curator", "*": "acme:reader"}
Who may do what, and what a wrong setting says: docs/sign-in.md`;

const MAX_K = 50;
const DEFAULT_K = 10;

export function addCommands(program: Command, onExit: OnExit): void {
  addServe(program, onExit);
  addIngest(program, onExit);
  addAsk(program, onExit);
  addLedger(program, onExit);
  addEvidence(program, onExit);
  addArtefactCommands(program, onExit);
  addKeyCommands(program, onExit);
  addEntitlementCommands(program, onExit);
  addMemberCommands(program, onExit);
  addModelsCommands(program, onExit);
  addAnswer(program, onExit);
  addReceipt(program, onExit);
  addLogCommands(program, onExit);
  addRebuild(program, onExit);
  addMoveCommands(program, onExit);
  addDemo(program, onExit);
  addEvalCommands(program, onExit);
}

function addServe(program: Command, onExit: OnExit): void {
  newCommand(program, 'serve', 'serve the page, REST and GraphQL on one port')
    .addHelpText('after', SIGN_IN_HELP)
    .action(async (options) => {
      // Before anything heavy is loaded.
      new Output(options.json).line(`adduce ${program.version()}: opening the store`);
      const { serve } = await import('./commands/serve.ts');
      onExit(await serve(await contextOf(options)));
    });
}

function addIngest(program: Command, onExit: OnExit): void {
  newCommand(program, 'ingest <path...>', 'read Markdown, HTML, text and JSON lines into a corpus')
    .option('--corpus <name>', 'the corpus; else ADDUCE_CORPUS')
    .option('--most-skipped <number>', 'name so many of what was skipped, and count the others', mostOf)
    .action(async (paths: string[], options) => {
      const context = await contextOf(options);
      context.output.note('adduce: opening the store');
      const { ingest } = await import('./commands/ingest.ts');
      onExit(await ingest(context, { paths, corpus: options.corpus, mostSkipped: options.mostSkipped }));
    });
}

function addAsk(program: Command, onExit: OnExit): void {
  newCommand(program, 'ask <question>', 'answer a question; exits 0, 4 or 3 by its verdict')
    .option('--corpus <name>', 'the corpus; else ADDUCE_CORPUS, else the first')
    .option('--as-of <time>', 'a date or timestamp: answer from what was known by then')
    .addOption(
      new Option('--mode <mode>', 'how strict').choices(['light', 'verified', 'audit']).default('verified'),
    )
    .option('-k <number>', `candidate artefacts, 1 to ${MAX_K}`, countOf, DEFAULT_K)
    .option('--receipt <file>', 'save the receipt there: .json, .cbor, or .html, which verifies itself')
    .action(async (question: string, options) => {
      const context = await contextOf(options);
      context.output.note('adduce: opening the store');
      const { ask } = await import('./commands/ask.ts');
      onExit(await ask(context, { question, ...options }));
    });
}

function countOf(text: string): number {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MAX_K)
    throw usage(`-k is ${JSON.stringify(text)}: it accepts a whole number from 1 to ${MAX_K}`);
  return count;
}

function mostOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw usage(`--most-skipped is ${JSON.stringify(text)}: it accepts a whole number`);
}

function addLedger(program: Command, onExit: OnExit): void {
  newCommand(program, 'ledger <claim>', "a claim's ledger and the belief that follows from it")
    .option('--corpus <name>', 'the corpus of a bare claim id')
    .option('--as-of <time>', 'a date or timestamp')
    .action(async (claim: string, options) => {
      const context = await contextOf(options);
      context.output.note('adduce: opening the store');
      const { ledger } = await import('./commands/ledger.ts');
      onExit(await ledger(context, { claim, corpus: options.corpus, asOf: options.asOf }));
    });
}

function addEvidence(program: Command, onExit: OnExit): void {
  const kinds = ['corroborate', 'dispute', 'supersede-propose'];
  newCommand(program, 'evidence <claim>', 'append an evidence event to a claim')
    .addOption(new Option('--kind <kind>', 'what the evidence does').choices(kinds).makeOptionMandatory())
    .option('--ref <ref>', 'what the evidence is; may be repeated', collect, [])
    .option('--hash <hash>', 'its hash: 64 hex digits, blake3:… or sha256:…; one for each ref', collect, [])
    .addOption(
      new Option('--item-kind <kind>', 'what the refs are')
        .choices(['source', 'receipt', 'reproduction'])
        .default('source'),
    )
    .option('--token <token>', 'a token that grants svc.evidence; else ADDUCE_TOKEN')
    .option('--corpus <name>', 'the corpus of a bare claim id')
    .option('--dry-run', 'say which answers would turn, and write nothing', false)
    .action(async (claim: string, options) => {
      const context = await contextOf(options);
      context.output.note('adduce: opening the store');
      const { evidence } = await import('./commands/evidence.ts');
      const { ref: refs, hash: hashes, ...rest } = options;
      onExit(await evidence(context, { claim, refs, hashes, ...rest }));
    });
}

function addAnswer(program: Command, onExit: OnExit): void {
  const answer = program.command('answer').description('answers that were given');
  newCommand(answer, 'report <id>', 'write the trust report of an answer to a file')
    .addOption(new Option('--format <format>', 'what it is').choices(['html', 'pdf', 'json']).default('html'))
    .option('--out <file>', 'the file; else ID.trust-report.FORMAT')
    .action(async (id: string, options) => {
      const { answerReport } = await import('./commands/answer-report.ts');
      onExit(await answerReport(await contextOf(options), { id, ...options }));
    });
}

function addReceipt(program: Command, onExit: OnExit): void {
  const receipt = program.command('receipt').description('receipts of answers');
  newCommand(
    receipt,
    'verify <file>',
    'check a receipt and select again from it; exits 3 where it fails, 4 where its signer is open',
  )
    .option('--key <verifier>', "the log's public key, NAME+ID+BASE64, or a file of its keys")
    .option('--store [store]', 'the store to check against; else the one of the settings, where there is one')
    .option('--offline', 'from the file alone', false)
    .action(async (file: string, options) => {
      const { receiptVerify } = await import('./commands/receipt-verify.ts');
      onExit(await receiptVerify(await contextOf(options), { file, ...options }));
    });
  addReplay(receipt, onExit);
}

function addReplay(receipt: Command, onExit: OnExit): void {
  newCommand(receipt, 'replay', 're-execute every stored receipt; exits 3 where one comes out otherwise')
    .option('--store <store>', 'embedded, embedded:PATH, a bolt or neo4j URL, or a folder')
    .action(async (options) => {
      const { receiptReplay } = await import('./commands/receipt-replay.ts');
      onExit(await receiptReplay(await contextOf(options), options));
    });
}

function addRebuild(program: Command, onExit: OnExit): void {
  newCommand(program, 'rebuild', 'make the projections again from the log')
    .option(
      '--check',
      'write nothing: compare what is projected with the log; exits 3 where a row differs',
      false,
    )
    .action(async (options) => {
      const context = await contextOf(options);
      if (options.check) {
        const { rebuildCheck } = await import('./commands/rebuild-check.ts');
        onExit(await rebuildCheck(context));
        return;
      }
      const { rebuild } = await import('./commands/rebuild.ts');
      onExit(await rebuild(context));
    });
}

function addDemo(program: Command, onExit: OnExit): void {
  newCommand(program, 'demo', 'ask the golden questions of a fresh demo corpus')
    .option('--replay', 'let the documents arrive in date order, so that answers flip', false)
    .option('--data <folder>', 'keep the store there; it must not hold the corpus yet')
    .option('--pace <ms>', 'pause after each document of a replay')
    .action(async (options) => {
      const context = await contextOf(options);
      context.output.note('adduce: a fresh corpus, things that changed');
      const { demo } = await import('./commands/demo.ts');
      onExit(await demo(context, options));
    });
}

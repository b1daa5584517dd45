/** `adduce models add|list|remove`. */
import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { usage } from './failure.ts';
import type { ModelSource } from './models/read-model.ts';
import { contextOf, newCommand, type OnExit } from './new-command.ts';

interface AddOptions {
  readonly json?: boolean;
  readonly file?: string;
  readonly url?: string;
}

export function addModelsCommands(program: Command, onExit: OnExit): void {
  const models = program
    .command('models')
    .description('sentence models: minilm and bge-small for searches, an add-on for sentences');
  newCommand(
    models,
    'add <model>',
    'add minilm or bge-small by Maven, from a file or a URL; or an add-on by its path',
  )
    .option('--file <path>', 'its jar, or a folder of its .onnx and -tokenizer.json')
    .option('--url <url>', 'where its jar is')
    .action(async (model: string, options: AddOptions) => {
      const { addAddOn, addModel } = await import('./commands/models.ts');
      if (isPath(model)) {
        if (options.file !== undefined || options.url !== undefined)
          throw usage(`${model} is a path: leave --file and --url out`);
        onExit(await addAddOn(await contextOf(options), model));
        return;
      }
      onExit(await addModel(await contextOf(options), model, sourceOf(options)));
    });
  newCommand(models, 'list', 'the models, and which one searches use').action(async (options) => {
    const { listModels } = await import('./commands/models.ts');
    onExit(await listModels(await contextOf(options)));
  });
  newCommand(models, 'remove <model>', 'remove a model').action(async (model: string, options) => {
    const { removeModel } = await import('./commands/models.ts');
    onExit(await removeModel(await contextOf(options), model));
  });
}

/** Names of models hold no separator and no ending of an archive. */
function isPath(model: string): boolean {
  return (
    /[\\/]/.test(model) ||
    /\.(zip|tar|tgz|gz)$/i.test(model) ||
    statSync(model, { throwIfNoEntry: false }) !== undefined
  );
}

function sourceOf({ file, url }: AddOptions): ModelSource {
  if (file !== undefined && url !== undefined) throw usage('--file and --url: leave one of them out');
  if (file !== undefined) return { kind: 'file', path: file };
  if (url === undefined) return { kind: 'maven' };
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isWeb) throw usage(`--url is ${JSON.stringify(url)}: it accepts an http or https URL`);
  return { kind: 'url', url };
}

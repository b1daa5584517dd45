/** `adduce models add|list|remove`. */
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
  const models = program.command('models').description('sentence models for searches: minilm, bge-small');
  newCommand(models, 'add <model>', 'add a model by Maven, from a file or from a URL')
    .option('--file <path>', 'its jar, or a folder of its .onnx and -tokenizer.json')
    .option('--url <url>', 'where its jar is')
    .action(async (model: string, options: AddOptions) => {
      const { addModel } = await import('./commands/models.ts');
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

function sourceOf({ file, url }: AddOptions): ModelSource {
  if (file !== undefined && url !== undefined) throw usage('--file and --url: leave one of them out');
  if (file !== undefined) return { kind: 'file', path: file };
  if (url === undefined) return { kind: 'maven' };
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isWeb) throw usage(`--url is ${JSON.stringify(url)}: it accepts an http or https URL`);
  return { kind: 'url', url };
}

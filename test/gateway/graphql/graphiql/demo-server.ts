/** GraphQL over the demo corpus on a port of its own, with one question answered. */
import { DEMO } from '../../../../bin/cli/sources.ts';
import { answerOf, demoFiles, ingestInto } from '../../../engine/documents.ts';
import { type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

export interface DemoServer extends AsyncDisposable {
  readonly server: RunningServer;
  readonly answerId: string;
}

export async function startDemo(): Promise<DemoServer> {
  await using undo = new AsyncDisposableStack();
  const { path } = undo.use(await storeFolder());
  const server = undo.use(await startServer({ path }));
  await ingestInto(server.engine, DEMO.corpus, await demoFiles());
  const { answer } = await answerOf(server.engine, {
    corpus: DEMO.corpus,
    q: 'How many moons does Saturn have?',
  });
  const kept = undo.move();
  return { server, answerId: answer.answer_id, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

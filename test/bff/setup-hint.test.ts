import { expect, it } from 'vitest';
import { dataFolder, startWholeServer } from './whole-server.ts';

const HINT = {
  id: 'sentence_model',
  command: 'adduce models add minilm',
  gain: 'puts the right sentence first for 40 % of questions instead of 26 %',
};

it.each([
  ['the hint that the program gives', { setupHint: HINT }, HINT],
  ['nothing where the program gives none', {}, null],
])('the page gets %s', async (_, bff, said) => {
  await using folder = await dataFolder();
  await using server = await startWholeServer({ folder: folder.path, bff });
  const reply = await fetch(`${server.url}/api/trpc/setupHint`);
  expect(await reply.json()).toEqual({ result: { data: said } });
});

import { describe, expect, onTestFinished, test } from 'vitest';
import { answerOf, ingestInto, jsonLines } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

/** The state after two publishers have said otherwise than the answer, each in own words. */
async function stateAfter(first: string, later: string, question: string) {
  const opened = await openEmptyEmbedded();
  onTestFinished(() => opened.dispose());
  const engine = createTestEngine(opened.store);
  const texts = [first, later, `${later} Few remember the day.`];
  for (const [index, text] of texts.entries()) {
    const one = {
      id: `d${index}`,
      text,
      domain: `d${index}.example`,
      day: `2026-09-0${index + 1}`,
      title: 'Tal',
    };
    await ingestInto(engine, 'tal', [jsonLines([one])]);
    if (index === 0) await answerOf(engine, { corpus: 'tal', q: question });
    await engine.monitor.catchUp();
  }
  return (await engine.findingsAfter('local', -1, null)).map(({ body }) => body.to);
}

const QUESTION = 'When did the Tal tunnel open?';

describe('two publishers of a value that is narrowed otherwise', () => {
  test.each([
    ['in 1998 to cars', 'in 2003 to trains'],
    ['in 1998 for goods', 'in 2003 for passengers'],
    ['in 1998 on the north side', 'in 2003 on the south side'],
    ['to cars in 1998', 'to trains in 2003'],
    ['in 1998', 'in 2003 to trains'],
  ])('fail no answer: opened %s, opened %s', async (first, later) => {
    const states = await stateAfter(
      `The Tal tunnel opened ${first}.`,
      `The Tal tunnel opened ${later}.`,
      QUESTION,
    );
    expect(states).not.toContain('FAIL');
  });

  test('fail the answer where both speak of the same', async () => {
    const states = await stateAfter(
      'The Tal tunnel opened in 1998.',
      'The Tal tunnel opened in 2003.',
      QUESTION,
    );
    expect(states).toContain('FAIL');
  });
});

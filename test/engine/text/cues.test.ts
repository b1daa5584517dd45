import { describe, expect, it } from 'vitest';
import { type CueKind, findCues } from '../../../engine/text/cues.ts';

function kinds(sentence: string): CueKind[] {
  return [...new Set(findCues(sentence).map((cue) => cue.kind))];
}

describe('findCues', () => {
  it.each<[string, CueKind]>([
    ['Royal Mail plans to raise it.', 'planned'],
    ['It is expected to rise.', 'planned'],
    ['It will open soon.', 'planned'],
    ['A visitor claimed that it is so.', 'reported'],
    ['According to one union, it is low.', 'reported'],
    ['It would be fair.', 'hypothetical'],
    ['If it rains, it floods.', 'hypothetical'],
    ['It used to be red.', 'superseded'],
    ['It is 12 euros, up from 10.', 'superseded'],
    ['He came, succeeding her.', 'superseded'],
    ['It is no longer open.', 'negated'],
    ["It doesn't help.", 'negated'],
  ])('in %j finds a cue that it is %s', (sentence, kind) => {
    expect(kinds(sentence)).toContain(kind);
  });

  it.each(['It opened in May 2019.', 'It is flat No. 5.', 'The capital is Astana.', 'It has 12 willows.'])(
    'finds no cue in %j',
    (sentence) => {
      expect(kinds(sentence)).toEqual([]);
    },
  );
});

describe('"once" and "had been" that do not mean the past', () => {
  it.each([
    'The council meets once a month.',
    'The comet travels once round the sun.',
    'Orly has four mills once more.',
    'The dam cost less than had been planned.',
  ])('are no cues in "%s"', (sentence) => {
    expect(findCues(sentence).filter(({ kind }) => kind === 'superseded')).toEqual([]);
  });

  it.each(['Orly was once a fortress.', 'The mill had been closed.', 'Tarn, once the capital, is small.'])(
    'are cues in "%s"',
    (sentence) => {
      expect(findCues(sentence).filter(({ kind }) => kind === 'superseded')).toHaveLength(1);
    },
  );
});

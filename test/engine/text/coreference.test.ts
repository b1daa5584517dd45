import { describe, expect, it } from 'vitest';
import {
  antecedentOfPhrase,
  antecedentOfPronoun,
  opensWithAnaphor,
  titleSubject,
} from '../../../engine/text/coreference.ts';
import type { Mention } from '../../../engine/text/names.ts';
import { normaliseKey } from '../../../engine/text/names.ts';
import { tokenise } from '../../../engine/text/tokens.ts';

function mention(surface: string, start: number): Mention {
  return { surface, key: normaliseKey(surface), start, end: start + surface.length };
}

describe('anaphora', () => {
  it.each([
    ['It is open.', true],
    ['They left.', true],
    ['The press is based in Leeds.', true],
    ['The Harrow Press is based in Leeds.', false],
    ['The price of it rose.', false],
    ['Leeds is large.', false],
  ])('in %j decides whether the subject leans on an earlier sentence: %s', (sentence, leans) => {
    expect(opensWithAnaphor(tokenise(sentence, 'en'))).toBe(leans);
  });

  it('takes the nearest sentence that has a subject, at most two back', () => {
    const library = mention('The town library', 0);
    expect(antecedentOfPronoun([null, library])?.surface).toBe('The town library');
    expect(antecedentOfPronoun([null, null, library])).toBeNull();
    expect(antecedentOfPronoun([])).toBeNull();
  });

  it('resolves a short phrase to the one longer mention that ends in it', () => {
    const press = mention('Harrow Press', 10);
    expect(antecedentOfPhrase('the press', [press])?.span).toEqual(press);
    expect(antecedentOfPhrase('the press', [press, mention('Mill Press', 40)])).toBeNull();
    expect(antecedentOfPhrase('the metro', [press])).toBeNull();
  });

  it('takes a title for a subject only where it names something', () => {
    expect(titleSubject('Lake Baikal', tokenise('Lake Baikal', 'en'))?.key).toBe('lake baikal');
    expect(titleSubject('a wrong figure', tokenise('a wrong figure', 'en'))).toBeNull();
  });
});

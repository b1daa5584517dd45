/**
 * English with accents, in brackets and 40 % longer: a text of the page without brackets is in no catalogue, and a layout that cuts it
 * has no room for another language.
 */
import { type LanguagePack, type Message, partsOf } from './message.ts';

const PLAIN = 'aceiknouyAEIOUYCN';
const ACCENTED_LETTERS = 'áçéíķñóúýÁÉÍÓÚÝÇÑ';
const LONGER = 0.4;
const FILL = ' ñëüé';

export const ACCENTED: LanguagePack = {
  message: (_area, _key, english): Message =>
    typeof english === 'string'
      ? accented(english)
      : { one: accented(english.one), other: accented(english.other) },
  sentence: (english) => accented(english.replaceAll(/[{}]/g, '')),
};

/** What stands in braces stays as it is. */
export function accented(text: string): string {
  const letters = partsOf(text).map((part, at) => (at % 2 === 0 ? withAccents(part) : `{${part}}`));
  const fill = FILL.repeat(Math.ceil((text.length * LONGER) / FILL.length));
  return `⟦${letters.join('')}${fill}⟧`;
}

function withAccents(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => {
    const at = PLAIN.indexOf(letter);
    return at < 0 ? letter : (ACCENTED_LETTERS[at] ?? letter);
  });
}

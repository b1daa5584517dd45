import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languageOfQuestion, languageOfText } from '../../../engine/text/detect-language.ts';
import { LISTED_LANGUAGES } from '../../../graph/stop-words.ts';

const PROSE: Readonly<Record<string, string>> = {
  cs: 'Saturn má 146 známých měsíců. Většina z nich je malá a byla objevena až po roce 2000.',
  da: 'Saturn har 146 kendte måner. De fleste af dem er små og blev først opdaget efter 2000.',
  de: 'Der Saturn hat 146 bekannte Monde. Die meisten von ihnen sind klein und wurden erst spät entdeckt.',
  en: 'Saturn has 146 known moons. Most of them are small and were found after 2000.',
  es: 'Saturno tiene 146 lunas conocidas. La mayoría de ellas son pequeñas y fueron descubiertas después.',
  fi: 'Saturnuksella on 146 tunnettua kuuta. Ne ovat pieniä ja ne löydettiin, kun se oli jo tunnettu.',
  fr: 'Saturne possède 146 lunes connues. La plupart sont petites et ont été découvertes après 2000.',
  hu: 'A Szaturnusznak 146 ismert holdja van. A legtöbb közülük kicsi, és csak az ezredforduló után ismert.',
  it: 'Saturno ha 146 lune conosciute. La maggior parte di esse sono piccole e furono scoperte dopo.',
  nl: 'Saturnus heeft 146 bekende manen. De meeste van hen zijn klein en werden pas na 2000 ontdekt.',
  no: 'Saturn har 146 kjente måner. De fleste av dem er små og ble først oppdaget etter 2000.',
  pt: 'Saturno tem 146 luas conhecidas. A maioria delas é pequena e foi descoberta depois de 2000.',
  ro: 'Saturn are 146 de luni cunoscute. Cele mai multe dintre ele sunt mici și au fost descoperite târziu.',
  ru: 'У Сатурна 146 известных спутников. Большинство из них маленькие и были открыты после 2000 года.',
  sv: 'Saturnus har 146 kända månar. De flesta av dem är små och upptäcktes först efter 2000 med teleskop.',
  tr: 'Satürn’ün bilinen 146 uydusu var. Bunların çoğu küçük ve 2000 yılından sonra bir teleskop ile bulundu.',
};

describe('the language of a text', () => {
  it('is detected from two sentences of each language that has stop words', () => {
    expect(Object.keys(PROSE)).toEqual(LISTED_LANGUAGES);
    for (const [lang, text] of Object.entries(PROSE)) expect(languageOfText(text), text).toBe(lang);
  });

  it('is English where no other language is certain', () => {
    const unclear = [
      '',
      '146',
      '🪐🪐🪐',
      'Lübeck',
      'Die Hard. Die Another Day. Die Welt.',
      'La La Land. La La Land. La La Land.',
      'de de de de de de de de',
      'Lunar gravity assist trajectory optimisation',
      'He quoted her: "der die das und nicht", which is all that she knew.',
      'The band Los de Abajo, the film El Norte and the song Como La Flor are on this list of hers.',
      '東京は日本の首都です。',
    ];
    for (const text of unclear) expect(languageOfText(text), text).toBe('en');
  });

  it('is one of those with stop words, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(LISTED_LANGUAGES).toContain(languageOfText(text));
      }),
    );
  });

  it('is detected from the beginning of a long text', () => {
    expect(languageOfText(`${`${PROSE.de} `.repeat(60)}${`${PROSE.en} `.repeat(10_000)}`)).toBe('de');
  });
});

describe('the language of a question', () => {
  it('is the single language of the corpus, whatever the words of the question', () => {
    for (const q of ['How many moons?', 'Wie viele Monde hat der Saturn?', '', 'Lübeck']) {
      expect(languageOfQuestion(q, { languages: { de: 3 } }), q).toBe('de');
      expect(languageOfQuestion(q, { languages: { en: 3 } }), q).toBe('en');
      expect(languageOfQuestion(q, { languages: { eu: 1 } }), q).toBe('eu');
    }
  });

  it('is English where nothing is known of the corpus', () => {
    for (const corpus of [{}, { languages: {} }]) {
      expect(languageOfQuestion('Wie viele Monde hat der Saturn?', corpus)).toBe('en');
    }
  });

  it('is detected from its function words among several, and is that of most documents where they tell nothing', () => {
    const languages = { de: 2, en: 40, fr: 7 };
    expect(languageOfQuestion('Wie viele Monde hat der Saturn?', { languages })).toBe('de');
    expect(languageOfQuestion('Combien de lunes a Saturne ?', { languages })).toBe('fr');
    expect(languageOfQuestion('How many moons does Saturn have?', { languages })).toBe('en');
    expect(languageOfQuestion('¿Cuántas lunas tiene Saturno?', { languages })).toBe('en');
    expect(languageOfQuestion('Saturn Monde', { languages })).toBe('en');
    expect(languageOfQuestion('Saturn Monde', { languages: { ...languages, de: 41 } })).toBe('de');
    expect(languageOfQuestion('Saturn', { languages: { fr: 2, de: 2 } })).toBe('de');
  });
});

import { describe, expect, it } from 'vitest';
import { answer, summary } from './one-document.ts';

describe('a figure of a near-by thing', () => {
  it.each([
    [
      'of a part',
      'How thick is the Orbit 7?',
      ['The Orbit 7 weighs 182 grams.', 'Its screen measures 6.1 inches.'],
    ],
    ['of a part', 'How long is the Heron?', ['The Heron is a sailing ship.', 'Its mast measures 31 metres.']],
    ['of how high it lies', 'How long is Lake Ferrin?', ['Lake Ferrin lies 612 metres above the sea.']],
    ['of how deep it lies', 'How long is the Orm mine?', ['The Orm mine lies 400 metres below the ground.']],
    ['of other people', 'How many people visit the Holm Brewery?', ['The Holm Brewery employs 64 people.']],
    ['of other people', 'How many people died in the Sarn fire?', ['The Sarn fire was fought by 80 people.']],
    [
      'of neighbours',
      'How many islands are there in Lake Ferrin?',
      ['Four villages lie on the shore of Lake Ferrin.'],
    ],
  ])('%s is no answer: %s', (_name, q, texts) => {
    expect(summary(q, ...texts)).toBe('');
  });

  it.each([
    [
      'How wide is the screen of the Orbit 7?',
      ['The Orbit 7 is new.', 'Its screen is 6.1 inches wide.'],
      '6.1 inches',
    ],
    ['How long is the Heron?', ['The Heron is a sailing ship.', 'Its length is 44 metres.'], '44 metres'],
    ['How high does Lake Ferrin lie?', ['Lake Ferrin lies 612 metres above the sea.'], '612 metres'],
    [
      'How many people visit the Holm Brewery?',
      ['The Holm Brewery is visited by 9,000 people.'],
      '9,000 people',
    ],
    ['How many people work at the Holm Brewery?', ['The Holm Brewery employs 64 people.'], '64 people'],
    ['How many people live in Tarn?', ['Tarn has 2,300 inhabitants.'], '2,300 inhabitants'],
  ])('of the thing itself is one: %s', (q, texts, expected) => {
    expect(answer(q, ...texts)).toBe(expected);
  });
});

describe('the doer of a deed', () => {
  const brewery = [
    'The Holm Brewery was founded in 1871 by Piet Vroom.',
    'Its director is Anna Kolb, who took over from Jan Reis in 2019.',
  ];
  it.each([
    ['Who founded the Holm Brewery?', 'Piet Vroom'],
    ['Who is the director of the Holm Brewery?', 'Anna Kolb'],
    ['Who designed the building of the Holm Brewery?', null],
    ['Who built the Holm Brewery?', null],
  ])('is not whoever holds an office there: %s', (q, expected) => {
    expect(answer(q, ...brewery)).toBe(expected);
  });

  it.each([
    ['Who wrote The Salt Road?', 'The novel The Salt Road by Edda Norn was published in 1987.', 'Edda Norn'],
    ['Who painted Winter Light?', 'Winter Light by Olo Brand hangs in the town hall.', 'Olo Brand'],
    [
      'Who composed the Harbour Mass?',
      'The choir sang the Harbour Mass by the organist Una Tell.',
      'Una Tell',
    ],
    ['Who directed the film of The Salt Road?', 'The novel The Salt Road by Edda Norn sold well.', null],
    ['Who sold The Salt Road?', 'The novel The Salt Road by Edda Norn was published in 1987.', null],
    ['Who wrote The Salt Road?', 'The Salt Road was read aloud in Dorn.', null],
  ])('stands behind the name of a work: %s', (q, text, expected) => {
    expect(answer(q, text)).toBe(expected);
  });
});

describe('a maker', () => {
  it.each([
    [
      'Who makes the Orbit 7?',
      ['The Orbit 7 has a battery of 4,500 mAh.', 'The maker, Lumo, is based in Tartu.'],
      'Lumo',
    ],
    ['Who makes the Orbit 7?', ['The Orbit 7 has a battery of 4,500 mAh.'], null],
  ])('is no unit: %s', (q, texts, expected) => {
    expect(answer(q, ...texts)).toBe(expected);
  });
});

describe('"the school"', () => {
  const text = [
    'Elmgrove School has 820 pupils.',
    'Its head teacher came in 2016 from Oakfield School.',
    'The school was built in 1958.',
  ];
  it('is the one that the text is about', () => {
    expect(answer('When was Elmgrove School built?', ...text)).toBe('1958');
    expect(answer('When was Oakfield School built?', ...text)).toBeNull();
  });
});

describe('where something takes place', () => {
  it.each([
    ['Where is the Juniper Festival held?', 'The Juniper Festival takes place every August in Osk.', 'Osk'],
    ['Where is The Salt Road set?', 'The Salt Road is set in Velia.', 'Velia'],
    ['Where is the Tarn fair held?', 'The Tarn fair is held in Lund.', 'Lund'],
  ])('is told by the verb: %s', (q, text, expected) => {
    expect(answer(q, text)).toBe(expected);
  });
});

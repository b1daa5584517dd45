import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CandidateSentence, Ranked } from '../../../engine/backbone/candidate.ts';
import { MAX_RANKED, rankSentences } from '../../../engine/backbone/rank-sentences.ts';
import { readQuestion } from '../../../engine/question/read-question.ts';

function sentence(id: string, text: string, more: Partial<CandidateSentence> = {}): CandidateSentence {
  return {
    id,
    artefact: id,
    title: '',
    text,
    before: [],
    heading: null,
    lang: 'en',
    effectiveAt: '2020-01-01T00:00:00.000Z',
    retrieval: 1,
    publisher: `${id}.example`,
    ...more,
  };
}

function rank(q: string, candidates: readonly CandidateSentence[]): Ranked[] {
  return rankSentences(readQuestion(q, 'en'), candidates);
}

/** The value that answers, or null where nothing does. */
function value(q: string, ...texts: string[]): string | null {
  return (
    rank(
      q,
      texts.map((text, i) => sentence(`s${i}`, text)),
    )[0]?.value.text ?? null
  );
}

describe('rankSentences without support', () => {
  it.each([
    ['an absent name', 'How deep is Lake Superior?', 'Lake Baikal is 1,642 metres deep.'],
    ['a neighbour with the same office', 'Who is the mayor of Porto?', 'Ana Reis is the mayor of Braga.'],
    ['another office', 'Who is the dean of Orly College?', 'Ana Reis is the bursar of Orly College.'],
    ['another narrowing word', 'Does black tea contain caffeine?', 'Green tea contains caffeine.'],
    ['another measure', 'How deep is the Marden Canal?', 'The Marden Canal is 58 kilometres long.'],
    ['a distance for a length', 'How long is Tarrow Island?', 'Tarrow Island lies 35 km off the coast.'],
    ['a plan', 'How many beds does Orly Hospital have?', 'Orly Hospital will have 600 beds.'],
    ['a wish', 'Who owns Brightwell?', 'Analysts expect Brightwell to be bought by Corvid.'],
    ['a condition', 'What is the wage in Norland?', 'A fair wage in Norland would be 14 euros.'],
    ['a place for a thing', 'How tall is Orly church?', 'The oak outside Orly church is 21 metres tall.'],
    ['the reverse relation', 'What is the capital of Astana?', 'The capital of Kazakhstan is Astana.'],
    ['a longer name', 'When was Orly founded?', 'The Orly Echo was founded in 1871.'],
    ['a comparison', 'How many stations does Lisbon have?', 'Porto has 82 stations, 26 more than Lisbon.'],
    ['a runner-up', 'What is the largest city in Norland?', 'One of the largest cities in Norland is Orly.'],
    ['a homograph', 'Who founded Orly?', 'The keys of Ana Reis were found in Orly.'],
    ['another year', 'Who won the Orly Cup in 2015?', 'Ana Reis won the Orly Cup in 2016.'],
    ['a date that lies ahead', 'When did Orly Airport open?', 'Orly Airport opens in May 2031.'],
  ])('stays empty for %s', (_name, q, text) => {
    expect(value(q, text)).toBeNull();
  });

  it('stays empty without candidates', () => {
    expect(rank('Who is the mayor of Porto?', [])).toEqual([]);
  });

  it('does not take a neighbour for the subject of the sentence before', () => {
    const next = sentence('b', 'Jupiter has 79 moons.', { before: ['Saturn has 82 moons.'] });
    expect(rank('How many moons does Saturn have?', [next])).toEqual([]);
  });
});

describe('rankSentences on one sentence with several values', () => {
  it.each([
    ['How high is Kilimanjaro?', 'Kilimanjaro is 5,895 m high; Mount Kenya is 5,199 m high.', '5,895 m'],
    ['How high is Mount Kenya?', 'Kilimanjaro is 5,895 m high; Mount Kenya is 5,199 m high.', '5,199 m'],
    ['How many seats has Orly Park?', 'Orly Park has 24,750 seats, up from 18,400.', '24,750 seats'],
    [
      'How many judges has the court?',
      'The court was enlarged from nine to thirteen judges.',
      'thirteen judges',
    ],
    ['How many people live in Orly?', 'Orly is home to 900 people, 140 of whom live in tents.', '900 people'],
    ['How many books does the library hold?', 'The library holds 45 books and 30 journals.', '45 books'],
    ['How many legs do spiders have?', 'Ants have six legs, spiders eight.', 'eight'],
    ['How many languages has Norland?', 'Sami became the twelfth language of Norland.', 'twelfth language'],
    [
      'What is the capital of Burundi?',
      'The capital of Burundi was moved from Bujumbura to Gitega.',
      'Gitega',
    ],
    ['Who manages Orly Town?', 'Ana Reis was replaced as manager of Orly Town by Bo Lind.', 'Bo Lind'],
    ['Where is the Harrow Press based?', 'The Harrow Press moved from Leeds to York.', 'York'],
  ])('answers "%s"', (q, text, expected) => {
    expect(value(q, text)).toBe(expected);
  });
});

describe('rankSentences over time', () => {
  const older = sentence('old', 'Saturn has 82 moons.', { effectiveAt: '2020-01-01T00:00:00.000Z' });
  const newer = sentence('new', 'Saturn has 145 moons.', { effectiveAt: '2023-05-01T00:00:00.000Z' });
  const question = 'How many moons does Saturn have?';

  it('puts the newest of equally good sentences first and keeps the older as its alternative', () => {
    const [first] = rank(question, [older, newer]);
    expect(first?.candidate.id).toBe('new');
    expect(first?.alternatives).toEqual([{ id: 'old', standing: 'older' }]);
  });

  it('lets no newer rumour displace a plain statement', () => {
    const text = 'A visitor claimed that Saturn has 900 moons.';
    const rumour = sentence('rumour', text, { effectiveAt: '2024-01-01T00:00:00.000Z' });
    expect(rank(question, [newer, rumour])[0]?.candidate.id).toBe('new');
  });

  it('calls another value of the same day a rival and lets the number of publishers decide', () => {
    const rival = sentence('a-rival', 'Saturn has 146 moons.', { effectiveAt: newer.effectiveAt });
    const second = { ...newer, id: 'second', publisher: 'second.example' };
    const [first] = rank(question, [rival, newer, second]);
    expect(first?.value.text).toBe('145 moons');
    expect(first?.alternatives).toEqual([{ id: 'a-rival', standing: 'rival' }]);
  });

  it('lists no alternative for a sentence that gives the same value', () => {
    expect(rank(question, [older, { ...older, id: 'copy' }])[0]?.alternatives).toEqual([]);
  });

  it('does not let a later mention move the date of a past event', () => {
    const day = sentence('day', 'The Orly Bridge opened on 8 May 2016.', { effectiveAt: '2016-05-09' });
    const year = sentence('year', 'The Orly Bridge opened in 2016.', { effectiveAt: '2024-01-01' });
    expect(rank('When did the Orly Bridge open?', [day, year])[0]?.value.text).toBe('8 May 2016');
  });

  it('never answers a superlative by comparing heights', () => {
    const tower = sentence('a', 'Orly Tower is 900 metres high.', { effectiveAt: '2024-01-01' });
    const stated = sentence('b', 'The tallest tower in the world is Vega Tower.');
    expect(
      rank('What is the tallest tower in the world?', [tower, stated]).map((one) => one.candidate.id),
    ).toEqual(['b']);
  });
});

describe('rankSentences on a yes-or-no question', () => {
  it.each([
    ['Is the pool open on Sundays?', 'The pool is open on Sundays.', 'yes'],
    ['Is the pool open on Sundays?', 'The pool is no longer open on Sundays.', 'no'],
    ['Is the pool open on Sundays?', 'The pool is closed on Sundays.', 'no'],
    ['Can emus fly?', 'Emus are unable to fly.', 'no'],
    ['Is smoking permitted in Tarvia?', 'Tarvia has banned smoking.', 'no'],
    ['Do eggs raise cholesterol?', 'Eggs have no effect on cholesterol.', 'no'],
  ])('reads the cue: %s %s', (q, text, polarity) => {
    expect(rank(q, [sentence('s', text)])[0]?.polarity).toBe(polarity);
  });

  it('gives no word of its own where the predicate is narrowed', () => {
    const [first] = rank('Is Pluto a planet?', [sentence('s', 'Pluto is a dwarf planet.')]);
    expect(first?.polarity).toBeNull();
  });

  it('does not read an event as a denial of its opposite', () => {
    expect(rank('Is Orly Bridge closed?', [sentence('s', 'Orly Bridge opened in 2015.')])).toEqual([]);
  });
});

describe('rankSentences as a function', () => {
  const texts = [
    'Saturn has 82 moons.',
    'Saturn has 145 moons.',
    'Saturn has 62 known moons.',
    'It has 274 moons.',
    'Critics say that Saturn has 900 moons.',
  ];
  const days = ['2016-09-12', '2020-01-01', '2023-05-17'];
  const pool = fc
    .array(fc.record({ text: fc.constantFrom(...texts), day: fc.constantFrom(...days), site: fc.nat(3) }), {
      maxLength: 12,
    })
    .map((rows) =>
      rows.map(({ text, day, site }, i) =>
        sentence(`s${i}`, text, { effectiveAt: day, publisher: `p${site}`, before: ['Saturn is a planet.'] }),
      ),
    );

  it('does not depend on the order of its input', () => {
    fc.assert(
      fc.property(
        pool.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          const question = 'How many moons does Saturn have?';
          expect(rank(question, shuffled)).toEqual(rank(question, all));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('points at words of the sentence and multiplies its reasons to its score', () => {
    fc.assert(
      fc.property(pool, (all) => {
        for (const {
          candidate,
          value: { start, end, text },
          score,
          reasons,
        } of rank('How many moons does Saturn have?', all)) {
          expect(candidate.text.slice(start, end)).toBe(text);
          expect(reasons.reduce((product, { factor }) => product * factor, 1)).toBeCloseTo(score, 9);
        }
      }),
      { numRuns: 40 },
    );
  });

  it.each([MAX_RANKED, MAX_RANKED + 1])('returns at most the bound of %i candidates', (count) => {
    const many = Array.from({ length: count }, (_, i) => sentence(`s${i}`, `Saturn has ${i + 100} moons.`));
    expect(rank('How many moons does Saturn have?', many)).toHaveLength(MAX_RANKED);
  });

  it('survives what is no language at all', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 80 }),
        fc.string({ unit: 'binary', maxLength: 120 }),
        (q, text) => {
          expect(Array.isArray(rank(q, [sentence('s', text)]))).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('answers a Spanish question from a Spanish sentence', () => {
    const es = sentence('s', 'Saturno tiene 274 lunas conocidas.', { lang: 'es' });
    const [first] = rankSentences(readQuestion('¿Cuántas lunas tiene Saturno?', 'es'), [es]);
    expect(first?.value.text).toContain('274');
  });
});

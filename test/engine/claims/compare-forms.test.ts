import { describe, expect, it } from 'vitest';
import { compareForms, isStateLike, slotOf } from '../../../engine/claims/compare-forms.ts';
import type { ClaimForm, ClaimValue } from '../../../graph/claim.ts';

function metres(min: string | null, max: string | null = min, precision = 0): ClaimValue {
  return { kind: 'quantity', min, max, unit: 'metre', precision };
}

function count(min: string | null, max: string | null = min, precision = 0): ClaimValue {
  return { kind: 'quantity', min, max, unit: 'moon', precision };
}

function entity(key: string): ClaimValue {
  return { kind: 'entity', key, surface: key };
}

const base: ClaimForm = {
  subject: { key: 'saturn', surface: 'Saturn', how: 'explicit' },
  attribute: { head: 'moon', modifiers: [], predicate: 'have', dimension: 'count' },
  value: count('82'),
  scope: { valid_from: null, valid_to: null, place: null, qualifiers: [] },
  role: 'current',
  polarity: 'affirmed',
  modality: 'asserted',
};

function form(change: Partial<ClaimForm>): ClaimForm {
  return { ...base, ...change };
}

const rival = form({ value: count('146') });
const in2018 = { ...base.scope, valid_from: '2018-01-01', valid_to: '2018-12-31' };
const in2024 = { ...base.scope, valid_from: '2024-01-01', valid_to: '2024-12-31' };

describe('compareForms', () => {
  it('finds that different whole counts contradict each other, down to a difference of one', () => {
    expect(compareForms(base, rival)).toBe('contradicts');
    expect(compareForms(form({ value: count('145') }), rival)).toBe('contradicts');
    expect(compareForms(base, base)).toBe('same');
  });

  it.each<[string, Partial<ClaimForm>]>([
    ['another subject', { subject: { ...base.subject, key: 'jupiter' } }],
    ['a subject from the title', { subject: { ...base.subject, how: 'title' } }],
    ['a bare noun as subject', { subject: { ...base.subject, surface: 'The planet' } }],
    ['another modifier', { attribute: { ...base.attribute, modifiers: ['irregular'] } }],
    ['another predicate', { attribute: { ...base.attribute, predicate: 'lose' } }],
    ['a planned value', { modality: 'planned' }],
    ['a reported value', { modality: 'reported' }],
    ['a hypothetical value', { modality: 'hypothetical' }],
    ['a former value', { role: 'old' }],
    ['a part of the whole', { role: 'part' }],
    ['a rank', { role: 'ordinal' }],
    ['a difference', { role: 'delta' }],
    ['a negated count', { polarity: 'negated' }],
    ['one year of a series', { scope: in2018 }],
    ['another qualifier', { scope: { ...base.scope, qualifiers: ['with rings'] } }],
    ['a place', { scope: { ...base.scope, place: 'spain' } }],
    ['another kind of value', { value: entity('titan') }],
    ['another unit', { value: { ...count('146'), unit: 'ring' } as ClaimValue }],
  ])('gives no verdict on %s', (_, change) => {
    const other = form({ value: count('146'), ...change });
    expect(compareForms(base, other)).toBe('unclear');
    expect(compareForms(other, base)).toBe('unclear');
  });

  it('compares two values of the same year and none of different years', () => {
    const first = form({ role: 'old', scope: in2018 });
    expect(compareForms(first, form({ role: 'old', scope: in2018, value: count('146') }))).toBe(
      'contradicts',
    );
    expect(compareForms(first, form({ role: 'old', scope: in2024, value: count('146') }))).toBe('unclear');
  });

  it('treats bounds as intervals', () => {
    expect(compareForms(base, form({ value: count('80', null) }))).toBe('unclear');
    expect(compareForms(base, form({ value: count('90', null) }))).toBe('contradicts');
    expect(compareForms(base, form({ value: count(null, '80') }))).toBe('contradicts');
  });

  it('converts lengths exactly and compares by the stated digits', () => {
    const deep = (value: ClaimValue) =>
      form({ attribute: { ...base.attribute, dimension: 'length' }, value });
    const feet = deep({ kind: 'quantity', min: '5387', max: '5387', unit: 'foot', precision: 0 });
    expect(compareForms(deep(metres('1642')), feet)).toBe('same');
    expect(compareForms(deep(metres('1742')), feet)).toBe('contradicts');
    expect(compareForms(deep(metres('1640', '1640', 1)), deep(metres('1642')))).toBe('same');
    expect(compareForms(deep(metres('1600', '1600', 2)), deep(metres('1642')))).toBe('unclear');
  });

  it('does not convert currencies', () => {
    const priced = (unit: string, amount: string) =>
      form({ value: { kind: 'quantity', min: amount, max: amount, unit, precision: 0 } });
    expect(compareForms(priced('euro', '12'), priced('dollar', '99'))).toBe('unclear');
    expect(compareForms(priced('euro', '12'), priced('euro', '99'))).toBe('contradicts');
  });

  it.each([
    ['boris johnson', 'rishi sunak', 'contradicts'],
    ['boris johnson', 'johnson', 'unclear'],
    ['united nations', 'un', 'unclear'],
    ['b johnson', 'boris johnson', 'unclear'],
    ['astana', 'astana', 'same'],
  ] as const)('on the names %j and %j says %s', (a, b, verdict) => {
    expect(compareForms(form({ value: entity(a) }), form({ value: entity(b) }))).toBe(verdict);
  });

  it.each([
    ['3.9', '3.9.0', 'same'],
    ['3.9', '3.12', 'contradicts'],
  ] as const)('on the versions %j and %j says %s', (a, b, verdict) => {
    const version = (text: string) => form({ value: { kind: 'version', version: text } });
    expect(compareForms(version(a), version(b))).toBe(verdict);
  });
});

describe('slotOf', () => {
  it('is shared by every pair that gets a verdict', () => {
    expect(slotOf(base)).toBe(slotOf(rival));
    expect(slotOf(base)).not.toBeNull();
  });

  it('is null for a former value without a period', () => {
    expect(slotOf(form({ role: 'old' }))).toBeNull();
    expect(slotOf(form({ role: 'old', scope: in2018 }))).not.toBeNull();
  });
});

describe('isStateLike', () => {
  it('is true of a present value and false of dated events and years of a series', () => {
    expect(isStateLike(base)).toBe(true);
    expect(isStateLike(form({ scope: { ...base.scope, valid_from: '2024-10-07' } }))).toBe(true);
    expect(isStateLike(form({ scope: in2018 }))).toBe(false);
    expect(isStateLike(form({ role: 'old' }))).toBe(false);
    expect(isStateLike(form({ value: { kind: 'date', from: '2024-01-01', to: '2024-01-01' } }))).toBe(false);
  });
});

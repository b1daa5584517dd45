import { describe, expect, it } from 'vitest';
import { TrustPolicyError } from '../../../engine/select/policy-members.ts';
import file from '../../../engine/select/trust-policy.json' with { type: 'json' };
import {
  artefactPenalty,
  DEFAULT_TRUST_POLICY,
  isAuthority,
  isLicenceRefused,
  parseTrustPolicy,
  publisherStanding,
} from '../../../engine/select/trust-policy.ts';

const edited = (changes: object) => parseTrustPolicy({ ...file, id: 'ours/2', ...changes });

describe('parseTrustPolicy', () => {
  it.each([
    ['no object', null],
    ['a misspelt member', { ...file, licenses: {} }],
    ['an id without a version', { ...file, id: 'trust' }],
    ['a standing above 1000', { ...file, standing: { default: 1001, publishers: {} } }],
    [
      'a standing of a publisher that is a text',
      { ...file, standing: { default: 1, publishers: { a: '5' } } },
    ],
    ['a penalty of 1,000', { ...file, licences: { refused: [], penalties: { MIT: 1000 } } }],
    ['no publishers wanted', { ...file, set: { ...file.set, min_publishers: 0 } }],
  ])('refuses %s', (_, value) => {
    expect(() => parseTrustPolicy(value)).toThrow(TrustPolicyError);
  });

  it.each([
    ['a list for the policy', []],
    ['an authority without attributes', { ...file, authorities: [{ publisher: 'a.example' }] }],
    ['authorities that are no list', { ...file, authorities: {} }],
    ['a share above 1', { ...file, set: { ...file.set, min_score: 1.1 } }],
    ['a licence that is no text', { ...file, licences: { refused: [1], penalties: {} } }],
  ])('refuses %s', (_, value) => {
    expect(() => parseTrustPolicy(value)).toThrow(TrustPolicyError);
  });

  it('names the member at fault', () => {
    expect(() => parseTrustPolicy({ ...file, age: {} })).toThrow(/age\.free_days/);
  });
});

describe('publisherStanding', () => {
  it('is 700 unless the policy says otherwise, also for names of the object prototype', () => {
    const policy = edited({ standing: { default: 700, publishers: { 'nasa.gov': 1000 } } });
    expect(['nasa.gov', 'a.example', 'constructor'].map((one) => publisherStanding(policy, one))).toEqual([
      1000, 700, 700,
    ]);
  });
});

describe('isAuthority', () => {
  it('holds for the attributes that are listed, or for all', () => {
    const policy = edited({
      authorities: [
        { publisher: 'iau.example', attributes: ['moon'] },
        { publisher: 'gov.example', attributes: ['*'] },
      ],
    });
    expect(isAuthority(policy, 'iau.example', 'moon')).toBe(true);
    expect(isAuthority(policy, 'iau.example', 'ring')).toBe(false);
    expect(isAuthority(policy, 'gov.example', 'ring')).toBe(true);
    expect(isAuthority(DEFAULT_TRUST_POLICY, 'gov.example', 'ring')).toBe(false);
  });
});

describe('artefactPenalty', () => {
  const penalty = (licence: string, ageDays: number, support: number) =>
    artefactPenalty(DEFAULT_TRUST_POLICY, { licence, ageDays, support });

  it('is 0 for a known licence, a fresh observation and full support', () => {
    expect(penalty('CC0-1.0', 365, 1)).toBe(0);
  });

  it('adds licence, years and weakness', () => {
    expect(penalty('LicenseRef-Unknown', 365 + 2 * 365, 0.5)).toBe(100 + 40 + 200);
    expect(penalty('constructor', 729, 1)).toBe(0);
  });

  it('holds for a licence in whatever case it is written, and takes the highest of two spellings', () => {
    const policy = edited({ licences: { refused: [], penalties: { 'cc-by-4.0': 300, 'CC-BY-4.0': 200 } } });
    const costs = (licence: string) => artefactPenalty(policy, { licence, ageDays: 0, support: 1 });
    expect(['CC-BY-4.0', 'Cc-by-4.0', 'CC-BY-4.01', ''].map(costs)).toEqual([300, 300, 0, 0]);
  });

  it('is bounded whatever it is given', () => {
    expect(penalty('MIT', 1e9, -5)).toBe(600);
    expect(
      artefactPenalty(edited({ licences: { refused: [], penalties: { X: 999 } } }), {
        licence: 'X',
        ageDays: 1e9,
        support: 0,
      }),
    ).toBe(999);
  });
});

describe('isLicenceRefused', () => {
  it('holds for the licences that an operator lists', () => {
    const policy = edited({ licences: { refused: ['CC-BY-NC-4.0'], penalties: {} } });
    expect(isLicenceRefused(policy, 'CC-BY-NC-4.0')).toBe(true);
    expect(isLicenceRefused(policy, 'CC-BY-4.0')).toBe(false);
  });

  it.each(['licenseref-closed', 'LICENSEREF-CLOSED', ' LicenseRef-Closed '])(
    'holds for %j too',
    (licence) => {
      const policy = edited({ licences: { refused: ['LicenseRef-Closed'], penalties: {} } });
      expect(isLicenceRefused(policy, licence)).toBe(true);
      expect(isLicenceRefused(policy, `${licence.trim()}-not`)).toBe(false);
    },
  );
});

import { describe, expect, test } from 'vitest';
import {
  evaluate,
  type FindingFacts,
  type RivalBelief,
  verdictOf,
} from '../../../engine/findings/evaluate.ts';
import type { ArtefactId, ClaimAddr } from '../../../graph/address.ts';
import type { ArtefactState } from '../../../graph/artefact.ts';
import type { FoldResult } from '../../../graph/belief/result.ts';
import type { AnswerAssembled } from '../../../graph/log/entry.ts';

const CLAIM: ClaimAddr = 'wx://sky/claim/c1ours';
const RIVAL: ClaimAddr = 'wx://sky/claim/c1theirs';
const FIRST: ArtefactId = 'a1first';
const SECOND: ArtefactId = 'a1second';
const UNTIL = '2026-10-01T23:59:59.999Z';

const answer: AnswerAssembled = {
  type: 'answer.assembled',
  answer_id: 'ans_test',
  question_hash: '',
  answer_hash: '',
  receipt_hash: '',
  receipt_id: '',
  mode: 'verified',
  snapshot: '',
  snapshot_seq: 0,
  effective_until: UNTIL,
  as_of: null,
  max_snapshot_age: null,
  claims: [CLAIM],
  artefacts: [FIRST, SECOND],
  cover: [{ claim: CLAIM, artefacts: [FIRST, SECOND] }],
};

function fold(more: Partial<FoldResult> = {}): FoldResult {
  const masses = { support: 1_400_000, opposition: 0 };
  return {
    belief: { state: more.state ?? 'settled', effective_confidence: more.confidence ?? 0.7059 },
    state: 'settled',
    vetted: masses,
    total: masses,
    confidence: 0.7059,
    vettedConfidence: 0.7059,
    opinion: { belief: 0.4, disbelief: 0, uncertainty: 0.6 },
    newestSupport: '2026-09-10T09:00:00.000Z',
    disputed: false,
    supportDomains: 2,
    openDisputers: 0,
    voices: { contestedBy: 0, contestedByUnweighted: 0, helpfulBy: 2 },
    acceptedSuccessor: null,
    contestRef: null,
    author: null,
    ...more,
  };
}

function artefact(
  id: ArtefactId,
  withdrawnAt: string | null = null,
  publisher = `${id}.example`,
): ArtefactState {
  return {
    record: {
      artefact_id: id,
      corpus: 'sky',
      doc_id: id,
      version: 1,
      url: `https://${publisher}/`,
      title: '',
      hash: '',
      text_hash: '',
      layout_hash: '',
      media_type: 'text/plain',
      domain: publisher,
      publisher,
      licence: 'CC0-1.0',
      lang: 'en',
      summary: '',
      published: null,
      observed_at: '2026-09-10T09:00:00.000Z',
      sections: [],
      mirror_of: null,
    },
    seq: 1,
    effective_at: '2026-09-10T09:00:00.000Z',
    withdrawn: withdrawnAt === null ? null : { seq: 9, effective_at: withdrawnAt, reason: 'test' },
  };
}

function facts(more: {
  own?: FoldResult | null;
  rival?: Partial<FoldResult> | null;
  rivalCluster?: string;
  judged?: boolean;
  artefacts?: ArtefactState[];
  relicensed?: ArtefactId[];
  replaced?: ArtefactId[];
}): FindingFacts {
  const rival: RivalBelief[] =
    more.rival === undefined
      ? []
      : [
          {
            addr: RIVAL,
            cluster: more.rivalCluster ?? 'cl_c1theirs',
            judged: more.judged ?? false,
            fold: more.rival && fold(more.rival),
          },
        ];
  const artefacts = more.artefacts ?? [artefact(FIRST), artefact(SECOND)];
  return {
    folds: new Map([[CLAIM, more.own === undefined ? fold() : more.own]]),
    rivals: new Map([[CLAIM, rival]]),
    artefacts: new Map(artefacts.map((state) => [state.record.artefact_id, state])),
    replaced: new Map([[CLAIM, new Set(more.replaced ?? [])]]),
    damaged: new Set(),
    relicensed: new Set(more.relicensed ?? []),
    until: UNTIL,
  };
}

const verdict = (given: FindingFacts) => {
  const { state, reasons } = evaluate(answer, given);
  return [state, ...reasons.map(({ code }) => code)];
};

describe('the verdict on an answer', () => {
  test('is PASS while its claim is settled and nothing disagrees', () => {
    expect(verdict(facts({}))).toEqual(['PASS']);
  });

  test('is UNKNOWN for an answer that rests on nothing', () => {
    const empty = { ...answer, claims: [], artefacts: [], cover: [] };
    expect(evaluate(empty, facts({}))).toEqual({
      state: 'UNKNOWN',
      reasons: [{ code: 'no_support', claim: null }],
    });
  });

  test('is WARN and never FAIL where only a judge holds a newer claim against it, however settled that is', () => {
    const authoritative = { confidence: 0.99, supportDomains: 9, newestSupport: '2027-01-01T09:00:00.000Z' };
    expect(verdict(facts({ rival: authoritative }))[0]).toBe('FAIL');
    expect(verdict(facts({ rival: authoritative, judged: true }))).toEqual(['WARN', 'newer_rival']);
  });

  test('is FAIL where the ledger disputes the claim, whatever a judge says', () => {
    const own = fold({ state: 'disputed' });
    expect(verdict(facts({ own, rival: {}, judged: true }))[0]).toBe('FAIL');
  });

  test('is UNKNOWN for a claim without a ledger', () => {
    expect(verdict(facts({ own: null }))).toEqual(['UNKNOWN', 'not_evaluated']);
  });

  test.each([
    ['disputed', 'FAIL', 'contradiction_authoritative'],
    ['contested', 'WARN', 'contested'],
    ['stale', 'WARN', 'belief_stale'],
  ] as const)('follows a claim that is %s', (state, worst, code) => {
    expect(verdict(facts({ own: fold({ state }) }))).toEqual([worst, code]);
  });

  test('tells a successor that contradicts from one that refines', () => {
    const own = fold({ state: 'superseded', acceptedSuccessor: RIVAL });
    expect(verdict(facts({ own }))).toEqual(['WARN', 'superseded_refining']);
    const older = { newestSupport: '2026-09-01T09:00:00.000Z' };
    expect(verdict(facts({ own, rival: older }))).toEqual(['FAIL', 'superseded_contradicting']);
  });

  test('takes any wording of the successor’s cluster for the successor', () => {
    const own = fold({ state: 'superseded', acceptedSuccessor: 'wx://sky/claim/c1first' });
    const rival = { newestSupport: '2026-09-01T09:00:00.000Z' };
    expect(verdict(facts({ own, rival, rivalCluster: 'cl_c1first' }))[1]).toBe('superseded_contradicting');
    expect(verdict(facts({ own, rival, rivalCluster: 'cl_c1other' }))[1]).toBe('superseded_refining');
  });

  test('warns of a rival of the same day or later, and not of an older one', () => {
    const weak = { supportDomains: 1, confidence: 0.6296 };
    const rival = (newestSupport: string) => verdict(facts({ rival: { ...weak, newestSupport } }));
    expect(rival('2026-09-09T23:59:59.999Z')).toEqual(['PASS']);
    expect(rival('2026-09-10T00:00:00.000Z')).toEqual(['WARN', 'newer_rival']);
    expect(rival('2026-09-11T00:00:00.000Z')).toEqual(['WARN', 'newer_rival']);
  });

  test('does not warn of a rival that is superseded, disputed or without support', () => {
    for (const rival of [{ state: 'superseded' }, { state: 'disputed' }, { newestSupport: null }] as const) {
      expect(verdict(facts({ rival: { supportDomains: 1, ...rival } }))).toEqual(['PASS']);
    }
    expect(verdict(facts({ rival: null }))).toEqual(['PASS']);
  });

  test.each([
    ['confidence below 0.66', { confidence: 0.6599 }],
    ['one domain', { supportDomains: 1 }],
    ['less belief than ours', { confidence: 0.7058 }],
    ['an older newest support', { newestSupport: '2026-09-09T09:00:00.000Z' }],
    ['a contested state', { state: 'contested' }],
  ] as const)('fails by an authoritative contradiction, but not with %s', (_, lacking) => {
    expect(verdict(facts({ rival: { confidence: 0.7059 } }))).toContain('contradiction_authoritative');
    expect(verdict(facts({ rival: { confidence: 0.7059, ...lacking } }))).not.toContain(
      'contradiction_authoritative',
    );
  });

  test('takes a contradiction of exactly 0.66 for authoritative against a weaker claim', () => {
    const own = fold({ confidence: 0.6296 });
    expect(verdict(facts({ own, rival: { confidence: 0.66 } }))[0]).toBe('FAIL');
  });

  test('warns while a withdrawn artefact leaves cover, and fails when it leaves none', () => {
    const gone = '2026-09-20T00:00:00.000Z';
    const one = [artefact(FIRST, gone), artefact(SECOND)];
    expect(verdict(facts({ artefacts: one }))).toEqual(['WARN', 'artefact_withdrawn', 'diversity_lost']);
    const same = [artefact(FIRST, gone, 'p.example'), artefact(SECOND, null, 'p.example')];
    expect(verdict(facts({ artefacts: same }))).toEqual(['WARN', 'artefact_withdrawn']);
    const both = [artefact(FIRST, gone), artefact(SECOND, gone)];
    expect(verdict(facts({ artefacts: both }))[0]).toBe('FAIL');
    expect(verdict(facts({ artefacts: both }))[1]).toBe('coverage_lost');
  });

  test('counts a withdrawn artefact whose place another has taken, and still tells of it', () => {
    const gone = '2026-09-20T00:00:00.000Z';
    const both = [artefact(FIRST, gone), artefact(SECOND, gone)];
    const one = verdict(facts({ artefacts: both, replaced: [FIRST] }));
    expect(one).toEqual(['WARN', 'artefact_withdrawn', 'artefact_withdrawn', 'diversity_lost']);
    const all = verdict(facts({ artefacts: both, replaced: [FIRST, SECOND] }));
    expect(all).toEqual(['WARN', 'artefact_withdrawn', 'artefact_withdrawn']);
    expect(verdict(facts({ replaced: [FIRST] }))).toEqual(['PASS']);
  });

  test('does not see a withdrawal that takes effect after T', () => {
    const later = [artefact(FIRST, '2026-10-02T00:00:00.000Z'), artefact(SECOND)];
    expect(verdict(facts({ artefacts: later }))).toEqual(['PASS']);
  });

  test('warns of a changed licence and names the artefact', () => {
    const { reasons } = evaluate(answer, facts({ relicensed: [SECOND] }));
    expect(reasons).toEqual([{ code: 'licence_changed', claim: null, artefact: SECOND }]);
  });

  test('puts the worst reason first, whatever the order they were found in', () => {
    const reasons = [
      { code: 'newer_rival', claim: CLAIM },
      { code: 'coverage_lost', claim: CLAIM },
      { code: 'contested', claim: CLAIM },
    ] as const;
    expect(verdictOf(reasons)).toEqual(verdictOf(reasons.toReversed()));
    expect(verdictOf(reasons).reasons.map(({ code }) => code)).toEqual([
      'coverage_lost',
      'contested',
      'newer_rival',
    ]);
  });
});

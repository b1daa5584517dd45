/** Conformance: how much a store holds of a corpus, and in which states answers are. */
import { expect } from 'vitest';
import type { CorpusCounts } from '../../../graph/store/lists.ts';
import { type StoreTest, save } from './harness.ts';
import {
  annotation,
  artefact,
  at,
  CORPUS,
  changes,
  claim,
  claimAddr,
  closure,
  finding,
  ledgerEntry,
  occurrence,
  section,
  TENANT,
} from './records.ts';

const NOTHING: CorpusCounts = {
  artefacts: 0,
  documents: 0,
  sections: 0,
  claims: 0,
  events: 0,
  eventKinds: {},
  annotations: 0,
  closedStubs: 0,
  licences: {},
  oldestEffectiveAt: null,
  newestEffectiveAt: null,
};

export function describeCounts(test: StoreTest): void {
  describeCorpusCounts(test);
  describeCountsBy(test);
  describeFindingsCounts(test);
}

function describeCorpusCounts(test: StoreTest): void {
  test('counts nothing in an empty store, or under a name that is no corpus', async ({ store }) => {
    expect(await store.counts(CORPUS)).toEqual(NOTHING);
    await save(store, { claims: [claim(1)], annotations: [annotation(1)], artefacts: [artefact(1)] });
    for (const name of ['', 'spac', 'space/claim', '%', '_pace', 'SPACE', "' OR 1=1 --"]) {
      expect(await store.counts(name)).toEqual(NOTHING);
    }
  });

  test('counts what it holds of a corpus, and of no other', async ({ store }) => {
    const other = 'space-2';
    await save(store, {
      artefacts: [artefact(1), artefact(2), artefact(3, { corpus: other })],
      sections: [section('1'), section('2'), section('3', { addr: `wx://${other}/sec/3`, corpus: other })],
      claims: [claim(1), claim(2), claim(3, foreignClaim(other))],
      ledger: [ledgerEntry(1, 0), ledgerEntry(1, 1, { kind: 'dispute' }), ledgerEntry(2, 0)],
      annotations: [annotation(1), annotation(2), annotation(3, { corpus: other })],
      closures: [closure(1), closure(2, { corpus: other }), closure(3, { corpus: other })],
    });
    expect(await store.counts(CORPUS)).toEqual({
      artefacts: 2,
      documents: 2,
      sections: 2,
      claims: 2,
      events: 3,
      eventKinds: { corroborate: 2, dispute: 1 },
      annotations: 2,
      closedStubs: 1,
      licences: { 'CC-BY-4.0': 2 },
      oldestEffectiveAt: at(1),
      newestEffectiveAt: at(2),
    });
    const ofOther = { artefacts: 1, sections: 1, claims: 1, events: 0, annotations: 1, closedStubs: 2 };
    expect(await store.counts(other)).toMatchObject(ofOther);
  });

  test('counts every version, withdrawn ones too, and a document once', async ({ store }) => {
    const withdrawn = { seq: 9, effective_at: at(9), reason: 'retracted' };
    const artefacts = [
      artefact(1, { doc_id: 'd' }, { effective_at: at(50) }),
      artefact(2, { doc_id: 'd', version: 2 }, { effective_at: at(7), withdrawn }),
      artefact(3, { doc_id: 'e'.repeat(3_000) }),
    ];
    await save(store, { artefacts });
    expect(await store.counts(CORPUS)).toMatchObject({
      artefacts: 3,
      documents: 2,
      oldestEffectiveAt: at(3),
      newestEffectiveAt: at(50),
    });
  });

  test('counts artefacts per licence, whatever a licence is called', async ({ store }) => {
    const licences = ['MIT', '__proto__', '', 'CC "x"', 'MIT\u0000', 'toString', 'MIT', 'l'.repeat(9_000)];
    await save(store, { artefacts: licences.map((licence, n) => artefact(n, { licence })) });
    const { licences: counted } = await store.counts(CORPUS);
    expect(new Map(Object.entries(counted))).toEqual(
      new Map([...new Set(licences)].map((licence) => [licence, licence === 'MIT' ? 2 : 1])),
    );
  });

  test('counts once what is saved twice', async ({ store }) => {
    const parts = {
      artefacts: [artefact(1)],
      sections: [section('1')],
      claims: [claim(1)],
      ledger: [ledgerEntry(1, 0)],
      annotations: [annotation(1)],
      closures: [closure(1)],
    };
    await save(store, parts);
    const before = await store.counts(CORPUS);
    expect(before).toMatchObject({ artefacts: 1, sections: 1, claims: 1, events: 1, annotations: 1 });
    await save(store, parts);
    expect(await store.counts(CORPUS)).toEqual(before);
  });

  test('does not count what a relation names and nothing has saved', async ({ store }) => {
    await save(store, {
      occurrences: [occurrence(1, 1, 1)],
      rivals: [{ claim: claimAddr(1), rival: claimAddr(2), seq: 1 }],
      sections: [section('1')],
      ledger: [ledgerEntry(3, 0, { successor: claimAddr(4) })],
    });
    expect(await store.counts(CORPUS)).toEqual({
      ...NOTHING,
      sections: 1,
      events: 1,
      eventKinds: { corroborate: 1 },
    });
  });

  test('counts what was saved, and nothing once cleared', async ({ store }) => {
    await store.transact((tx) => tx.save(changes({ claims: [claim(1)], closures: [closure(1)] })));
    expect(await store.counts(CORPUS)).toEqual({ ...NOTHING, claims: 1, closedStubs: 1 });
    await store.transact((tx) => tx.clearProjections());
    expect(await store.counts(CORPUS)).toEqual(NOTHING);
  });
}

function describeCountsBy(test: StoreTest): void {
  test('counts as of a time what had taken effect by then, the very instant included', async ({ store }) => {
    const liar = '"effective_at":"0000-01-01T00:00:00.000Z", "closed_at":"0000"';
    await save(store, {
      artefacts: [artefact(1, { doc_id: 'd' }), artefact(6, { doc_id: 'd', version: 2, licence: 'MIT' })],
      sections: [section('1', { effective_at: at(1) }), section('6', { effective_at: at(6) })],
      // Asserted late of an early artefact: what states it decides.
      claims: [claim(9), claim(8)],
      occurrences: [occurrence(3, 9, 1), occurrence(7, 9, 6)],
      ledger: [ledgerEntry(9, 2), ledgerEntry(9, 5, { kind: 'supersede-propose' })],
      annotations: [annotation(1, { body: liar }, { effective_at: at(4) })],
      closures: [closure(5, { actor: liar })],
    });
    const seen = async (seconds: number) => {
      const counts = await store.countsBy(CORPUS, at(seconds));
      const { artefacts, documents, sections, claims, events, annotations, closedStubs } = counts;
      return [artefacts, documents, sections, claims, events, annotations, closedStubs];
    };
    expect(await store.countsBy(CORPUS, at(0))).toEqual(NOTHING);
    expect(await seen(1)).toEqual([1, 1, 1, 0, 0, 0, 0]);
    expect(await seen(2)).toEqual([1, 1, 1, 0, 1, 0, 0]);
    expect(await seen(3)).toEqual([1, 1, 1, 1, 1, 0, 0]);
    expect(await seen(4)).toEqual([1, 1, 1, 1, 1, 1, 0]);
    expect(await seen(5)).toEqual([1, 1, 1, 1, 2, 1, 1]);
    expect(await seen(6)).toEqual([2, 1, 2, 1, 2, 1, 1]);
    expect((await store.countsBy(CORPUS, at(4))).eventKinds).toEqual({ corroborate: 1 });
    expect(await store.countsBy(CORPUS, at(5))).toMatchObject({
      eventKinds: { corroborate: 1, 'supersede-propose': 1 },
      licences: { 'CC-BY-4.0': 1 },
      oldestEffectiveAt: at(1),
      newestEffectiveAt: at(1),
    });
    const { claims: _, ...counts } = await store.counts(CORPUS);
    expect(await store.countsBy(CORPUS, at(99))).toEqual({ ...counts, claims: 1 });
    expect(await store.countsBy('other', at(99))).toEqual(NOTHING);
  });
}

function foreignClaim(corpus: string) {
  return {
    addr: `wx://${corpus}/claim/c13`,
    core: { v: 1, corpus, lang: 'en', text: 'Saturn has 3 moons.' },
  } as const;
}

function describeFindingsCounts(test: StoreTest): void {
  test('counts answers by the state of their latest transition, per tenant', async ({ store }) => {
    await save(store, {
      findings: [
        finding(10, 1, 'FAIL'),
        finding(12, 1, 'PASS'),
        finding(11, 2, 'WARN'),
        finding(13, 3, 'WARN'),
        finding(0, 4, 'UNKNOWN'),
        finding(14, 5, 'FAIL', { tenant: 'globex' }),
      ],
    });
    expect(await store.findingsCounts(TENANT)).toEqual({ PASS: 1, WARN: 2, UNKNOWN: 1 });
    expect(await store.findingsCounts('globex')).toEqual({ FAIL: 1 });
    expect(await store.findingsCounts('none')).toEqual({});
    expect(await store.findingsCounts(TENANT, 14)).toEqual({ PASS: 1, WARN: 2, UNKNOWN: 1 });
    expect(await store.findingsCounts(TENANT, 12)).toEqual({ FAIL: 1, WARN: 1, UNKNOWN: 1 });
    expect(await store.findingsCounts(TENANT, 1)).toEqual({ UNKNOWN: 1 });
    expect(await store.findingsCounts(TENANT, 0)).toEqual({});
  });
}

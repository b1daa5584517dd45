import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../../graph/belief/fold.ts';
import { FOLD_POLICY } from '../../../graph/belief/policy.ts';
import type { FoldResult } from '../../../graph/belief/result.ts';
import type { LedgerEntryBody } from '../../../graph/evidence.ts';
import { anyAsOf, anyContext, anyLedger, anyVoice, anyVoices, day, ledgerOf } from './ledgers.ts';

const RUNS = { numRuns: 500 };
const END = day(6000);
/** The longest law takes about three seconds alone; a busy machine is given its time. */
const PATIENCE = { timeout: 30_000 };
const PRIOR = { confidence: 500_000, vettedConfidence: 500_000 };

const confidences = (result: FoldResult | null) => {
  const { confidence, vettedConfidence } = result ?? PRIOR;
  return { confidence, vettedConfidence };
};

describe('the fold', PATIENCE, () => {
  it('gives the same belief in whatever order the entries come', () => {
    const shuffled = anyLedger.chain((ledger) =>
      fc.tuple(
        fc.constant(ledger),
        fc.shuffledSubarray(ledger, { minLength: ledger.length, maxLength: ledger.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, anyAsOf, anyContext, ([ledger, mixed], asOf, context) => {
        expect(fold(mixed, asOf, context)).toEqual(fold(ledger, asOf, context));
      }),
      RUNS,
    );
  });

  it('gives the same belief in whatever order the entries were learned, where their effects are apart', () => {
    const apart = fc
      .uniqueArray(anyVoice, { selector: ({ on }) => on, maxLength: 24 })
      .chain((voices) =>
        fc.tuple(
          fc.constant(voices),
          fc.shuffledSubarray(voices, { minLength: voices.length, maxLength: voices.length }),
        ),
      );
    fc.assert(
      fc.property(apart, anyAsOf, anyContext, ([voices, mixed], asOf, context) => {
        expect(unnamed(fold(ledgerOf(...mixed), asOf, context))).toEqual(
          unnamed(fold(ledgerOf(...voices), asOf, context)),
        );
      }),
      RUNS,
    );
  });

  it('never loses confidence when support is added', () => {
    fc.assert(
      fc.property(anyVoices, anyVoice, anyContext, anyAsOf, (voices, voice, context, asOf) => {
        const before = confidences(fold(ledgerOf(...voices), asOf, context));
        const more = ledgerOf(...voices, { ...voice, kind: 'corroborate' });
        const after = confidences(fold(more, asOf, context));
        expect(after.confidence).toBeGreaterThanOrEqual(before.confidence);
        expect(after.vettedConfidence).toBeGreaterThanOrEqual(before.vettedConfidence);
      }),
      { numRuns: 3000 },
    );
  });

  it('never gains confidence when a dispute is added', () => {
    fc.assert(
      fc.property(anyVoices, anyVoice, anyContext, anyAsOf, (voices, voice, context, asOf) => {
        const before = confidences(fold(ledgerOf(...voices), asOf, context));
        const more = ledgerOf(...voices, { ...voice, kind: 'dispute' });
        const after = confidences(fold(more, asOf, context));
        expect(after.confidence).toBeLessThanOrEqual(before.confidence);
        expect(after.vettedConfidence).toBeLessThanOrEqual(before.vettedConfidence);
      }),
      { numRuns: 3000 },
    );
  });

  it('keeps its state under 60 unvetted writers of any kind', () => {
    const sybil = anyVoice.map((voice) => ({ ...voice, authority: null, standing: voice.standing % 500 }));
    fc.assert(
      fc.property(
        anyVoices,
        fc.array(sybil, { minLength: 60, maxLength: 60 }),
        anyAsOf,
        anyContext,
        (voices, sybils, asOf, context) => {
          const before = fold(ledgerOf(...voices), asOf, context);
          const crowd = sybils.map((voice, index) => ({ ...voice, actor: `sybil${index}` }));
          const after = fold(ledgerOf(...voices, ...crowd), asOf, context);
          if (before === null) return;
          expect(after?.state).toBe(before.state);
          expect(after?.vetted).toEqual(before.vetted);
          expect(after?.acceptedSuccessor).toBe(before.acceptedSuccessor);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is not turned against a claim by one vetted newcomer, however much it says', () => {
    const says = anyVoice.filter(({ kind }) => kind !== 'corroborate');
    const newcomer = fc.array(
      says.map((voice) => ({ ...voice, actor: 'newcomer', authority: null, standing: 1000 })),
      { minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(anyVoices, newcomer, anyAsOf, anyContext, (voices, said, asOf, context) => {
        const support = voices.map((voice) => ({ ...voice, kind: 'corroborate' as const }));
        const result = fold(ledgerOf(...support, ...said), asOf, context);
        expect(result?.acceptedSuccessor ?? null).toBeNull();
        expect(['disputed', 'contested']).not.toContain(result?.state);
      }),
      RUNS,
    );
  });

  it('moves confidence by unvetted evidence of any amount no further than a mass of 0.5', () => {
    fc.assert(
      fc.property(anyLedger, anyAsOf, anyContext, (ledger, asOf, context) => {
        const result = fold(ledger, asOf, context);
        if (result === null) return;
        expect(result.total.support - result.vetted.support).toBeLessThanOrEqual(500_000);
        expect(result.total.opposition - result.vetted.opposition).toBeLessThanOrEqual(500_000);
      }),
      RUNS,
    );
  });

  it('gives neither an actor nor a domain more than 1.645 times its best item', () => {
    fc.assert(
      fc.property(anyVoices, anyContext, (voices, context) => {
        const support = ledgerOf(...voices.map((voice) => ({ ...voice, kind: 'corroborate' as const })));
        const mass = fold(support, END, context)?.vetted.support ?? 0;
        expect(mass).toBeLessThanOrEqual(1.645 * sumOfBest(support, (entry) => entry.actor_root));
        expect(mass).toBeLessThanOrEqual(1.645 * sumOfBest(support, (_, domain) => domain));
      }),
      RUNS,
    );
  });

  it('counts an artefact once, however many actors and domains cite it', () => {
    fc.assert(
      fc.property(anyVoices, anyContext, (voices, context) => {
        const support = ledgerOf(...voices.map((voice) => ({ ...voice, kind: 'corroborate' as const })));
        const mass = fold(support, END, context)?.vetted.support ?? 0;
        expect(mass).toBeLessThanOrEqual(sumOfBest(support, (_entry, _domain, artefact) => artefact));
      }),
      RUNS,
    );
  });

  it('is blind to entries that take effect after T', () => {
    fc.assert(
      fc.property(anyLedger, anyAsOf, anyContext, (ledger, asOf, context) => {
        const known = ledger.filter((entry) => entry.effective_at <= asOf);
        expect(fold(ledger, asOf, context)).toEqual(fold(known, asOf, context));
      }),
      RUNS,
    );
  });

  it('gives the same result again and leaves its input alone', () => {
    fc.assert(
      fc.property(anyLedger, anyAsOf, anyContext, (ledger, asOf, context) => {
        const input = structuredClone({ ledger, context });
        expect(fold(ledger, asOf, context)).toEqual(fold(input.ledger, asOf, input.context));
        expect({ ledger, context }).toEqual(input);
      }),
      RUNS,
    );
  });

  it('splits every opinion into three shares of exactly one', () => {
    fc.assert(
      fc.property(anyLedger, anyAsOf, anyContext, (ledger, asOf, context) => {
        const shares = fold(ledger, asOf, context)?.opinion;
        if (shares === undefined) return;
        expect(shares.belief + shares.disbelief + shares.uncertainty).toBe(1_000_000);
        expect(Math.min(...Object.values(shares))).toBeGreaterThanOrEqual(0);
      }),
      RUNS,
    );
  });
});

/** A result without event ids, which here count the order of learning. */
function unnamed(result: FoldResult | null): object | null {
  if (result === null) return null;
  const { contestRef: _, belief, ...rest } = result;
  const { contest_ref: __, ...shown } = belief;
  return { ...rest, belief: shown };
}

/** Sum over voices of the heaviest vetted item, undecayed, in micro. */
function sumOfBest(
  ledger: readonly LedgerEntryBody[],
  voiceOf: (entry: LedgerEntryBody, domain: string, artefact: string) => string,
): number {
  const best = new Map<string, number>();
  for (const entry of ledger.filter(({ standing }) => standing >= FOLD_POLICY.vettedStanding)) {
    for (const item of entry.evidence) {
      const kind = FOLD_POLICY.kindMilli[item.kind] * FOLD_POLICY.checkMilli[item.check];
      const name = voiceOf(entry, item.domain, item.hash);
      best.set(name, Math.max(best.get(name) ?? 0, (kind * entry.standing) / 1000));
    }
  }
  return best.values().reduce((sum, weight) => sum + weight, 0);
}

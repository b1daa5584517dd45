import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventId } from '../../../graph/address.ts';
import { decayMicro } from '../../../graph/belief/decay.ts';
import { fold } from '../../../graph/belief/fold.ts';
import { claimAddr, eventId } from '../../../graph/content-address.ts';
import type { LedgerEntryBody } from '../../../graph/evidence.ts';
import { entryHash } from '../../../graph/ledger-entry.ts';
import { openRestFixture, type RestFixture, requestTo } from '../../gateway/rest/rest-fixture.ts';
import { anyAsOf, anyContext, anyLedger, BARE, corroborate, day, ledgerOf } from './ledgers.ts';
import { flawOf, readersFold } from './readers-fold.ts';

type Entry = LedgerEntryBody & { readonly entry_hash: string };

const MOONS = claimAddr({ v: 1, corpus: 'moons', lang: 'en', text: 'Saturn has 82 moons.' });

/** The entries as a service would have written them: with their ids, and each chained to the one before. */
function chained(ledger: readonly LedgerEntryBody[]): Entry[] {
  const latest = new Map<string, EventId>();
  const entries: Entry[] = [];
  for (const entry of ledger) {
    const { kind, actor_root, attestations, stake } = entry;
    const evidence = entry.evidence.map(({ ref, hash, kind }) => ({ ref, hash, kind }));
    const previous = latest.get(actor_root) ?? null;
    const core = { v: 1, claim: MOONS, kind, actor_root, previous, evidence, attestations } as const;
    const event_id = eventId({ ...core, stake: stake?.amount ?? null });
    latest.set(actor_root, event_id);
    const body = { ...entry, claim: MOONS, event_id, prev: entries.at(-1)?.entry_hash ?? null };
    entries.push({ ...body, entry_hash: entryHash(body) });
  }
  return entries;
}

describe('the stand-alone fold of a reader', () => {
  it('recomputes the belief of any ledger', () => {
    fc.assert(
      fc.property(anyLedger, anyAsOf, anyContext, (ledger, as_of, context) => {
        const belief = fold(ledger, as_of, context)?.belief ?? null;
        expect(readersFold({ ledger, as_of, ...context })).toEqual(belief);
      }),
      { numRuns: 1000 },
    );
  });

  it('decays as the exact table does on every day of twenty halvings', () => {
    const wrong: number[] = [];
    for (const halfLife of [1460, 2920]) {
      for (let age = 0; age < 20 * halfLife; age += 1) {
        // The expression of the script.
        if (Math.floor(1e6 * 2 ** (-age / halfLife)) !== decayMicro(age, halfLife)) wrong.push(age);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('the stand-alone check of a ledger', () => {
  it('finds no flaw in any ledger as we write it', () => {
    fc.assert(
      fc.property(anyLedger, (ledger) => flawOf(chained(ledger)) === null),
      { numRuns: 200 },
    );
  });

  it('hashes entries of every size as we do, on both sides of each chunk', () => {
    for (const size of [0, 1, 63, 64, 65, 1_000, 1_023, 1_024, 1_025, 2_048, 2_049, 3_073, 5_000, 70_000]) {
      const [entry] = chained(
        ledgerOf({ ...corroborate('nasa'), evidence: [{ licence: 'x'.repeat(size) }] }),
      );
      expect(flawOf(entry === undefined ? [] : [entry]), `${size}`).toBeNull();
    }
  });

  it('hashes every number and letter of a stake and a ref as we do', () => {
    const numbers = fc.oneof(fc.nat(), fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }));
    fc.assert(
      fc.property(numbers, fc.string({ unit: 'binary' }), (amount, ref) => {
        const [entry] = ledgerOf({ ...corroborate('nasa'), evidence: [{ ref }] });
        if (entry === undefined) return false;
        return flawOf(chained([{ ...entry, stake: { amount, charged: false } }])) === null;
      }),
    );
  });

  it('finds every entry that was left out, moved or changed', () => {
    const drawn = fc.tuple(anyLedger, fc.nat(), fc.constantFrom('left out', 'moved', 'changed'));
    fc.assert(
      fc.property(drawn, ([ledger, place, what]) => {
        fc.pre(ledger.length > 1);
        const whole = chained(ledger);
        const at = place % (whole.length - 1);
        expect(flawOf(altered(whole, at, what))).not.toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  it('does not find what only the newest entries could show: the log proves them', () => {
    const whole = chained(ledgerOf(corroborate('nasa'), corroborate('esa')));
    expect(flawOf(whole.slice(0, 1))).toBeNull();
  });
});

function altered(whole: readonly Entry[], at: number, what: string): Entry[] {
  const [entry, next] = whole.slice(at, at + 2);
  if (entry === undefined || next === undefined) return [];
  const changed = { ...entry, standing: (entry.standing + 1) % 1001 };
  const pair = what === 'moved' ? [next, entry] : [changed, next];
  return [...whole.slice(0, at), ...(what === 'left out' ? [next] : pair), ...whole.slice(at + 2)];
}

const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

/** Runs the script as a reader would, from another folder. */
function run(files: readonly string[], input = '') {
  const args = [path('docs/readers-fold.mjs'), ...files];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { input, cwd: '/', encoding: 'utf8' });
  return { status, stderr, shown: JSON.parse(stdout) };
}

describe('the command of a reader', () => {
  let fixture: RestFixture;
  let saved: string;

  beforeAll(async () => {
    fixture = await openRestFixture();
    const claim = await fixture.claim('212');
    const token = await fixture.mint();
    const url = `/v1/claims/${encodeURIComponent(claim)}/ledger`;
    const response = await fixture.rest()(requestTo(url, { token }));
    saved = await response.text();
  });

  afterAll(() => fixture[Symbol.asyncDispose]());

  it('agrees with a response as curl saves it', () => {
    const { status, shown } = run([], saved);
    expect(shown).toEqual({ belief: JSON.parse(saved).belief, agrees: true });
    expect(status).toBe(0);
  });

  it('ends with 1 where the belief is another', () => {
    const response = JSON.parse(saved);
    const belief = { ...response.belief, effective_confidence: 0.9999 };
    const { status, shown } = run([], JSON.stringify({ ...response, belief }));
    expect(shown).toEqual({ belief: response.belief, agrees: false });
    expect(status).toBe(1);
  });

  it('ends with 1 where a belief is missing', () => {
    const { belief, ...response } = JSON.parse(saved);
    expect(run([], JSON.stringify(response))).toMatchObject({ status: 1, shown: { belief, agrees: false } });
  });

  it.each<[string, (response: { ledger: Entry[] }) => object, string]>([
    [
      'an entry that was changed',
      ({ ledger: [first, ...rest] }) => ({ ledger: [{ ...first, standing: 1 }, ...rest] }),
      'entry_hash',
    ],
    ['its first entry left out', ({ ledger }) => ({ ledger: ledger.slice(1) }), 'seq'],
    ['its newest end trimmed', () => ({ next: '?after=e1x' }), '?after=e1x'],
    [
      'nothing that fitted the budget',
      () => ({ ledger: [], budget: { dropped: { count: 2 } } }),
      'token_budget',
    ],
    [
      'no ledger but a refusal',
      () => ({ ledger: undefined, error: { reason: 'denied:token_missing' } }),
      'denied:token_missing',
    ],
  ])('ends with 2 on a response with %s', (_, change, why) => {
    const response = JSON.parse(saved);
    const { status, shown } = run([], JSON.stringify({ ...response, ...change(response) }));
    expect(status).toBe(2);
    expect(shown.why).toContain(why);
  });

  it.each(['', '{', 'null', '[]', '{"ledger":[null]}', '{"ledger":[{}]}', '\u00a1cbor'])(
    'ends with 2 and one line on %j',
    (input) => {
      const { status, stderr } = run([], input);
      expect(status).toBe(2);
      expect(stderr.trimEnd()).not.toContain('\n');
    },
  );

  it('ends with 2 on a file that there is not', () => {
    expect(run(['/nowhere/ledger.json'])).toMatchObject({ status: 2 });
  });

  it.each(['fold_valid', 'fold_invalid'])('agrees with the vectors in %s.json', (name) => {
    const { status, shown } = run([path(`test/vectors/${name}.json`)]);
    expect(shown).toMatchObject({ disagree: [] });
    expect(shown.cases).toBeGreaterThan(30);
    expect(status).toBe(0);
  });

  it('names the vectors that it disagrees with', () => {
    const ledger = chained(ledgerOf(corroborate('nasa')));
    const vector = {
      ledger,
      as_of: day(0),
      ...BARE,
      belief: { state: 'settled', effective_confidence: 0.7 },
    };
    const cases = [
      { ...vector, name: 'wrong' },
      { ...vector, name: 'refused for nothing', fault: 'seq' },
    ];
    const { status, shown } = run([], JSON.stringify({ cases }));
    expect(shown).toEqual({ cases: 2, disagree: ['wrong', 'refused for nothing'] });
    expect(status).toBe(1);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeptReads } from '../../engine/kept-reads.ts';
import type { ClaimAddr } from '../../graph/address.ts';
import { openEmbedded } from '../../graph/embedded/open.ts';
import { storeFolder } from '../gateway/graphql/graphql-server.ts';
import { answerOf, ingestInto, jsonLines } from './documents.ts';
import { createTestEngine } from './test-engine.ts';

const BOUND = 4;

/** A log that only counts: whatever is read says at which length it was read. */
function countingLog() {
  const log = { size: 0, reads: 0, heads: 0, weight: 1 };
  const state = { during: (): void => undefined };
  const kept = new KeptReads(
    {
      head: async () => {
        log.heads += 1;
        return { size: log.size, at: null, frontier: [] } as never;
      },
    },
    async (keys: readonly string[]) => {
      log.reads += keys.length;
      const seen = log.size;
      state.during();
      await Promise.resolve();
      return keys.map((key) => `${key} at ${seen}`);
    },
    { weigh: () => log.weight, bound: BOUND },
  );
  return { log, state, kept };
}

describe('reads that are kept', () => {
  it('are read once while the log stands still', async () => {
    const { log, kept } = countingLog();
    expect(await kept.read(['a', 'b'])).toEqual(['a at 0', 'b at 0']);
    expect(await kept.read(['b', 'c', 'a'])).toEqual(['b at 0', 'c at 0', 'a at 0']);
    expect(log.reads).toBe(3);
  });

  it('are read anew from the next entry on', async () => {
    const { log, kept } = countingLog();
    await kept.read(['a']);
    log.size = 1;
    expect(await kept.read(['a'])).toEqual(['a at 1']);
  });

  it('are those of the length that whoever asks has read, or newer, without reading it again', async () => {
    const { log, kept } = countingLog();
    await kept.read(['a']);
    log.size = 2;
    expect(await kept.read(['a'], 0)).toEqual(['a at 0']);
    expect(await kept.read(['a'], 1)).toEqual(['a at 2']);
    expect(await kept.read(['a'], 0)).toEqual(['a at 2']);
    expect(await kept.read(['a'])).toEqual(['a at 2']);
    expect(log.heads).toBe(2);
  });

  it('give nothing old to whoever comes after a commit that fell into a read', async () => {
    const { log, state, kept } = countingLog();
    let later: Promise<string[]> | null = null;
    state.during = () => {
      state.during = () => undefined;
      log.size = 1;
      later = kept.read(['a']);
    };
    expect(await kept.read(['a'])).toEqual(['a at 0']);
    expect(await later).toEqual(['a at 1']);
    expect(await kept.read(['a'])).toEqual(['a at 1']);
  });

  it('drop what was read longest ago where the bound is reached, and nothing at the bound', async () => {
    const { log, kept } = countingLog();
    await kept.read(['a', 'b', 'c', 'd']);
    await kept.read(['a', 'b', 'c', 'd']);
    expect(log.reads).toBe(4);
    await kept.read(['e']);
    await kept.read(['b', 'c', 'd', 'e']);
    expect(log.reads).toBe(5);
    await kept.read(['a']);
    expect(log.reads).toBe(6);
  });

  it('keep nothing that is heavier than the bound, and give it', async () => {
    const { log, kept } = countingLog();
    log.weight = BOUND + 1;
    expect(await kept.read(['a', 'b'])).toEqual(['a at 0', 'b at 0']);
    expect(await kept.read(['a'])).toEqual(['a at 0']);
    expect(log.reads).toBe(3);
  });

  it('pass a fault on and keep nothing of it', async () => {
    let fails = true;
    const kept = new KeptReads(
      { head: async () => ({ size: 1 }) as never },
      async (keys: readonly string[]) => {
        if (fails) throw new Error('the store is away');
        return [...keys];
      },
      { weigh: () => 1, bound: BOUND },
    );
    await expect(kept.read(['a'])).rejects.toThrow('the store is away');
    fails = false;
    expect(await kept.read(['a'])).toEqual(['a']);
  });

  it('are what a read without keeping gives, whatever is read and appended in whatever order', async () => {
    const step = fc.oneof(
      fc.constant('append' as const),
      fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 7 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { log, kept } = countingLog();
        for (const one of steps) {
          if (one === 'append') log.size += 1;
          else expect(await kept.read(one)).toEqual(one.map((key) => `${key} at ${log.size}`));
        }
      }),
    );
  });
});

describe('claims and artefacts of the present', () => {
  it('follow evidence, a withdrawal and a redaction at once', async () => {
    await using folder = await storeFolder();
    await using store = await openEmbedded({ path: folder.path });
    const engine = createTestEngine(store);
    const document = { id: 'm', text: 'Saturn has 145 moons.', domain: 'one.example', day: '2023-05-12' };
    await ingestInto(engine, 'moons', [jsonLines([document])]);
    const { answer } = await answerOf(engine, { corpus: 'moons', q: 'How many moons does Saturn have?' });
    const claim: ClaimAddr = answer.claims[0]?.addr ?? 'wx://moons/claim/';
    const id = answer.artefacts[0]?.artefact_id ?? 'a1';
    const confidence = async () => (await engine.claims([claim], null))[0]?.belief.fold?.confidence;
    const before = await confidence();
    expect(before).toBe(await confidence());
    await engine.appendEvidence({
      claim,
      corpus: 'moons',
      kind: 'corroborate',
      evidence: [{ ref: 'https://two.example/count', hash: 'unknown', kind: 'source' }],
      attestations: [],
      stake: null,
      writer: { actor: 'a', actorRoot: 'a', standing: 1000, tokenId: 't', maySupersede: false },
      idempotency: null,
    });
    expect(await confidence()).toBeGreaterThan(before ?? Number.POSITIVE_INFINITY);
    const request = { artefact: id, reason: 'retracted', by: null };
    await engine.withdraw(request);
    expect((await engine.artefacts([id]))[0]?.withdrawn?.reason).toBe('retracted');
    await engine.redact(request);
    expect((await engine.claims([claim], null))[0]?.claim.core.text).toBe('');
    expect((await engine.artefacts([id]))[0]?.record.summary).toBe('');
    expect(await engine.claims([claim, 'wx://moons/claim/none'], null)).toMatchObject([{}, null]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HeadCache } from '../../engine/head-cache.ts';
import type { ClaimAddr } from '../../graph/address.ts';
import { openEmbedded } from '../../graph/embedded/open.ts';
import { storeFolder } from '../gateway/graphql/graphql-server.ts';
import { answerOf, ingestInto, jsonLines } from './documents.ts';
import { createTestEngine } from './test-engine.ts';

const BOUND = 4;

/** A log with a size alone: each value names the log size at which it was read. */
function countingLog() {
  const log = { size: 0, reads: 0, heads: 0, weight: 1 };
  const state = { during: (): void => undefined };
  const cache = new HeadCache(
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
  return { log, state, cache };
}

describe('HeadCache', () => {
  it('reads a key once while the log head does not move', async () => {
    const { log, cache } = countingLog();
    expect(await cache.read(['a', 'b'])).toEqual(['a at 0', 'b at 0']);
    expect(await cache.read(['b', 'c', 'a'])).toEqual(['b at 0', 'c at 0', 'a at 0']);
    expect(log.reads).toBe(3);
  });

  it('reads a key anew after the next entry', async () => {
    const { log, cache } = countingLog();
    await cache.read(['a']);
    log.size = 1;
    expect(await cache.read(['a'])).toEqual(['a at 1']);
  });

  it('serves values of the log size that the caller knows, or newer, without reading the head', async () => {
    const { log, cache } = countingLog();
    await cache.read(['a']);
    log.size = 2;
    expect(await cache.read(['a'], 0)).toEqual(['a at 0']);
    expect(await cache.read(['a'], 1)).toEqual(['a at 2']);
    expect(await cache.read(['a'], 0)).toEqual(['a at 2']);
    expect(await cache.read(['a'])).toEqual(['a at 2']);
    expect(log.heads).toBe(2);
  });

  it('serves no old value after a commit during a read', async () => {
    const { log, state, cache } = countingLog();
    let later: Promise<string[]> | null = null;
    state.during = () => {
      state.during = () => undefined;
      log.size = 1;
      later = cache.read(['a']);
    };
    expect(await cache.read(['a'])).toEqual(['a at 0']);
    expect(await later).toEqual(['a at 1']);
    expect(await cache.read(['a'])).toEqual(['a at 1']);
  });

  it('drops what was read longest ago past the bound, and nothing at the bound', async () => {
    const { log, cache } = countingLog();
    await cache.read(['a', 'b', 'c', 'd']);
    await cache.read(['a', 'b', 'c', 'd']);
    expect(log.reads).toBe(4);
    await cache.read(['e']);
    await cache.read(['b', 'c', 'd', 'e']);
    expect(log.reads).toBe(5);
    await cache.read(['a']);
    expect(log.reads).toBe(6);
  });

  it('serves a value that is heavier than the bound without caching it', async () => {
    const { log, cache } = countingLog();
    log.weight = BOUND + 1;
    expect(await cache.read(['a', 'b'])).toEqual(['a at 0', 'b at 0']);
    expect(await cache.read(['a'])).toEqual(['a at 0']);
    expect(log.reads).toBe(3);
  });

  it('throws the fault of a read and caches nothing of it', async () => {
    let fails = true;
    const cache = new HeadCache(
      { head: async () => ({ size: 1 }) as never },
      async (keys: readonly string[]) => {
        if (fails) throw new Error('the store is away');
        return [...keys];
      },
      { weigh: () => 1, bound: BOUND },
    );
    await expect(cache.read(['a'])).rejects.toThrow('the store is away');
    fails = false;
    expect(await cache.read(['a'])).toEqual(['a']);
  });

  it('serves what an uncached read serves, for any order of reads and appends', async () => {
    const step = fc.oneof(
      fc.constant('append' as const),
      fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 7 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { log, cache } = countingLog();
        for (const one of steps) {
          if (one === 'append') log.size += 1;
          else expect(await cache.read(one)).toEqual(one.map((key) => `${key} at ${log.size}`));
        }
      }),
    );
  });
});

describe('cached claims and artefacts', () => {
  it('show evidence, a withdrawal and a redaction at once', async () => {
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

import { generateKeyPairSync } from 'node:crypto';
import { SYSTEM_CLOCK } from '../../bin/cli/system-clock.ts';
import { createKeyService } from '../../engine/keys/create-key-service.ts';
import type { KeyService } from '../../engine/keys/keys.ts';
import type { RootBlock } from '../../engine/keys/token-block.ts';
import { attenuateToken, issueToken } from '../../engine/keys/token-chain.ts';
import { LogWriter } from '../../graph/log/writer.ts';
import type { Benchmark, Contestant } from '../benchmark.ts';
import { sample } from '../sample.ts';
import { EMBEDDED } from '../stores.ts';

const WARM_CHECKS = 20_000;
/** Fewer than the cache holds: no token is met twice. */
const COLD_CHECKS = 200;
/** Blocks that a holder has added. */
const ADDED = 3;
const REVOKED = 1_000;

const ROOT: Omit<RootBlock, 'v' | 'next'> = {
  actor: 'ac_bench',
  standing: null,
  iat: '2026-01-01T00:00:00.000Z',
  exp: '2126-01-01T00:00:00.000Z',
  caps: ['wiki.handshake', 'wiki.search', 'wiki.annotate', 'wiki.annotations', 'svc.evidence'],
};

/** The whole of `verifyToken`: hash, signatures or cache, audience, expiry, revocations, standing. */
export const tokenBenchmark: Benchmark = {
  name: 'token',
  about: 'checks of a capability token: known (warm) and new (cold), of one block and narrowed',
  rounds: 15,
  async prepare() {
    await using undo = new AsyncDisposableStack();
    const { store } = undo.use(await EMBEDDED.open());
    const tokenKey = generateKeyPairSync('ed25519').privateKey;
    const writer = new LogWriter(store, SYSTEM_CLOCK.now);
    const keys = undo.use(createKeyService({ store, writer, clock: SYSTEM_CLOCK, tokenKey }));
    await revokeMany(keys);
    const narrow = { corpora: ['lakes'], prefixes: ['wx://lakes/claim/'], budget: 4_096 };
    const contestants = [0, ADDED].flatMap((added) => {
      const make = () => {
        let { token } = issueToken(ROOT, tokenKey);
        for (let block = 0; block < added; block++) token = attenuateToken(token, narrow) ?? token;
        return token;
      };
      return contestantsFor(keys, make, added + 1);
    });
    const kept = undo.move();
    return { contestants, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  },
};

function contestantsFor(keys: KeyService, make: () => string, blocks: number): Contestant[] {
  const known = make();
  const warm = `warm, blocks: ${blocks}`;
  return [
    {
      name: warm,
      against: null,
      round: () =>
        check(
          keys,
          Array.from({ length: WARM_CHECKS }, () => known),
        ),
    },
    {
      name: `cold, blocks: ${blocks}`,
      against: warm,
      round: () => check(keys, Array.from({ length: COLD_CHECKS }, make)),
    },
  ];
}

function check(keys: KeyService, tokens: readonly string[]) {
  // Each as a header brings it: a string that nobody has hashed before.
  const sent = tokens.map((token) => Buffer.from(token).toString('latin1'));
  return sample(null, async () => {
    for (const token of sent) {
      const grant = await keys.verifyToken(token);
      if (!grant.ok) throw new Error(grant.refusal.message);
    }
    return { check: sent.length };
  });
}

async function revokeMany(keys: KeyService): Promise<void> {
  const request = { capabilities: [], standing: null, ttl: 'P1D', actor: null };
  const minted = await Promise.all(Array.from({ length: REVOKED }, () => keys.mintToken(request)));
  await Promise.all(minted.map((one) => one.ok && keys.revoke(one.value.token_id)));
}

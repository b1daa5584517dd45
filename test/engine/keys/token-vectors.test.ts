import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { publicKeyOf } from '../../../engine/keys/ed25519.ts';
import { allowanceOf } from '../../../engine/keys/narrow.ts';
import { Revocations } from '../../../engine/keys/revocations.ts';
import {
  attenuateToken,
  MAX_BLOCKS,
  MAX_TOKEN_LENGTH,
  readToken,
  sealToken,
  type TokenChain,
} from '../../../engine/keys/token-chain.ts';
import { TokenVerifier } from '../../../engine/keys/token-verifier.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { openForTest, testFolder } from '../../graph/embedded/folder.ts';

interface Case {
  readonly name: string;
  readonly token: string;
  readonly now: string;
  readonly audience: string | null;
}

interface Shown {
  readonly capabilities: readonly string[];
  readonly corpora: readonly string[] | null;
  readonly prefixes: readonly string[] | null;
  readonly budget: number | null;
  readonly audiences: readonly string[];
  readonly expires_at: string;
}

interface ValidCase extends Case {
  readonly ids: readonly string[];
  readonly blocks: readonly Readonly<Record<string, unknown>>[];
  readonly sealed: boolean;
  readonly allowance: Shown;
}

interface InvalidCase extends Case {
  readonly token_key?: string;
  readonly fault: 'token_invalid' | 'token_expired';
}

interface Vectors<T> {
  readonly token_key: string;
  readonly cases: readonly T[];
}

// The files are our own, and what is not of these types fails a comparison below.
const file = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../vectors/${name}.json`, import.meta.url), 'utf8'));
const valid: Vectors<ValidCase> = file('token_valid');
const invalid: Vectors<InvalidCase> = file('token_invalid');

const keyOf = (hex: string) => publicKeyOf(new Uint8Array(Buffer.from(hex, 'hex')));

function chainOf(token: string): TokenChain {
  const chain = readToken(token, keyOf(valid.token_key));
  if (chain === null) throw new Error('this token does not hold');
  return chain;
}

/** Sets as sorted lists, the way the files show them. */
function shown(chain: TokenChain): Shown {
  const { capabilities, corpora, prefixes, budget, audiences, expiresAt } = allowanceOf(chain);
  return {
    capabilities: [...capabilities].sort(),
    corpora: corpora && [...corpora].sort(),
    prefixes: prefixes && [...prefixes].sort(),
    budget,
    audiences: [...audiences].sort(),
    expires_at: expiresAt,
  };
}

/** Whether a verifier with this key accepts a case's token at its time, or why not. */
async function verdictOf({ token, now, audience }: Case, key: string, store: GraphStore): Promise<string> {
  using revocations = new Revocations(store);
  const outcome = await new TokenVerifier({ key: keyOf(key), audience, revocations }).verify(token, now);
  return outcome.ok ? 'accepted' : outcome.refusal.reason;
}

describe('the published tokens', () => {
  it('are accepted by the verifier', async () => {
    const store = await openForTest({ path: await testFolder() });
    const verdicts = await Promise.all(valid.cases.map((one) => verdictOf(one, valid.token_key, store)));
    expect(valid.cases.filter((_, index) => verdicts[index] !== 'accepted')).toEqual([]);
  });

  it.each(valid.cases)('say who, what and how long: $name', ({ token, ids, blocks, allowance }) => {
    const chain = chainOf(token);
    const read = [chain.root, ...chain.later].map(({ next, ...block }) => ({
      ...block,
      next: Buffer.from(next).toString('hex'),
    }));
    expect(chain.ids).toEqual(ids);
    expect(read).toEqual(blocks);
    expect(shown(chain)).toEqual(allowance);
  });

  it.each(valid.cases)('can be narrowed and sealed unless they are sealed, full or long: $name', (vector) => {
    const narrowed = attenuateToken(vector.token, { budget: 0 });
    const isOpen =
      !vector.sealed && vector.blocks.length < MAX_BLOCKS && vector.token.length < MAX_TOKEN_LENGTH;
    expect(narrowed === null).toBe(!isOpen);
    expect(sealToken(vector.token) === null).toBe(vector.sealed);
    if (narrowed === null) return;
    expect(chainOf(narrowed).ids.slice(0, -1)).toEqual(vector.ids);
    expect(shown(chainOf(narrowed))).toEqual({ ...vector.allowance, budget: 0 });
  });
});

describe('the published texts that are no tokens', () => {
  it('are refused by the verifier, each for its reason', async () => {
    const store = await openForTest({ path: await testFolder() });
    for (const one of invalid.cases) {
      const verdict = await verdictOf(one, one.token_key ?? invalid.token_key, store);
      expect(verdict, one.name).toBe(`denied:${one.fault}`);
    }
  });

  it.each(invalid.cases)('do not hold, or hold no longer, or elsewhere: $name', (vector) => {
    const chain = readToken(vector.token, keyOf(vector.token_key ?? invalid.token_key));
    if (chain === null) return expect(vector.fault).toBe('token_invalid');
    const { audiences, expires_at } = shown(chain);
    const isElsewhere = audiences.some((name) => name !== vector.audience);
    expect(isElsewhere || vector.now >= expires_at).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { READING_POLICY } from '../../../engine/reading/rank/reading-policy.ts';
import { findCorpora } from '../../../eval/corpora-of.ts';
import { collectAll, learnLexical } from '../../../eval/train/reading/learn.ts';
import { skipBecause } from '../../setup/skip-because.ts';

const { missing } = await findCorpora();
const [absent] = missing;

describe('the reading policy', () => {
  skipBecause(absent?.reason ?? null);

  it('is what training without a sentence model gives again, byte for byte', async () => {
    const learned = learnLexical(await collectAll('latent'));
    expect(JSON.stringify(learned)).toBe(JSON.stringify(READING_POLICY.lexical));
  }, 900_000);
});

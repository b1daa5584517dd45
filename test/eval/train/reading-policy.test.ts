import { describe, expect, it } from 'vitest';
import { READING_POLICY } from '../../../engine/reading/rank/reading-policy.ts';
import { findCorpora } from '../../../eval/corpora-of.ts';
import { collectAll, learnLexical } from '../../../eval/train/reading/learn.ts';

const { missing } = await findCorpora();
const [absent] = missing;

describe('the reading policy', () => {
  it.skipIf(absent !== undefined)(
    `is what training without a sentence model gives again, byte for byte${absent === undefined ? '' : ` (${absent.reason})`}`,
    async () => {
      const learned = learnLexical(await collectAll('latent'));
      expect(JSON.stringify(learned)).toBe(JSON.stringify(READING_POLICY.lexical));
    },
    900_000,
  );
});

import type { StanceJudge } from '../ports.ts';
import { judgeLexically } from './judge-lexically.ts';

/** The judge that is always there. Another version where its words, features or thresholds change. */
export const LEXICAL_JUDGE: StanceJudge = {
  id: 'lexical',
  version: '1',
  judge: async (texts) => judgeLexically(texts),
};

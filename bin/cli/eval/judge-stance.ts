/** What the engine holds of a claim against evidence: the one place where another judge would be asked. */
import { compareForms } from '../../../engine/claims/compare-forms.ts';
import { readClaims } from '../../../engine/claims/read-claims.ts';
import type { ClaimForm } from '../../../graph/claim.ts';
import type { Stance } from './confusion.ts';
import type { StancePair } from './pairs-file.ts';

const LANG = 'en';

/** By the structured readings of both: they agree where any value is the same, and only else contradict. */
export function judgeStance({ claim, title, evidence }: Omit<StancePair, 'truth' | 'id'>): Stance {
  const stated = formsOf('', claim);
  const found = formsOf(title, evidence.join(' '));
  const verdicts = stated.flatMap((one) => found.map((other) => compareForms(one, other)));
  if (verdicts.includes('same')) return 'SUPPORT';
  return verdicts.includes('contradicts') ? 'CONTRADICT' : 'NONE';
}

function formsOf(title: string, text: string): ClaimForm[] {
  const readings = readClaims({ title, text, lang: LANG, published: null });
  return readings.flatMap(({ claims }) => claims.map(({ form }) => form));
}

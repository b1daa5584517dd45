/** The page's verdicts, for every part that shows one. */
import { createContext, useContext } from 'react';
import type { Verdicts } from './use-verdicts.ts';

export const VerdictsContext = createContext<Verdicts | null>(null);

/** @throws {Error} outside of the page */
export function useShownVerdicts(): Verdicts {
  const verdicts = useContext(VerdictsContext);
  if (verdicts === null) throw new Error('no verdicts are provided here');
  return verdicts;
}

import type { ReactNode } from 'react';
import { percentWords } from './words.ts';

interface ConfidenceProps {
  /** 0 to 1. */
  readonly confidence: number;
}

/** The answer's confidence when it was given; a click explains the figure. */
export function Confidence({ confidence }: ConfidenceProps): ReactNode {
  const percent = percentWords(confidence);
  return (
    <details className="confidence">
      <summary>Confidence {percent}</summary>
      <p>
        Of the answers that were given with this confidence in tests, {percent} answered their question. It is
        of the time of the answer: whether its sources still hold is what the verdict says.
      </p>
    </details>
  );
}

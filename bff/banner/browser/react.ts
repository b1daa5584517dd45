/** The live verdict of an answer in React. */
import { useEffect, useState } from 'react';
import { CONNECTING, followVerdict } from './follow-verdict.ts';
import type { VerdictSource, VerdictStatus } from './verdict-status.ts';
import { verdictText } from './words.ts';

/** A status with its sentence. */
export interface VerdictSentence extends VerdictStatus {
  readonly text: string;
}

/**
 * Follows the verdict while the component is mounted; `connecting` where it is rendered on a server.
 * @param lang of the sentence: `en`, `de` or `es`
 */
export function useVerdict({ server, answer, token }: VerdictSource, lang = 'en'): VerdictSentence {
  const [status, setStatus] = useState(CONNECTING);
  useEffect(() => followVerdict({ server, answer, token }, setStatus), [server, answer, token]);
  return { ...status, text: verdictText(status, lang) };
}

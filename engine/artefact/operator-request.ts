/** What an operator says of an artefact, checked before it becomes an entry that stays for good. */
import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactRecord, OperatorWord } from '../../graph/artefact.ts';
import { plainLine } from '../plain-line.ts';
import { done, type Outcome, refused } from '../refusal.ts';

export interface OperatorRequest {
  readonly artefact: ArtefactId;
  /** 1 to 1,000 characters. */
  readonly reason: string;
  /** Who says so, at most 200 characters; null: nobody is named. */
  readonly by: string | null;
}

/** As an entry holds them. */
export interface CheckedWords {
  readonly reason: string;
  readonly by?: string;
}

/** What the log says now. */
export interface OperatorOutcome {
  readonly record: ArtefactRecord;
  readonly word: OperatorWord;
  /** It had been said before: no entry was written, and `word` is the earlier one. */
  readonly repeated: boolean;
}

const MAX_REASON = 1_000;
const MAX_NAME = 200;

/** The words as the entry holds them. */
export function checkWords({ reason, by }: Omit<OperatorRequest, 'artefact'>): Outcome<CheckedWords> {
  const why = wordsOf(reason);
  if (why.length < 1 || why.length > MAX_REASON) {
    return refused('invalid:body', `a reason has 1 to ${MAX_REASON} characters, not ${why.length}`);
  }
  const who = wordsOf(by ?? '');
  if (who.length > MAX_NAME) return refused('invalid:body', `a name has at most ${MAX_NAME} characters`);
  return done(who === '' ? { reason: why } : { reason: why, by: who });
}

/** An entry is shown on terminals and pages: one line, of characters that can be encoded. */
function wordsOf(text: string): string {
  return plainLine(text.toWellFormed());
}

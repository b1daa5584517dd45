/** Where somebody lives or plays, told by a move. */
import type { Question, Term } from '../question/question.ts';
import { findName } from './name-gate.ts';
import type { SentenceReading } from './sentence-reading.ts';

/** What a move says of where somebody lives or plays. */
export const BY_MOVE = 0.85;
const STAYS =
  /^(?:perform|play|rehears|train|meet|gather|practi[sc]|live|living|stay|work|resid|sit|stand|hang|trade|worship|race)/;
const MOVED =
  /\b(?:moved?|moves|relocated?|relocates|transferred)\s(?:\p{L}+\s){0,3}?(?:from\s[^,;.]{1,40}\s)?to\s/iu;

/** Whether a verb of the question asks where somebody lives or plays. */
export function isStay({ surface }: Term): boolean {
  return STAYS.test(surface);
}

/** "The choir has moved from the Mill to Orly Hall" for where it sings now. */
export function tellsMove(question: Question, { text, words }: SentenceReading): boolean {
  if (question.entityKind !== 'place' || question.tense !== 'present' || question.names.length === 0)
    return false;
  const at = MOVED.exec(text)?.index ?? -1;
  const before = words.filter(({ end }) => end <= at);
  return question.names.every((name) => findName(name, before) !== null);
}

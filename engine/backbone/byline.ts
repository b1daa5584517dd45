/** Who made a work, where its name alone is followed by a name: "The Salt Road by Edda Norn". */
import type { Question, Term } from '../question/question.ts';
import { findName } from './name-gate.ts';
import type { SentenceReading } from './sentence-reading.ts';

const CREATES = /^(?:wrote|written|composed|painted|drew|drawn|sculpted|directed|designed|choreographed)$/;
const BYLINE = /^[”"’']?,?\sby\s(?:the\s(?:\p{Ll}+\s){1,3})?\p{Lu}/u;

/** What a byline counts beside the verb itself (1). */
export const BY_BYLINE = 0.9;

/** Whether the sentence says who made the named work without the verb that the question asks by. */
export function isBylined(question: Question, { surface }: Term, reading: SentenceReading): boolean {
  if (question.entityKind !== 'person' || !CREATES.test(surface)) return false;
  return question.names.some((name) => {
    if (
      !new RegExp(`\\b${surface}\\s(?:the\\s)?(?:\\p{Ll}+\\s)?[“"‘']?$`, 'iu').test(
        textBefore(question.text, name.surface),
      )
    )
      return false;
    const last = reading.words[(findName(name, reading.words)?.to ?? 0) - 1];
    return last !== undefined && BYLINE.test(reading.text.slice(last.end));
  });
}

function textBefore(text: string, surface: string): string {
  return text.slice(0, Math.max(0, text.indexOf(surface)));
}

/** Checks a receipt's choice from the receipt alone: what was chosen was offered, and the answer quotes nothing else. */
import { MAX_CHOSEN, MAX_OFFERED } from './choice.ts';
import type { Receipt } from './receipt.ts';
import { spanHash } from './receipt-hashes.ts';
import { failed, passed, type StepResult } from './step-result.ts';

/** A receipt without a choice passes. */
export function checkChoice({ choice, sentences }: Pick<Receipt, 'choice' | 'sentences'>): StepResult {
  if (choice === undefined) return passed('choice', 'no chooser was asked');
  const { chooser, offered, chosen } = choice;
  if (offered.length > MAX_OFFERED) return failed('choice', `${offered.length} sentences were offered`);
  if (chosen.length > MAX_CHOSEN) return failed('choice', `${chosen.length} sentences were chosen`);
  if (new Set(chosen).size !== chosen.length) return failed('choice', 'a sentence was chosen twice');
  const stray = chosen.find((number) => offered[number - 1] === undefined);
  if (stray !== undefined) return failed('choice', `sentence ${stray} was chosen and not offered`);
  const places = new Map(
    chosen.flatMap((number) => offered[number - 1] ?? []).map((one) => [placeOf(one), one.span_hash]),
  );
  for (const { text, citations } of sentences) {
    const quoted = citations.filter((one) => places.has(placeOf(one)));
    if (quoted.length === 0) return failed('choice', `“${text}” rests on no sentence that was chosen`);
    const other = quoted.find((one) => places.get(placeOf(one)) !== spanHash(one.quote));
    if (other !== undefined) return failed('choice', `“${other.quote}” is not the sentence that was offered`);
  }
  return passed(
    'choice',
    `${chosen.length} of ${offered.length} offered sentences were chosen by ${chooser}`,
  );
}

function placeOf(one: {
  readonly artefact_id: string;
  readonly start: number;
  readonly end: number;
}): string {
  return `${one.artefact_id} ${one.start} ${one.end}`;
}

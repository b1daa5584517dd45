/** Statements of what something is. */
import type { ClaimForm } from '../../graph/claim.ts';
import { saysWhatItIs } from '../../graph/claim-facets.ts';
import { tokenise } from '../text/tokens.ts';

/** What a noun phrase begins with, behind its adverbs and adjectives. */
const NOMINAL = /^(?:DET|NOUN|PROPN|NUM)$/;

/** "Vite is a build tool", and not "Vite is free": its form affirms what its subject is, and its words name that by a noun. */
export function isDefinition(text: string, form: ClaimForm): boolean {
  if (!saysWhatItIs(form)) return false;
  const from = Math.max(0, text.indexOf(form.subject.surface)) + form.subject.surface.length;
  const behind = tokenise(text, 'en').filter(({ start }) => start >= from);
  const verb = behind.findIndex(({ lemma }) => lemma === 'be');
  const said = behind.slice(verb + 1).find(({ pos }) => pos !== 'ADV' && pos !== 'ADJ');
  return verb >= 0 && NOMINAL.test(said?.pos ?? '');
}

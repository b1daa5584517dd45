/** Words and marks of one sentence, with universal part-of-speech tags and lemmas where the language has a tagger. */
import type { Span } from '../../graph/claim.ts';
import { memoize } from '../memoize.ts';
import { repairTags } from './tag-repair.ts';
import { type TaggedWord, tagEnglish } from './tagger.ts';
import type { Token } from './token.ts';
import { caseFold, singular } from './word-forms.ts';

const WORD = String.raw`[\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:[-‐‑.&'’_+][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*`;
const INITIALS = String.raw`(?:\p{Lu}\.){2,}`;
const NUMBER = String.raw`\d+(?:[.,:]\d+)*(?:(?:st|nd|rd|th)(?!\p{L}))?`;
const TOKEN = new RegExp(`${INITIALS}|${NUMBER}|${WORD}|\\S`, 'gu');
const CLITIC = /(?:n['’]t|['’](?:s|re|ve|ll|d|m))$/i;

/** @param lang BCP 47 */
export function isEnglish(lang: string): boolean {
  return lang === 'en' || lang.startsWith('en-');
}

/** Splits a sentence into tokens. `lang` is a BCP 47 tag; only English is tagged, others get 'X' and the plain form. */
export function tokenise(sentence: string, lang: string): readonly Token[] {
  return (isEnglish(lang) ? englishTokens : plainTokens)(sentence);
}

/** One sentence is read for its words, its values and its claims, and by many a question. */
const MAX_CACHED = 2_048;
const englishTokens = memoize((sentence: string): readonly Token[] => {
  const tagged = tagEnglish(withoutFinalStop(sentence));
  return repairTags(attachTags(sentence, cut(sentence), tagged));
}, MAX_CACHED);
const plainTokens = memoize(
  (sentence: string): readonly Token[] => cut(sentence).map((span) => plainToken(sentence, span)),
  MAX_CACHED,
);

function cut(sentence: string): Span[] {
  return [...sentence.matchAll(TOKEN)].flatMap(({ index: start, 0: text }) => {
    const end = start + text.length;
    const clitic = start + (CLITIC.exec(text)?.index ?? 0);
    if (clitic === start) return [{ start, end }];
    return [
      { start, end: clitic },
      { start: clitic, end },
    ];
  });
}

/** The tagger takes "m." at the end of a sentence for an abbreviation unless the stop is taken away. */
function withoutFinalStop(sentence: string): string {
  return sentence.endsWith('.') ? sentence.slice(0, -1) : sentence;
}

function plainToken(sentence: string, { start, end }: Span): Token {
  const text = sentence.slice(start, end);
  const norm = caseFold(text);
  return { text, norm, lemma: norm, pos: shapeTag(text), start, end };
}

function shapeTag(text: string): string {
  if (/^\d/.test(text)) return 'NUM';
  if (/^['’]\p{L}/u.test(text)) return 'PART';
  if (/^[\p{P}]/u.test(text)) return 'PUNCT';
  return /^[\p{S}]/u.test(text) ? 'SYM' : 'X';
}

function attachTags(sentence: string, pieces: readonly Span[], tagged: readonly TaggedWord[]): Token[] {
  let at = 0;
  return pieces.map((span) => {
    while (at < tagged.length && (tagged[at]?.end ?? 0) <= span.start) at++;
    return tagPiece(plainToken(sentence, span), tagged, at);
  });
}

function tagPiece(plain: Token, tagged: readonly TaggedWord[], at: number): Token {
  const first = tagged[at];
  if ((plain.pos !== 'X' && plain.pos !== 'PART') || first === undefined || first.start >= plain.end)
    return plain;
  const whole = first.start === plain.start && first.end === plain.end;
  const pos = whole ? first.pos : compoundTag(plain, tagged, at);
  const lemma = whole && pos !== 'PROPN' ? caseFold(first.lemma) : plain.norm;
  return { ...plain, pos, lemma: pos === 'NOUN' ? singular(plain.norm) : lemma };
}

/** The tagger cuts "first-class" and "Node.js": a compound is a name if its first part is, else its last part's tag. */
function compoundTag(plain: Token, tagged: readonly TaggedWord[], at: number): string {
  let last = tagged[at];
  if (last?.pos === 'PROPN' || last?.end === undefined) return 'PROPN';
  if (plain.text.includes('-') && /^[\p{Ll}]/u.test(plain.text)) return 'ADJ';
  for (let i = at; (tagged[i]?.start ?? plain.end) < plain.end; i++) last = tagged[i];
  return last?.pos ?? 'X';
}

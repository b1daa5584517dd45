/** Proper names by tag and shape, and the keys under which names and noun phrases are compared. */
import type { Span } from '../../graph/claim.ts';
import { findDates } from './dates.ts';
import type { Token } from './token.ts';
import { caseFold, foldForComparison, singular } from './word-forms.ts';

/** A noun phrase that later sentences may take up, with its place in the document's text. */
export interface Mention extends Span {
  readonly surface: string;
  readonly key: string;
}

/** Titles that stand before a name and are not part of it: "Secretary-General of the United Nations". */
const OFFICE =
  /^(?:president|vice-president|prime|minister|secretary|secretary-general|king|queen|prince|princess|duke|mayor|governor|chair|chairman|chairwoman|chancellor|director|director-general|chief|executive|officer|head|captain|coach|bishop|pope|senator|ambassador)$/;
const DETERMINER = /^(?:the|a|an|this|that|these|those|its|their|his|her|our|my|your|el|la|los|las|un|una)$/;
const CALENDAR =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)$/;
const PARTICLE = /^(?:de|del|da|di|van|von|der|den|al|bin|ibn|la|le|y|&)$/;

/** Finds the proper names of one sentence. A number next to a name belongs to it ("iPhone 13", "1915 Canakkale Bridge"). */
export function findNames(sentence: string, tokens: readonly Token[]): readonly Mention[] {
  const known = read.get(tokens);
  if (known?.sentence === sentence) return known.names;
  const names = readNames(sentence, tokens);
  read.set(tokens, { sentence, names });
  return names;
}

/** The tokens of a sentence are cached, and its names with them: they are asked for as values, and as what a pronoun takes up. */
const read = new WeakMap<
  readonly Token[],
  { readonly sentence: string; readonly names: readonly Mention[] }
>();

function readNames(sentence: string, tokens: readonly Token[]): readonly Mention[] {
  const dates = findDates(sentence);
  const inDate = (token: Token): boolean => dates.some((d) => d.start <= token.start && token.start < d.end);
  const found: Mention[] = [];
  for (let at = 0, to = 0; at < tokens.length; at = to) {
    const token = tokens[at];
    const isName = token !== undefined && !inDate(token) && isNameToken(tokens, at);
    to = isName ? endOfName(tokens, at, inDate) : at + 1;
    if (!isName || isOffice(tokens, at, to) || isCalendar(tokens, at, to)) continue;
    found.push(nameAt(sentence, tokens, startOfName(tokens, at, inDate), to));
  }
  return found;
}

/**
 * The comparison key of a noun phrase or name: NFC, case and diacritics folded, nouns singular, determiners and
 * possessive marks dropped. Numbers, versions and classes stay: "Unicode 15.0" and "Unicode 13.0" are two things.
 */
export function normaliseKey(text: string): string {
  const words = foldForComparison(text.normalize('NFC'))
    .replace(/['’]s(?![\p{L}\p{N}])/gu, '')
    .replace(/[^\p{L}\p{N}.+#%&/' -]+/gu, ' ')
    .split(/\s+/)
    .map((word) => singular(word.replace(/^['.-]+|['.,/-]+$/g, '')))
    .filter((word) => word !== '');
  const first = words.findIndex((word) => !DETERMINER.test(word));
  return words
    .slice(Math.max(first, 0))
    .filter((word, i) => i === 0 || !/^(?:the|a|an)$/.test(word))
    .join(' ');
}

function isNameToken(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined || !/\p{Lu}/u.test(token.text)) return false;
  if (token.pos === 'PROPN') return true;
  const initial = at === 0 || /^[“"‘'([|]$/.test(tokens[at - 1]?.text ?? '');
  if (token.pos !== 'X') return !initial && /^(?:NOUN|ADJ|VERB)$/.test(token.pos);
  return !initial || isNameToken(tokens, at + 1) || /\p{L}\p{Lu}/u.test(token.text);
}

function endOfName(tokens: readonly Token[], at: number, inDate: (token: Token) => boolean): number {
  const belongs = (token: Token, to: number) =>
    !inDate(token) && (isNameToken(tokens, to) || belongsToName(tokens, to));
  const to = tokens.findIndex((token, i) => i > at && !belongs(token, i));
  return to < 0 ? tokens.length : to;
}

function belongsToName(tokens: readonly Token[], at: number): boolean {
  const [token, after] = [tokens[at], tokens[at + 1]];
  if (token === undefined) return false;
  if (PARTICLE.test(token.norm)) return isNameToken(tokens, at + 1);
  if (!/^\d[\d.]*$/.test(token.text)) return false;
  return after === undefined || !/^(?:NOUN|ADJ|NUM|SYM|PROPN)$/.test(after.pos);
}

/** "the 1915 Canakkale Bridge": a year directly before a name, after a determiner or at the start. */
function startOfName(tokens: readonly Token[], at: number, inDate: (token: Token) => boolean): number {
  const [year, before] = [tokens[at - 1], tokens[at - 2]];
  if (year === undefined || inDate(year) || !/^(?:1[5-9]|20)\d\d$/.test(year.text)) return at;
  return before === undefined || before.pos === 'DET' || before.pos === 'PUNCT' ? at - 1 : at;
}

function isOffice(tokens: readonly Token[], from: number, to: number): boolean {
  if (tokens[to]?.norm !== 'of') return false;
  return tokens.slice(from, to).every((token) => OFFICE.test(caseFold(token.text)));
}

/** A month or weekday on its own is a time, not a name. */
function isCalendar(tokens: readonly Token[], from: number, to: number): boolean {
  return to === from + 1 && CALENDAR.test(tokens[from]?.norm ?? '');
}

function nameAt(sentence: string, tokens: readonly Token[], from: number, to: number): Mention {
  const start = tokens[from]?.start ?? 0;
  const end = tokens[to - 1]?.end ?? start;
  const surface = sentence.slice(start, end);
  return { start, end, surface, key: normaliseKey(surface) };
}

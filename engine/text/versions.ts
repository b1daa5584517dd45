/** Version numbers: dotted numerals after a product's name or a word that announces one. */
import type { Span } from '../../graph/claim.ts';

/** A version as written without a leading "v": "3.12.0". */
export interface VersionMention extends Span {
  readonly version: string;
}

const NUMERAL = String.raw`(\d{1,5}(?:\.\d{1,5}){0,4}(?:-?(?:alpha|beta|rc)\.?\d{0,3})?)`;
const FORMS: readonly RegExp[] = [
  new RegExp(String.raw`(?<![\p{L}\p{N}.])v${NUMERAL}(?![\p{L}\p{N}%])`, 'giu'),
  new RegExp(String.raw`(?<!\p{L})(?:version|release|versión)\s${NUMERAL}(?![\p{L}\p{N}%])`, 'giu'),
  /(?<![\p{L}\p{N}.£$€])(\d{1,5}(?:\.\d{1,5}){2,4})(?![\p{L}\p{N}%])/giu,
  /(?<=\p{Lu}[\p{L}\p{N}.+#-]{1,24}\s)(\d{1,4}\.\d{1,4})(?!\s?[%€£$]|[\p{L}\p{N}]|\s(?:million|billion))/gu,
];
const STATEMENT =
  /(?<!\p{L})(?:version|release|versión)(?!\p{L})(?:[^.;!?\d]|\.(?=\p{L})){0,80}\s(?:is|was|became|is now|es)\s(?:now\s|called\s|currently\s)?(?:\p{Lu}[\p{L}+#.]{0,24}\s)?v?(\d{1,5}(?:\.\d{1,5}){0,4})(?![\p{L}\p{N}%])/giu;

/** "3.6 remains the latest release". */
const STATED_OF =
  /(?<![\p{L}\p{N}.£$€])(\d{1,4}(?:\.\d{1,4}){1,4})(?=\s(?:is|was|are|remains|remained|stays|became|becomes)\s(?:\p{L}+\s)?(?:the|our|its|their|an?)\s(?:[\p{L}-]+\s){0,3}(?:version|release|branch|series)(?!\p{L}))/giu;

/** What every form contains: most sentences lack it. */
const MAY_HAVE = /\d\.\d|v\d|version|release|versión/iu;

/** Finds versions in one sentence: "v18.2", "version 16", "Python 3.12", "3.9.0", "the latest release is 24". */
export function findVersions(sentence: string): VersionMention[] {
  const found: VersionMention[] = [];
  if (!MAY_HAVE.test(sentence)) return found;
  for (const pattern of [...FORMS, STATEMENT, STATED_OF]) {
    for (const { index, 0: text, 1: version = '' } of sentence.matchAll(pattern)) {
      const end = index + text.length;
      const start = end - version.length;
      if (!found.some((other) => other.start < end && start < other.end)) found.push({ start, end, version });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

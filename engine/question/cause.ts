/** Questions after a cause: "what caused X", "what was the reason for X", which ask why X. */

const CAUSED =
  /^\s*what\s(?:was\sit\sthat\s)?(?:(?:has|had|is|was)\s)?(?:caused|causes|led\sto|triggered|sparked|prompted|brought\sabout|brought\son|set\soff|gave\srise\sto|resulted\sin)\s/iu;
const REASON =
  /^\s*what\s(?:is|was|are|were)\s(?:said\sto\s(?:be|have\sbeen)\s)?(?:the\s)?(?:(?:main|real|actual|official|stated)\s)?(?:reasons?|causes?)\s(?:for|of|behind|why)\s|^\s*for\s(?:what|which)\sreasons?\s|^\s*how\scome\s|^\s*what\smade\s(?=.*\b(?:leave|quit|resign|close|fail|stop|go|move|change)\b)/iu;
const WHY = /^\s*why\b/iu;

/** Whether the question asks why. */
export function asksCause(text: string): boolean {
  return WHY.test(text) || CAUSED.test(text) || REASON.test(text);
}

/** The question with "why" for whatever asks for the cause. */
export function withWhy(text: string): string {
  return text.replace(CAUSED, 'Why ').replace(REASON, 'Why ');
}

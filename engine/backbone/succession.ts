/** Who left and who came: the two sides of a change that a sentence reports. */
import type { Span } from '../../graph/claim.ts';

/** "succeeding Ana Reis", "took over from Otto Weiss", "the departure of Jo Vane": the one who left. */
const LEFT_BEFORE =
  /\b(?:succeed(?:ing|ed|s)?|(?:had|has|have) succeeded|replac(?:ing|ed|es?)|t(?:ook|akes?|aken|aking) over(?: [\p{L} ]{1,60})? from|handed over by|supplant(?:ing|ed|s)|unseat(?:ing|ed|s)|oust(?:ing|ed|s)|displac(?:ing|ed|es)|overtak(?:en|ing|es)|overtook|surpass(?:ing|ed|es)|eclips(?:ing|ed|es)|dethron(?:ing|ed|es)|in place of|in succession to|instead of|in for|predecessor(?: as [\p{L} ]{1,40})?(?: was| is)?,?|after|than|not|(?:departure|resignation|retirement|death|dismissal|removal) of|(?<!\b(?:has|have)\s)belonged to|until then)\s+(?:the\s+|its\s+|(?:his|her|their)\s)?$/iu;
const BEATEN_BEFORE =
  /\b(?:defeat(?:ing|ed|s)|beat(?:s|ing|en)?|ousted|unseated|won against|victory over|win over|ahead of|prevailed over|overcame)\s+(?:the\s+)?(?:\p{Ll}+[\s,]+){0,4}$/u;
/** "the outgoing mayor, Otto Weiss", "the incumbent Jo Vane". */
const OUTGOING_BEFORE = /\b(?:incumbent|outgoing|departing|retiring)\s?(?:\p{Ll}+\s?){0,3},?\s$/u;
/** "has moved its seat from Dorn", "bought from Kell": what changes hands or place comes from the one who had it. */
const CHANGED_FROM =
  /\b(?:t(?:ook|akes?|aken|aking)|mov(?:ed|es|ing|e)|relocat|switch|chang|pass|transfer|shift|hand|inherit|bought|buy|acquir|purchas|snatch|seiz|captur|regain|recover|won|wrest|grab|renam)\p{L}*\b[^.;:]*\sfrom\s+(?:the\s+)?$/iu;
const FROM_BEFORE = /\bfrom\s+(?:the\s+)?$/iu;
/** "Nobody has won more races than Jo Vane": the first, not one who was left behind. */
const UNEQUALLED_BEFORE = /\b(?:nobody|no one|no other \p{L}+)\b[^.;]*\bthan\s(?:the\s)?$/iu;
/** "Joost Kamp has stepped down". */
const LEAVES_AFTER =
  /^(?:(?:,\s[^,;:]{1,80},)?,?\s(?:(?!and\s)\p{Ll}+\s)?(?:(?:has|had|have|was|were|been|will|is|to)\s){0,3}(?:(?:step(?:s|ped|ping)?|stood|standing|stands) down|resign(?:s|ed)|retire[sd]|quits?|(?:left|leaves|leaving)(?!\s(?:school|university|college|home|behind))|depart(?:s|ed)|dismissed|sacked|ousted|unseated|voted out|died|sold|sells|hand(?:s|ed)|pass(?:es|ed) (?:on )?(?:the|his|her)|transferred|ceded|relinquish(?:es|ed)|g(?:ive|ave|iven|ives) (?:up|way)|ma(?:de|kes?) way|bow(?:s|ed) out|did not (?:seek|stand|run)|lost (?:to|the|his|her|its))\b|['’]s (?:departure|resignation|retirement|death|dismissal|removal)\b)/u;
const REPLACED_AFTER =
  /^(?:,\s[^,;:]{1,80},)?,?\s(?:(?:has|had|who|was|were|been|is)\s){0,3}(?:succeeded|replaced|followed|beaten|defeated|overtaken|displaced|surpassed|eclipsed|dethroned) (?:(?:as|in|on|at) [\p{L}\d, -]{1,60} )?by\b/iu;
/** "The board dismissed Jo Vane as head". */
const REMOVED_BEFORE =
  /\b(?:dismiss(?:es|ed)|sack(?:s|ed)|fire[sd]|remove[sd]|depose[sd]|suspend(?:s|ed)|voted out)\s$/u;
/** "Gerd Holm, who had run the league for ten years". */
const HAD_BEFORE =
  /^,\s(?:who|which|whose)\s(?:had\s(?:\p{L}+ed|been|led|run|held|won|kept|taken)\b|[^,;]*\b(?:ended|until)\b)/iu;
/** "The board has appointed": whoever fills an office does not hold it. */
const FILLS_AFTER =
  /^(?:,\s[^,;:]{1,80},)?,?\s(?:(?:has|had|have)\s)?(?:appointed|named|picked|chose|chosen|promoted|nominated|installed|swore in|sworn in)\s(?:\p{Lu}|the|an?|his|her)/u;
const FILLED_BY_BEFORE =
  /\b(?:appointed|named|nominated|sworn in|chosen|picked|proposed|backed|announced|recommended)\sby\s(?:the\s)?(?:\p{Ll}+[\s,]+){0,3}$/u;

/** Whether the name is one that gave way: the predecessor, the beaten, the place moved from. */
export function hasLeft(text: string, name: Span): boolean {
  const before = text.slice(0, name.start);
  const after = text.slice(name.end);
  if (UNEQUALLED_BEFORE.test(before)) return false;
  return (
    LEFT_BEFORE.test(before) ||
    CHANGED_FROM.test(before) ||
    isBeaten(text, name) ||
    REPLACED_AFTER.test(after)
  );
}

/** Whether the name lost against another, or left office by an event that the text reports of it. */
export function isBeaten(text: string, name: Span): boolean {
  const before = text.slice(0, name.start);
  return BEATEN_BEFORE.test(before) || OUTGOING_BEFORE.test(before);
}

/** "Jo Vane has resigned": left now, though for a question about the past the one that it was. */
export function isLeaving(text: string, name: Span): boolean {
  return LEAVES_AFTER.test(text.slice(name.end)) || REMOVED_BEFORE.test(text.slice(0, name.start));
}

/** Whether the sentence says of the name that its time was before: "who had led the firm". */
export function wasBefore(text: string, name: Span): boolean {
  return HAD_BEFORE.test(text.slice(name.end));
}

/** Whether the name only appoints, nominates or announces another. */
export function fillsOffice(text: string, name: Span): boolean {
  return FILLS_AFTER.test(text.slice(name.end)) || FILLED_BY_BEFORE.test(text.slice(0, name.start));
}

/** "Handed over to Jo Vane", "Jo Vane takes over": the one who came, where the one who left is named beside. */
const COMES_BEFORE = /\b(?:to|by|for|successor(?: is| was)?,?)\s(?:the\s)?(?:\p{Ll}+[\s,]+){0,2}$/u;
const COMES_AFTER =
  /^(?:,\s[^,;:]{1,80},)?,?\s(?:who\s)?(?:(?:has|had|was|is|been|will|now)\s){0,3}(?:takes? over|took over|taken over|succeed\p{L}*|replac\p{L}*|follow(?:s|ed)|becomes?|became|steps? in|stepped in|stepped up|appointed|named|elected|chosen|promoted|sworn in)\b/u;

/** Whether the sentence says of the name that it came. */
export function isNewcomer(text: string, name: Span): boolean {
  return COMES_BEFORE.test(text.slice(0, name.start)) || COMES_AFTER.test(text.slice(name.end));
}

/** Whether the name stands behind a plain "from". */
export function standsAfterFrom(text: string, name: Span): boolean {
  return FROM_BEFORE.test(text.slice(0, name.start));
}

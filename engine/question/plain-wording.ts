/** What a question says only for the sake of saying it, and what it says twice: taken out before its words are read. */
import { withWhy } from './cause.ts';

/** "Now" in several words; being the newest is what ranking decides. */
const PRESENT_PHRASE =
  /,?\s(?:nowadays|these days|at present|presently|at the (?:moment|present time)|at this (?:moment|time)|right now|just now|as of (?:now|today)|so far|to date|(?:up )?(?:un)?til now|of (?:them )?all)(?=[\s,?.]|$)/giu;
/** Bounds that grade nothing, and sums that every figure is: "at most", "in the end". */
const BOUND_PHRASE =
  /,?\s(?:at (?:the )?(?:very )?(?:most|least|best|latest|earliest)|in the end|all told|in (?:all|total)|altogether)(?=[\s,?.]|$)/giu;
/** "In one go": how many at once is what a rule of that kind says in any case. */
const AT_ONCE =
  /,?\s(?:in one go|in one visit|at once|at a time|at one time|at the same time|all at once)(?=[\s,?.]|$)/giu;
/** "Who won it most recently": the newest statement is asked for in any case. */
const LATEST_TIME = /,?\s(?:most recently|the last time|last time)(?=[\s,?.]|$)/giu;
/** "How much more do I pay for …": by how much is what a surcharge says. */
const HOW_MUCH_MORE = /^how much more (?=(?:do|does|must|would|will)\b)/iu;
/** "How big is the staff": of people one asks how many there are. */
const SIZE_OF_GROUP =
  /^how (?:big|large) (is|was) (?:the |its |their )?(staff|workforce|crew|team|membership|audience|crowd|congregation|choir|class|army|garrison)\b/iu;
/** "Which version should I install if I want the newest?" */
const VERSION_TO_USE =
  /^((?:which|what) version of .+?)\s(?:should|do|must|can) (?:i|we|you|one|people) (?:install|use|get|run|download|choose|pick)\b.*$/iu;
/** "What is the most recent Rellon?": of a thing that is known by a name alone, its version. */
const NEWEST_NAMED = /^(what(?:['’]s| is| was) the )(latest|newest|current)\s(?=\p{Lu}[\p{L}\d.]*\s?\??$)/iu;
/** "pay to see a match": what one pays for. */
const PAY_TO_SEE = /\b(pay|cost)(?: me| us| you)? to (?:see|watch|visit|attend|enter|get into|go to)\b/giu;
const NEWEST = /\bmost (?:recent|current|up-to-date)\b/giu;
/** "the post of mayor": the post is what a mayor holds. */
const OFFICE_OF =
  /(?<=^[Ww]ho\b.*)\b(?:(?:the|an?)\s)?(?:office|post|position|job|role|rank)\s(?:of|as)\s(?:the\s|an?\s)?(?=\p{Ll})/gu;
/** "runs X as its head": what any holder of an office does, beside the office itself. */
const HOLDS_AS =
  /^([Ww]ho)\s(?:(?:is|was|currently|now)\s)*(?:runs?|ran|heads?|headed|leads?|led|manage[sd]?|directs?|directed|serve[sd]?|act(?:s|ed)?|works?|worked|sits?|sat|in charge|in office)\b(.*?)\sas\s(?:(?:its|their|the|his|her|an?)\s)?(?=\p{Ll})/u;
const FILLS =
  /^(who)\s(?:(?:is|currently|now)\s)*(?:fill(?:s|ed|ing)?|occup(?:ies|ied|ying))\s(?=(?:the|an?)\s(?:office|post|position|job|role|rank)\s(?:of|as)\b)/iu;
/** "the name of the capital": what the capital is called is what it is. */
const NAME_OF = /\b(?:the\s)?name\sof\s(?=(?:the|its|their|his|her|an?)\s\p{Ll})/gu;
/** "What is the longest bridge called?" */
const CALLED =
  /^((?:[Ww]hat|[Ww]hich)\s(?:is|was|are|were)\s(?:the|its|their|his|her|an?)\s\p{Ll}.*?)\s(?:called|named)(?=\s(?:today|now|currently)?\??$|\??$)/u;
/** "the youngest doctor ever to have been mayor" is the youngest mayor. */
const EVER_TO_BE =
  /\b(the\s(?:very\s)?(?:\p{Ll}{2,}est|most\s\p{Ll}+|first|last))\s(?:\p{Ll}+\s){1,2}(?:ever\s)?to\s(?:(?:have\s)?(?:been|become|served\sas|held\sthe\spost\sof)|be(?:come)?|serve\sas|hold\sthe\spost\sof)\s(?:the\s|an?\s)?(?=\p{Ll})/gu;
/** "that readers should use": a thing is asked for in order to be used. */
const TO_BE_USED =
  /\s(?:that|which)\s(?:\p{Ll}+\s){1,2}(?:should|can|could|must|may|ought\sto|need\sto|have\sto)\s(?:now\s)?(?:use|have|get|install|run|download)(?=[\s,?.]|$)/gu;
const TIME_OF_DAY = /(?<=\bwhat )time of (?:the )?(?:day|night)\b/giu;
/** "does the winner of the prize get": what a prize carries goes to its winner. */
const GOES_TO_WINNER =
  /\bhow\s(?:much\smoney|much|large\sa\ssum|big\sa\ssum)\s(?:does|do|did|will|would)\s(?:the|an?|each|every)\s(?:winners?|laureates?|recipients?|prizewinners?|holders?)\sof\s(.+?)\s(?:get|gets|receive|win|earn|take\shome|collect|pocket)(?=[\s,?.]|$)/iu;
/** "Can I go to the library on a Monday?": whether it is open then. */
const GO_THERE =
  /^(?:can|could|may)\s(?:i|you|we|one|people|visitors|anyone|anybody)\s(?:go\s(?:in)?to|visit|get\sinto|come\sto)\s(?=.+\s(?:on|at)\s(?:an?\s)?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:bank|public)\sholidays?|(?:the\s)?weekends?)\??$)(.+?)(?=\s(?:on|at)\s(?:an?\s)?(?:\p{L}+days?|(?:the\s)?weekends?|(?:bank|public)\sholidays?)\??$)/iu;
/** What follows says the same once more. */
const AGAIN =
  /,\s(?:that is(?: to say)?|i\.e\.|in other words|or rather|meaning),?\s(?!(?:is|was|are|were)\b)/iu;
const ASKS = /\b(?:who|whom|whose|what|which|where|when|how)\b/iu;
const OPENING = /^(?:who|what|where)(?:\s(?:is|was|are|were)\b|['’]s\b)/iu;

/** The question without words that ask for nothing. */
export function plainWording(text: string): string {
  return withWhy(text)
    .replace(PRESENT_PHRASE, '')
    .replace(BOUND_PHRASE, '')
    .replace(AT_ONCE, '')
    .replace(LATEST_TIME, '')
    .replace(NEWEST, 'latest')
    .replace(NEWEST_NAMED, '$1$2 version of ')
    .replace(HOW_MUCH_MORE, 'How much ')
    .replace(SIZE_OF_GROUP, 'How many people $1 in the $2')
    .replace(VERSION_TO_USE, '$1 is the latest?')
    .replace(PAY_TO_SEE, '$1 for')
    .replace(FILLS, '$1 is ')
    .replace(HOLDS_AS, '$1 is$2 ')
    .replace(OFFICE_OF, '')
    .replace(EVER_TO_BE, '$1 ')
    .replace(TO_BE_USED, '')
    .replace(GOES_TO_WINNER, 'How much is $1')
    .replace(GO_THERE, 'Is $1 open')
    .replace(TIME_OF_DAY, 'time')
    .replace(NAME_OF, 'the ')
    .replace('the the ', 'the ')
    .replace(CALLED, '$1');
}

/** The ways in which the question is put, each a question; one unless it says "that is" or "in other words". */
export function wordings(text: string): readonly string[] {
  const again = AGAIN.exec(text);
  if (again === null) return [text];
  const [first, second] = [text.slice(0, again.index), text.slice(again.index + again[0].length)];
  const opening = OPENING.exec(first)?.[0];
  if (ASKS.test(second)) return [first, second];
  return opening === undefined ? [text] : [`${opening} ${second}`];
}

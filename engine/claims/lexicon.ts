/**
 * The general words that the reader of claims knows: verbs of having, costing, changing and taking office, adjectives
 * of measure, modifiers that do not change what is meant. No topic, name or relation is listed; lemmas stay open.
 */
import { setOf } from '../text/rows.ts';
import lexicon from './lexicon.json' with { type: 'json' };

const mapOf = (pairs: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(pairs));

/** "X comprises N Y", "X is home to N Y": X has N Y. */
export const HAVE_VERBS = setOf(lexicon.haveVerbs);
/** Verbs whose count is a capacity or a routine: each keeps its own meaning. */
export const MEASURE_VERBS = setOf(lexicon.measureVerbs);
/** "X is made up of N Y", "X is divided into N Y". */
export const COMPOSED_VERBS = setOf(lexicon.composedVerbs);
/** "X is owned by Y": one agent at a time. */
export const AGENT_VERBS = setOf(lexicon.agentVerbs);
/** Verbs that name an office: "X heads Y" says that X is the head of Y. */
export const OFFICE_VERBS = mapOf(lexicon.officeVerbs);
/** "X costs Q", "X sells for Q". */
export const COST_VERBS = setOf(lexicon.costVerbs);
/** Verbs that bring an amount to a new level with "to". */
export const CHANGE_VERBS = setOf(lexicon.changeVerbs);
/** Verbs after which an office or a superlative has a new holder. */
export const BECOME_VERBS = setOf(lexicon.becomeVerbs);
/** "is based in". */
export const BASE_VERBS = setOf(lexicon.baseVerbs);
/** "moved from A to B". */
export const MOVE_VERBS = setOf(lexicon.moveVerbs);
/** Verbs of things that happen once to one thing. */
export const ONCE_VERBS = setOf(lexicon.onceVerbs);
/** Verbs that report a statement of somebody else. */
export const REPORT_VERBS = setOf(lexicon.reportVerbs);
/** Words that narrow nothing: "the current capital" is the capital. */
export const NEUTRAL_MODIFIERS = setOf(lexicon.neutralModifiers);
/** Modifiers that make a description a former one. */
export const FORMER_MODIFIERS = setOf(lexicon.formerModifiers);
export const LATEST = setOf(lexicon.latest);
export const VERSION_NOUNS = setOf(lexicon.versionNouns);

/** The noun of a measure that an adjective states: "1,642 metres deep" is a depth. */
export const MEASURE_NOUNS = mapOf(lexicon.measureNouns);
/** Nouns that stand for one another as the name of an amount. */
export const ATTRIBUTE_NOUNS = mapOf(lexicon.attributeNouns);
/** The noun of what a verb measures: "weighs 3 kg" states a weight. */
export const VERB_NOUNS = mapOf(lexicon.verbNouns);

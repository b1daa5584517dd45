/** Entity values: holders of offices and superlatives, capitals and currencies, where something is based. */
import { ordinalOf } from '../text/number-words.ts';
import type { Token } from '../text/token.ts';
import { foldForComparison, singular } from '../text/word-forms.ts';
import { type Definite, isNamePhrase, readDefinite } from './definite.ts';
import { type ClauseView, type Draft, draftOf, explicitSubject } from './draft.ts';
import { AGENT_VERBS, BASE_VERBS, BECOME_VERBS, MOVE_VERBS, OFFICE_VERBS } from './lexicon.ts';
import {
  type Adjunct,
  describe,
  isDated,
  keyOf,
  modifiersOf,
  type Phrase,
  placeOf,
  readPhrase,
  surfaceOf,
} from './noun-phrase.ts';
import { type Discourse, resolveOwner } from './subjects.ts';

const AS_VERBS =
  /^(?:take|serve|succeed|replace|follow|appoint|elect|name|choose|select|install|return|swear|confirm|inaugurate|establish|overtake|surpass|displace|oust|unseat)$/;

/** Holders who follow one another do not add up: the 44th president is not one of 44. */
const SUCCESSIVE = /(?:er|or|ent|ant|ist|man|woman|king|queen|pope|captain|edition|time|season|year)$/;

/** "overtook the Vale Tower as": words of the one who was replaced. */
const MAX_BEFORE_AS = 5;

/** Reads the entity values of a clause. */
export function readEntityFrames(view: ClauseView, discourse: Discourse): Draft[] {
  for (const read of [readOrdinal, readHolder, readOfficeVerb, readAgent, readBase, readMove]) {
    const found = read(view, discourse);
    if (found !== null) return [found];
  }
  return [];
}

/** "D is E", "E is D", "E became D", "E took over as D". */
function readHolder(view: ClauseView, discourse: Discourse): Draft | null {
  const { clause, sentence, subject } = view;
  const { verb } = clause;
  const object = objectTokens(view);
  if (object === null) return null;
  const other = readPhrase(beforeConnective(object.tokens));
  if (verb.lemma === 'be' && subject.how === 'explicit' && !isNamePhrase(subject.phrase)) {
    const definite = readDefinite(subject.phrase, sentence, discourse, false) ?? fronted(view);
    if (definite !== null && isHolder(other, subject.phrase))
      return entityDraft(view, definite, other.base, { adjuncts: other.adjuncts });
  }
  if (!isNamePhrase(subject.phrase) && subject.how !== 'coref') return null;
  const definite = readDefinite(other, sentence, discourse, true);
  if (definite === null || (object.weak && isIndefiniteOffice(other))) return null;
  return holderOf(view, definite, other, object.starts);
}

/** A bare noun after plain "is" is an office only before "of": "is mayor of Tarnow". */
function isIndefiniteOffice(phrase: Phrase): boolean {
  const article = phrase.base[0]?.norm === 'the' || phrase.base.some((token) => /^['’]s?$/.test(token.text));
  return !article && phrase.adjuncts[0]?.preposition !== 'of';
}

interface ObjectWords {
  readonly tokens: readonly Token[];
  /** The verb says that the holder is new. */
  readonly starts: boolean;
  readonly weak: boolean;
}

/** The words that describe what the subject is or becomes; null for other verbs. */
function objectTokens({ clause }: ClauseView): ObjectWords | null {
  const { verb, rest } = clause;
  const as = rest.findIndex((token) => token.norm === 'as');
  const tokens = withoutAdverbs(rest);
  if (verb.lemma === 'be') return { tokens, starts: false, weak: true };
  if (as >= 0 && as <= MAX_BEFORE_AS && AS_VERBS.test(verb.lemma)) {
    return { tokens: rest.slice(as + 1), starts: verb.lemma !== 'serve', weak: false };
  }
  if (!BECOME_VERBS.has(verb.lemma)) return null;
  if (verb.lemma !== 'become' && verb.lemma !== 'remain' && !verb.passive) return null;
  return { tokens: as === 0 ? rest.slice(1) : tokens, starts: verb.lemma !== 'remain', weak: false };
}

/** "Now", "again" and their like around an object are no part of its name. */
function withoutAdverbs(tokens: readonly Token[]): readonly Token[] {
  const from = tokens.findIndex((token) => token.pos !== 'ADV');
  const to = tokens.findLastIndex(
    (token) => token.pos !== 'ADV' && !/^(?:again|instead|today)$/.test(token.norm),
  );
  return from < 0 ? [] : tokens.slice(from, to + 1);
}

function beforeConnective(tokens: readonly Token[]): readonly Token[] {
  const stop = tokens.findIndex((token) => token.pos === 'CCONJ' || token.norm === 'up');
  return stop < 0 ? tokens : tokens.slice(0, stop);
}

/** "In Burundi, the capital was moved …": the place in front completes the description. */
function fronted({ clause, sentence, subject }: ClauseView): Definite | null {
  const described = describe(subject.phrase);
  const place = placeOf(readPhrase(clause.fronted), /^in$/);
  if (described === null || !described.definite || described.owner !== null || place === undefined)
    return null;
  if (subject.phrase.base.at(-1)?.norm.endsWith('s')) return null;
  const key = `${keyOf(subject.phrase.base)} of ${keyOf(place.tokens)}`;
  const surface = `${subject.surface} in ${surfaceOf(place.tokens, sentence)}`;
  return { subject: explicitSubject(key, surface), head: described.head };
}

/** A name, or after "the currency of X is" a plain noun such as "the lev". */
function isHolder(phrase: Phrase, description: Phrase): boolean {
  if (isNamePhrase(phrase)) return true;
  const [determiner, noun] = phrase.base;
  const isPlain = determiner?.norm === 'the' && noun?.pos === 'NOUN' && phrase.tokens.length === 2;
  return isPlain && description.tokens.some((token) => token.pos === 'PROPN');
}

/** The subject is the holder, the object the description. */
function holderOf(view: ClauseView, definite: Definite, description: Phrase, starts: boolean): Draft {
  const { subject } = view;
  const adjuncts = description.adjuncts.filter(isDated);
  const made = entityDraft(view, definite, subject.phrase.base, { starts, adjuncts });
  const tokens = [...subject.phrase.base, ...description.tokens];
  if (subject.how !== 'coref') return { ...made, valueTokens: tokens };
  const value = { kind: 'entity', key: subject.key, surface: subject.surface } as const;
  const resolved = { ...made.subject, how: subject.how, context: subject.context };
  return { ...made, value, subject: resolved, valueTokens: tokens };
}

function entityDraft(
  view: ClauseView,
  { subject, head }: Definite,
  holder: readonly Token[],
  more: Partial<Pick<Draft, 'starts' | 'adjuncts'>>,
): Draft {
  const named = holder[0]?.pos === 'DET' ? holder.slice(1) : holder;
  return draftOf({
    subject,
    attribute: { head, modifiers: [], predicate: 'be', dimension: 'entity' },
    value: { kind: 'entity', key: keyOf(named), surface: surfaceOf(named, view.sentence) },
    valueTokens: holder,
    ...more,
  });
}

/** "X heads the Y": X is the head of Y. */
function readOfficeVerb(view: ClauseView): Draft | null {
  const { clause, subject, sentence } = view;
  const office = OFFICE_VERBS.get(clause.verb.lemma);
  const body = readPhrase(clause.rest);
  const plain = office !== undefined && !clause.verb.passive && !clause.verb.negated;
  if (!plain || !isNamePhrase(subject.phrase) || !isNamePhrase(body)) return null;
  const led = explicitSubject(`${office} of ${keyOf(body.base)}`, surfaceOf(body.base, sentence));
  const adjuncts = body.adjuncts.filter(isDated);
  return entityDraft(view, { subject: led, head: office }, subject.phrase.base, { adjuncts });
}

/** "X is owned by Y." */
function readAgent(view: ClauseView): Draft | null {
  const { clause, subject } = view;
  const phrase = readPhrase(clause.rest);
  const agent = phrase.adjuncts.find((adjunct) => adjunct.preposition === 'by');
  if (!clause.verb.passive || !AGENT_VERBS.has(clause.verb.lemma) || phrase.base.length > 0) return null;
  if (agent === undefined || clause.verb.negated || !isNamePhrase(readPhrase(agent.tokens))) return null;
  const adjuncts = phrase.adjuncts.filter((adjunct) => adjunct !== agent);
  return entityDraft(view, { subject, head: clause.verb.lemma }, agent.tokens, { adjuncts });
}

/** "X is based in P", "X has its headquarters in P", "the headquarters of X are in P". */
function readBase(view: ClauseView, discourse: Discourse): Draft | null {
  const { clause, subject, sentence } = view;
  const { verb, rest } = clause;
  const phrase = readPhrase(rest);
  const place = placeOf(phrase, /^(?:in|at)$/);
  if (place === undefined || !isNamePhrase(readPhrase(place.tokens))) return null;
  const isBased = BASE_VERBS.has(verb.lemma) && verb.passive && phrase.base.length === 0;
  const hasBase = /^(?:headquarters|seat|base)$/.test(phrase.base.at(-1)?.norm ?? '');
  if (isBased || (verb.lemma === 'have' && hasBase)) return baseDraft(view, subject, place);
  const described = verb.lemma === 'be' && phrase.base.length === 0 ? describe(subject.phrase) : null;
  if (described?.head !== 'headquarters' || described.owner === null) return null;
  const owner = resolveOwner(described.owner, sentence, discourse);
  return owner && baseDraft(view, owner, place);
}

/** "X moved from A to B"; a moved capital is a description with a new holder. */
function readMove(view: ClauseView, discourse: Discourse): Draft | null {
  const { clause, subject, sentence } = view;
  if (!MOVE_VERBS.has(clause.verb.lemma)) return null;
  const phrase = readPhrase(clause.rest);
  const target = phrase.adjuncts.find((adjunct) => adjunct.preposition === 'to');
  if (target === undefined || !isNamePhrase(readPhrase(target.tokens))) return null;
  const later = phrase.adjuncts.filter(
    (adjunct) => adjunct !== target && !/^(?:from|to)$/.test(adjunct.preposition),
  );
  const definite = isNamePhrase(subject.phrase)
    ? null
    : (fronted(view) ?? readDefinite(subject.phrase, sentence, discourse, false));
  if (definite !== null) return entityDraft(view, definite, target.tokens, { starts: true, adjuncts: later });
  const object = phrase.base.at(-1)?.norm ?? '';
  if (/^(?:its|their)$/.test(phrase.base[0]?.norm ?? '') && object === 'capital') {
    const named = { key: `${object} of ${subject.key}`, surface: surfaceOf(phrase.base, sentence) };
    const owned: Definite = { subject: { ...subject, ...named }, head: object };
    return entityDraft(view, owned, target.tokens, { starts: true, adjuncts: later });
  }
  if (object !== '' && !/^(?:headquarters|base|offices?|seat)$/.test(object)) return null;
  const made = baseDraft(view, subject, target);
  return { ...made, starts: true, adjuncts: later };
}

function baseDraft(view: ClauseView, subject: Draft['subject'], place: Adjunct): Draft {
  const { adjuncts } = readPhrase(view.clause.rest);
  return entityDraft(view, { subject, head: 'base' }, place.tokens, { adjuncts });
}

/**
 * "A became the twelfth official language of X": X has at least twelve of them from then on. Null for ranks among
 * successive holders.
 */
function readOrdinal(view: ClauseView, discourse: Discourse): Draft | null {
  const { clause, sentence } = view;
  if (clause.verb.lemma !== 'become' || clause.rest.some((token) => token.norm === 'to')) return null;
  const phrase = readPhrase(clause.rest);
  const [article, rank, ...noun] = phrase.base;
  const count = ordinalOf(rank?.norm ?? '');
  const head = noun.at(-1);
  const owner = phrase.adjuncts[0];
  if (article?.norm !== 'the' || count === undefined || head?.pos !== 'NOUN' || owner?.preposition !== 'of')
    return null;
  const name = singular(foldForComparison(head.text));
  if (name !== 'member' && SUCCESSIVE.test(name)) return null;
  const subject = resolveOwner(owner.tokens, sentence, discourse);
  if (subject === null || !owner.tokens.some((token) => token.pos === 'PROPN')) return null;
  return {
    subject,
    attribute: {
      head: name,
      modifiers: modifiersOf(noun.slice(0, -1)),
      predicate: 'have',
      dimension: 'count',
    },
    value: { kind: 'quantity', min: String(count), max: null, unit: name, precision: 0 },
    valueTokens: phrase.base,
    starts: true,
    adjuncts: phrase.adjuncts.filter(isDated),
  };
}

/**
 * What may become an item of a search, each scored by where it was found and by how much of the question it contains.
 */
import { entityAddr } from '../../graph/address.ts';
import type { ArtefactState, SectionRecord } from '../../graph/artefact.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import type { ClaimRecord } from '../../graph/claim.ts';
import { queryTerms, terms } from '../../graph/terms.ts';
import type { FoundItem } from './items.ts';
import { articleText, sectionText } from './read-item.ts';

/** An item before belief and feedback. */
export type ItemCandidate = Omit<FoundItem, 'belief' | 'feedback'>;

/** A section that retrieval keeps. */
export interface ItemSection {
  /** Fused score, 0 to 1. */
  readonly score: number;
  readonly artefact: ArtefactState;
  readonly section: SectionRecord;
  /** Text of its artefact; empty where that was redacted. */
  readonly text: string;
  /** Its terms and its title's, as the index holds them. */
  readonly terms: ReadonlySet<string>;
}

/** A claim with the best section that states it. */
export interface FoundClaim {
  readonly claim: ClaimRecord;
  readonly score: number;
}

/** Where a claim and its section contain as much of the question, the claim is shorter and comes first. */
const SECTION_FACTOR = 0.9;
/** An article is found by its title when the title and the question share half of their terms or more. */
const MIN_TITLE_LIKENESS = 0.5;
/** An entity is found by its name when the question says more than half of it. */
const MIN_NAME_SAID = 0.5;
/** Longest text of a candidate, in UTF-16 code units: more than any epitome. */
const TEXT_CHARS = 600;
const SCORE_DECIMALS = 1e6;
const LANG = 'en';

/**
 * Every candidate that contains a term of the question, in no order. A section scores `found × (1 + share said) / 2`,
 * slightly less than a claim in it that says the same; articles and entities by the likeness of their title or name.
 */
export function itemCandidates(
  corpus: string,
  asked: ReadonlySet<string>,
  sections: readonly ItemSection[],
  claims: readonly FoundClaim[],
): ItemCandidate[] {
  const saying = claims.flatMap((found) => claimCandidate(found, asked));
  const articles = articleCandidates(asked, sections);
  const whole = new Set(articles.flatMap(({ only }) => only ?? []));
  return [
    ...saying,
    ...entityCandidates(corpus, asked, claims),
    ...articles.map(({ candidate }) => candidate),
    ...sections.filter(({ section }) => !whole.has(section.addr)).map((one) => sectionCandidate(one, asked)),
  ];
}

/** Best first, ties by address. */
export function byScore(
  a: Pick<ItemCandidate, 'score' | 'addr'>,
  b: Pick<ItemCandidate, 'score' | 'addr'>,
): number {
  return b.score - a.score || byCodeUnit(a.addr, b.addr);
}

/** Six decimals, within 0 and 1. */
export function rounded(score: number): number {
  return Math.round(Math.min(1, Math.max(0, score)) * SCORE_DECIMALS) / SCORE_DECIMALS;
}

function claimCandidate({ claim, score }: FoundClaim, asked: ReadonlySet<string>): ItemCandidate[] {
  const { addr, core } = claim;
  const said = shareOf(asked, new Set(terms(core.text, LANG)));
  if (said === 0) return [];
  return [
    {
      addr,
      kind: 'claim',
      score: scored(score, said),
      text: core.text.slice(0, TEXT_CHARS),
      behind: { ledger: addr },
    },
  ];
}

function sectionCandidate(found: ItemSection, asked: ReadonlySet<string>): ItemCandidate {
  const { section, artefact, text } = found;
  const words = text.slice(section.span.start, section.span.end);
  return {
    addr: section.addr,
    kind: 'sec',
    score: scored(found.score * SECTION_FACTOR, shareOf(asked, found.terms)),
    text: entitled(artefact.record.title, words),
    behind: { item: sectionText(artefact, section, text) },
  };
}

/**
 * `only` is the section that is the whole article: the article stands for it. A document without an address that can
 * be read is found by its sections.
 */
function articleCandidates(asked: ReadonlySet<string>, sections: readonly ItemSection[]) {
  const byArtefact = Map.groupBy(sections, ({ artefact }) => artefact.record.artefact_id);
  return [...byArtefact.values()].flatMap((found) => {
    const [best] = found;
    if (best === undefined) return [];
    const { record } = best.artefact;
    const likeness = likenessOf(asked, new Set(terms(record.title, LANG)));
    if (likeness < MIN_TITLE_LIKENESS) return [];
    const item = articleText(best.artefact, best.text);
    if (item === null) return [];
    const candidate: ItemCandidate = {
      addr: item.addr,
      kind: 'article',
      score: scored(best.score, likeness),
      text: entitled(record.title, record.summary),
      behind: { item },
    };
    return [{ candidate, only: record.sections.length === 1 ? best.section.addr : null }];
  });
}

/** Subjects that the question names, each with the claims found that speak of it. */
function entityCandidates(
  corpus: string,
  asked: ReadonlySet<string>,
  claims: readonly FoundClaim[],
): ItemCandidate[] {
  const formed = claims.filter(({ claim }) => claim.core.form !== undefined);
  const byKey = Map.groupBy(formed, ({ claim }) => claim.core.form?.subject.key ?? '');
  return [...byKey].flatMap(([key, found]): ItemCandidate[] => {
    const name = new Set(queryTerms(key, LANG));
    if (key === '' || shareOf(name, asked) <= MIN_NAME_SAID) return [];
    const ordered = found.toSorted((a, b) => b.score - a.score || byCodeUnit(a.claim.addr, b.claim.addr));
    const texts = ordered.map(({ claim }) => claim.core.text);
    return [
      {
        addr: entityAddr(corpus, key),
        kind: 'entity',
        score: scored(ordered[0]?.score ?? 0, likenessOf(asked, name)),
        text: entitled(surfaceOf(ordered) ?? key, texts.join(' ')),
        behind: { texts },
      },
    ];
  });
}

/** The name as a text spells it, from a statement that names the subject. */
function surfaceOf(found: readonly FoundClaim[]): string | undefined {
  const subjects = found.flatMap(({ claim }) => claim.core.form?.subject ?? []);
  return (subjects.find(({ how }) => how === 'explicit') ?? subjects[0])?.surface;
}

/** Many a text begins with its own title. */
function entitled(title: string, words: string): string {
  const line = words.slice(0, TEXT_CHARS).toWellFormed().replace(/\s+/g, ' ').trim();
  if (line.startsWith(title)) return line;
  return line === '' ? title : `${title}: ${line}`;
}

function scored(found: number, said: number): number {
  return rounded((found * (1 + said)) / 2);
}

/** How many of the first are in the second, 0 to 1. */
function shareOf(of: ReadonlySet<string>, within: ReadonlySet<string>): number {
  return of.size === 0 ? 0 : of.intersection(within).size / of.size;
}

/** How much two sets have in common: 1 for equal ones (Dice). */
function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return a.size + b.size === 0 ? 0 : (2 * a.intersection(b).size) / (a.size + b.size);
}

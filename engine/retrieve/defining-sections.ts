/**
 * Sections that say what the thing is that a question asks for by its name alone. Full text cannot tell them from others: every
 * section of a corpus may have the name of what it is about. The claims of the graph can, by their subject.
 */
import type { ClaimOccurrence, ClaimRecord } from '../../graph/claim.ts';
import { foldText } from '../../graph/claim-facets.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import type { TextHit } from '../../graph/store/text.ts';
import { isDefinition } from '../claims/definition.ts';
import { readKind } from '../reading/question/asked-kind.ts';
import { functionWords } from '../reading/words/function-words.ts';
import { readWords } from '../reading/words/stems.ts';
import { newestPlaces } from '../stated-places.ts';
import { normaliseKey } from '../text/names.ts';
import { tokenise } from '../text/tokens.ts';
import { foldForComparison } from '../text/word-forms.ts';
import { type UseRequest, whyUnused } from './why-unused.ts';

export type DefiningSection = Pick<TextHit, 'addr' | 'artefact'>;

/** More words than this are no name. */
const MAX_NAME_WORDS = 4;
/** Claims that say what the thing is, the earliest: what is added later changes nothing for an older view. */
const MAX_CLAIMS = 64;
/** Of each claim, the newest places: the older ones are mostly versions that were replaced. */
const MAX_PLACES = 8;
/** Sections that are given, of the earliest claims: other sections found by their words are to have room beside them. */
const MAX_SECTIONS = 6;
const WRITTEN = /[\p{L}\p{N}]/u;
/** Who somebody is, and not where or when something is. */
const WHO = /^(?:who|qui[ée]n|qui[ée]nes)$/;

export interface NameQuestion extends UseRequest {
  readonly q: string;
  /** BCP 47. */
  readonly lang: string;
}

/** Sections that may be used. Empty where the question asks for more than what has a name, or no claim says what that is. */
export async function findDefining(reader: GraphReader, request: NameQuestion): Promise<DefiningSection[]> {
  const { corpus, view } = request.view;
  const by = namedAlone(request);
  if (by.length === 0) return [];
  const found = await reader.ranges('definitions', { corpus, by, upTo: view.seq, limit: MAX_CLAIMS });
  const claims = [...new Map(found.flat().map((claim) => [claim.addr, claim])).values()];
  return sectionsOf(reader, claims.filter(saysIt), request);
}

/** The keys under which claims may have what the question names; empty where it says or asks more. Of English and Spanish questions. */
export function namedAlone({ q, lang }: Pick<NameQuestion, 'q' | 'lang'>): string[] {
  const words = tokenise(q, lang).filter(({ text }) => WRITTEN.test(text));
  const isContent = ({ norm }: { readonly norm: string }) => !functionWords.has(norm);
  const first = words.findIndex(isContent);
  const named = words.slice(first, words.findLastIndex(isContent) + 1);
  const [from, to] = [named[0], named.at(-1)];
  if (from === undefined || to === undefined || named.length > MAX_NAME_WORDS) return [];
  const { form } = readKind(readWords(q, lang));
  const isWho = form === 'name' && words.some(({ norm }) => WHO.test(norm));
  if (form !== 'entity' && form !== 'open' && !isWho) return [];
  const surface = q.slice(from.start, to.end);
  return [...new Set([normaliseKey(surface), foldForComparison(surface)].map(foldText))];
}

function saysIt({ core }: ClaimRecord): boolean {
  return core.form !== undefined && isDefinition(core.text, core.form);
}

/** Of each claim the section of its newest place that may be used; each section once, in the order of the claims. */
async function sectionsOf(
  reader: GraphReader,
  claims: readonly ClaimRecord[],
  request: NameQuestion,
): Promise<DefiningSection[]> {
  const { view } = request.view;
  const addrs = claims.map(({ addr }) => addr);
  const places = await newestPlaces(reader, addrs, view, MAX_PLACES);
  const ids = [...new Set(places.flat().map(({ artefact }) => artefact))];
  const states = (await reader.records('artefacts', ids)).filter((state) => state !== null);
  const unused = await whyUnused(reader, states, request);
  const usable = new Map(states.map((state) => [state.record.artefact_id, state.record]));
  const sectionAt = ({ artefact, sentence }: ClaimOccurrence): DefiningSection[] => {
    const sections = unused.has(artefact) ? [] : (usable.get(artefact)?.sections ?? []);
    const holding = sections.find(({ span }) => span.start <= sentence.start && sentence.end <= span.end);
    return holding === undefined ? [] : [{ addr: holding.addr, artefact }];
  };
  const found = places.flatMap((newest) => newest.flatMap(sectionAt).slice(0, 1));
  return [...new Map(found.map((section) => [section.addr, section])).values()].slice(0, MAX_SECTIONS);
}

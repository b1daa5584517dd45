/**
 * Sections that say what the thing is that a question asks for by its name alone. Full text cannot tell them from others: every
 * section of a corpus may have the name of what it is about. The claims of the graph can, by their subject.
 */
import type { ClaimRecord } from '../../graph/claim.ts';
import { foldText } from '../../graph/claim-facets.ts';
import { ANY_CLAIM } from '../../graph/store/filters.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import type { TextHit } from '../../graph/store/text.ts';
import { isDefinition } from '../claims/definition.ts';
import { functionWords } from '../reading/words/function-words.ts';
import { normaliseKey } from '../text/names.ts';
import { tokenise } from '../text/tokens.ts';
import { foldForComparison } from '../text/word-forms.ts';
import { type CorpusView, within } from '../view.ts';

export type DefiningSection = Pick<TextHit, 'addr' | 'artefact'>;

/** More words than this are no name. */
const MAX_NAME_WORDS = 4;
/** Claims about the thing that are looked at, the earliest. */
const MAX_CLAIMS = 64;
/** Sections that are given, of the earliest claims: other sections found by their words are to have room beside them. */
const MAX_SECTIONS = 6;
const WRITTEN = /[\p{L}\p{N}]/u;

/** Empty where the question asks for more than a name, or no claim says what has that name. */
export async function findDefining(
  reader: GraphReader,
  question: { readonly q: string; readonly lang: string },
  { corpus, view }: CorpusView,
): Promise<DefiningSection[]> {
  const subject = namedAlone(question);
  if (subject.length === 0) return [];
  const { rows } = await reader.list(
    'claims',
    {
      corpus,
      view,
      filter: { ...ANY_CLAIM, subject, dimension: ['boolean'] },
      prefixes: null,
      closedLicences: [],
      among: null,
    },
    { by: 'seq', descending: false, after: null, before: null, limit: MAX_CLAIMS, lookAt: MAX_CLAIMS },
  );
  return sectionsOf(
    reader,
    rows.filter(({ core: { form } }) => form !== undefined && isDefinition(form)).slice(0, MAX_SECTIONS),
    view,
  );
}

/** The keys under which the claims of the graph may have what the question names; empty where it says more than a name. */
export function namedAlone({ q, lang }: { readonly q: string; readonly lang: string }): string[] {
  const words = tokenise(q, lang).filter(({ text }) => WRITTEN.test(text));
  const isContent = ({ norm }: { readonly norm: string }) => !functionWords.has(norm);
  const first = words.findIndex(isContent);
  const named = words.slice(first, words.findLastIndex(isContent) + 1);
  const [from, to] = [named[0], named.at(-1)];
  if (from === undefined || to === undefined || named.length > MAX_NAME_WORDS) return [];
  const surface = q.slice(from.start, to.end);
  return [...new Set([normaliseKey(surface), foldForComparison(surface)].map(foldText))];
}

/** Each section once, in the order of the claims. */
async function sectionsOf(
  reader: GraphReader,
  claims: readonly ClaimRecord[],
  view: CorpusView['view'],
): Promise<DefiningSection[]> {
  const places = await reader.ranges('occurrences', { by: claims.map(({ addr }) => addr) });
  const stated = places.flatMap((all) => all.filter((place) => within(view, place)).slice(0, 1));
  const artefacts = await reader.records(
    'artefacts',
    stated.map(({ artefact }) => artefact),
  );
  const sections = stated.flatMap(({ artefact, sentence }, at) => {
    const holding = artefacts[at]?.record.sections.find(
      ({ span }) => span.start <= sentence.start && sentence.end <= span.end,
    );
    return holding === undefined ? [] : [[holding.addr, { addr: holding.addr, artefact }] as const];
  });
  return [...new Map(sections).values()];
}

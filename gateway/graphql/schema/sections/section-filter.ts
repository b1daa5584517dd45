/** Filters of the sections of an artefact, which its record holds: each is looked at. */
import { nextSlice } from '../../../../engine/slices.ts';
import type { ArtefactRecord } from '../../../../graph/artefact.ts';
import { foldText } from '../../../../graph/claim-facets.ts';
import {
  type Between,
  isAny,
  isBetween,
  isOneOf,
  type Joined,
  names,
  type RowCheck,
  rowCheck,
} from '../../../../graph/store/filters.ts';
import { builder } from '../../builder/builder.ts';
import { pageComplexity } from '../../builder/page-size.ts';
import {
  AND_WORDS,
  FILTER_WORDS,
  type GivenJoin,
  NOT_WORDS,
  OR_WORDS,
  readJoined,
  readNames,
  sizeOfFilter,
} from '../../filters/filter-join.ts';
import { MAX_FILTER_TEXT, readText } from '../../filters/filter-values.ts';
import { NumberRangeType, readNumberRange } from '../../filters/ranges.ts';

type Section = ArtefactRecord['sections'][number];

/** Each null: anything. */
interface SectionFilter extends Joined<SectionFilter> {
  readonly addr: readonly string[] | null;
  /** Part of it, folded. */
  readonly heading: string | null;
  readonly place: Between<number> | null;
  /** Characters of its text. */
  readonly length: Between<number> | null;
}

interface GivenSectionFilter extends GivenJoin<GivenSectionFilter> {
  addr?: string[] | null;
  heading?: string | null;
  place?: { from?: number | null; to?: number | null } | null;
  length?: { from?: number | null; to?: number | null } | null;
  and?: GivenSectionFilter[] | null;
  or?: GivenSectionFilter[] | null;
  not?: GivenSectionFilter | null;
}

export const SectionFilterType = builder.inputRef<GivenSectionFilter>('SectionFilter');

SectionFilterType.implement({
  description: `What every section of the list is. ${FILTER_WORDS}`,
  fields: (t) => ({
    addr: t.idList({ description: 'Its address: wx://<corpus>/sec/….' }),
    heading: t.string({
      description: `Part of its heading, up to ${MAX_FILTER_TEXT} characters; case does not matter.`,
    }),
    place: t.field({ type: NumberRangeType, description: 'Among the sections of the artefact, from 0.' }),
    length: t.field({ type: NumberRangeType, description: 'Of its span, in UTF-16 code units.' }),
    and: t.field({ type: [SectionFilterType], description: AND_WORDS }),
    or: t.field({ type: [SectionFilterType], description: OR_WORDS }),
    not: t.field({ type: SectionFilterType, description: NOT_WORDS }),
  }),
});

/** @throws {GraphQLError} `invalid:query` */
export function readSectionFilter(given: GivenSectionFilter | null | undefined): SectionFilter {
  return readJoined<GivenSectionFilter, SectionFilter>(given ?? {}, (own) => {
    const heading = readText('heading', own.heading);
    return {
      addr: readNames('addr', own.addr),
      heading: heading === null ? null : foldText(heading),
      place: readNumberRange('place', own.place),
      length: readNumberRange('length', own.length),
      ...{ and: [], or: [], not: null },
    };
  });
}

/** Sections that are held against a filter in one slice of the event loop. */
const SLICE = 2_000;

interface Placed {
  readonly section: Section;
  /** Among those of its artefact, from 0. */
  readonly place: number;
  /** Folded; empty where no filter asks for it. */
  readonly heading: string;
}

/** Those that pass, in their order, some thousand at a time. */
export async function passingSections(
  sections: readonly Section[],
  filter: SectionFilter,
): Promise<readonly Section[]> {
  if (isAny(filter)) return sections;
  const isOfHeading = names(filter, ['heading']);
  const isWanted = rowCheck(filter, checkOf);
  const found: Section[] = [];
  for (let start = 0; start < sections.length; start += SLICE) {
    if (start > 0) await nextSlice();
    for (const [index, section] of sections.slice(start, start + SLICE).entries()) {
      const heading = isOfHeading ? foldText(section.heading) : '';
      if (isWanted({ section, place: start + index, heading })) found.push(section);
    }
  }
  return found;
}

function checkOf(own: SectionFilter): RowCheck<Placed> {
  const isAddr = isOneOf<string>(own.addr);
  return ({ section: { addr, span }, place, heading }) =>
    isAddr(addr) &&
    (own.heading === null || heading.includes(own.heading)) &&
    isBetween(own.place, place) &&
    isBetween(own.length, span.end - span.start);
}

/**
 * What a page of them costs: of 20,000 sections each is held against every filter, which takes a millisecond, and every value is read
 * for each artefact of the list.
 */
export function sectionsComplexity({
  filter,
  ...page
}: { readonly filter?: GivenSectionFilter | null | undefined } & Parameters<typeof pageComplexity>[0]) {
  const { filters, values } = filter == null ? NO_FILTER : sizeOfFilter(filter);
  return {
    ...pageComplexity(page),
    field: 1 + FIELDS_PER_FILTER * filters + Math.ceil(values / VALUES_PER_FIELD),
  };
}

const NO_FILTER = { filters: 0, values: 0 };
const FIELDS_PER_FILTER = 4;
const VALUES_PER_FIELD = 250;

/** Filters of the sections of an artefact, which its record holds: each is looked at. */
import type { ArtefactRecord } from '../../../../graph/artefact.ts';
import { foldText } from '../../../../graph/claim-facets.ts';
import { type Between, isAmong, isBetween, type Joined, passes } from '../../../../graph/store/filters.ts';
import { builder } from '../../builder/builder.ts';
import {
  AND_WORDS,
  FILTER_WORDS,
  type GivenJoin,
  NOT_WORDS,
  OR_WORDS,
  readJoined,
  readNames,
} from '../../filters/filter-join.ts';
import { MAX_FILTER_TEXT, readText } from '../../filters/filter-values.ts';
import { NumberRangeType, readNumberRange } from '../../filters/ranges.ts';

type Section = ArtefactRecord['sections'][number];

/** Each null: anything. */
interface SectionFilter extends Joined<SectionFilter> {
  readonly addr: readonly string[] | null;
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
  return readJoined<GivenSectionFilter, SectionFilter>(given ?? {}, (own) => ({
    addr: readNames('addr', own.addr),
    heading: readText('heading', own.heading),
    place: readNumberRange('place', own.place),
    length: readNumberRange('length', own.length),
    ...{ and: [], or: [], not: null },
  }));
}

/** @param place among those of its artefact, from 0 */
export function sectionPasses(
  { addr, heading, span }: Section,
  place: number,
  filter: SectionFilter,
): boolean {
  return passes(
    filter,
    (own) =>
      isAmong(own.addr, addr) &&
      (own.heading === null || foldText(heading).includes(foldText(own.heading))) &&
      isBetween(own.place, place) &&
      isBetween(own.length, span.end - span.start),
  );
}

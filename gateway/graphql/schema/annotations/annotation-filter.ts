/** Filters of annotations. */
import {
  ANY_ANNOTATION,
  type AnnotationFilter,
  MAX_ANNOTATIONS_LOOKED_AT,
} from '../../../../engine/annotate/filtered-annotations.ts';
import type { AnnotationKind, AnnotationRecord } from '../../../../graph/annotation.ts';
import type { Annotation } from '../../../wire/annotations.ts';
import { builder } from '../../builder/builder.ts';
import { type EnumValues, inCapitals } from '../../builder/enum-values.ts';
import { searchedComplexity } from '../../builder/page-size.ts';
import {
  AND_WORDS,
  asksBeside,
  FILTER_WORDS,
  type GivenJoin,
  NOT_WORDS,
  OR_WORDS,
  readJoined,
  readNames,
  readValues,
} from '../../filters/filter-join.ts';
import { MAX_FILTER_TEXT, readText } from '../../filters/filter-values.ts';
import {
  LogRangeType,
  NumberRangeType,
  readNumberRange,
  readTimeRange,
  TimeRangeType,
} from '../../filters/ranges.ts';

const KINDS: EnumValues<Annotation['kind']> = {
  note: { description: 'It takes no side.' },
  correction: { description: 'It speaks against its target.' },
  context: { description: 'It speaks for its target, where its citation is found.' },
};

export const AnnotationKindType = builder.enumType('AnnotationKind', {
  description: 'What an annotation does to its target; only a correction and a context take a side.',
  values: inCapitals(KINDS),
});

const CHECKS: EnumValues<AnnotationRecord['check']> = {
  match: { description: 'Its citation was found in the store when it was written.' },
  unknown: { description: 'Nothing stored said whether its citation holds.' },
};

const CitationCheckType = builder.enumType('CitationCheck', {
  description: 'What was found of a citation when its annotation was written.',
  values: inCapitals(CHECKS),
});

export interface GivenAnnotationFilter extends GivenJoin<GivenAnnotationFilter> {
  kind?: AnnotationKind[] | null;
  actor?: string[] | null;
  check?: AnnotationRecord['check'][] | null;
  text?: string | null;
  standing?: { from?: number | null; to?: number | null } | null;
  createdAt?: { from?: string | null; to?: string | null } | null;
  seq?: { from?: number | null; to?: number | null } | null;
  and?: GivenAnnotationFilter[] | null;
  or?: GivenAnnotationFilter[] | null;
  not?: GivenAnnotationFilter | null;
}

export const AnnotationFilterType = builder.inputRef<GivenAnnotationFilter>('AnnotationFilter');

AnnotationFilterType.implement({
  description: `What every annotation of the list is. ${FILTER_WORDS} kind, seq and createdAt of the outermost filter lead to the annotations; whatever else is asked is looked for in up to ${MAX_ANNOTATIONS_LOOKED_AT} a page.`,
  fields: (t) => ({
    kind: t.field({ type: [AnnotationKindType], description: 'What it does to its target.' }),
    actor: t.stringList({ description: 'Its writer, as `Annotation.actor` has it.' }),
    check: t.field({ type: [CitationCheckType], description: 'What was found of its citation.' }),
    text: t.string({
      description: `Part of its body, up to ${MAX_FILTER_TEXT} characters; case does not matter.`,
    }),
    standing: t.field({ type: NumberRangeType, description: 'Of its writer, 0 to 1000 per mille.' }),
    createdAt: t.field({ type: TimeRangeType, description: 'When it was written.' }),
    seq: t.field({ type: LogRangeType, description: 'Its position in the log.' }),
    and: t.field({ type: [AnnotationFilterType], description: AND_WORDS }),
    or: t.field({ type: [AnnotationFilterType], description: OR_WORDS }),
    not: t.field({ type: AnnotationFilterType, description: NOT_WORDS }),
  }),
});

/** @throws {GraphQLError} `invalid:query` */
export function readAnnotationFilter(given: GivenAnnotationFilter | null | undefined): AnnotationFilter {
  return readJoined<GivenAnnotationFilter, AnnotationFilter>(given ?? {}, (own) => ({
    ...ANY_ANNOTATION,
    kind: readValues('kind', own.kind),
    actor: readNames('actor', own.actor),
    check: readValues('check', own.check),
    text: readText('text', own.text),
    standing: readNumberRange('standing', own.standing),
    createdAt: readTimeRange('createdAt', own.createdAt),
    seq: readNumberRange('seq', own.seq),
  }));
}

/** What a page of those on one address costs: more where they are looked through, beyond what the index of kinds and positions finds. */
export function annotationsComplexity({
  filter,
  ...page
}: { readonly filter?: GivenAnnotationFilter | null | undefined } & Parameters<
  typeof searchedComplexity
>[0]) {
  return searchedComplexity(page, asksBeside(filter, ['kind', 'seq', 'createdAt']));
}

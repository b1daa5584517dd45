import type { ListedBelief } from '../../../engine/explore/belief-tables.ts';
import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import type { ClaimFilter, SourceCount } from '../../../graph/store/selection.ts';
import { builder } from '../builder.ts';
import { type EnumValues, inCapitals } from '../enum-values.ts';
import { MAX_FILTER_TEXT, readTexts, readTimes } from '../filter-values.ts';
import { BELIEF_STATES } from './belief-explanation.ts';

const STATES: EnumValues<ListedBelief['state']> = {
  ...BELIEF_STATES,
  none: { description: 'Nothing is in its ledger.' },
};

export const BeliefFilterType = builder.enumType('BeliefFilter', {
  description: 'A state of belief; none: nothing is in the claim’s ledger.',
  values: inCapitals(STATES),
});

const SOURCES: EnumValues<SourceCount> = {
  one: { description: 'It rests on the artefacts of a single publisher.' },
  several: { description: 'Artefacts of several publishers state it.' },
};

const ClaimSourcesType = builder.enumType('ClaimSources', {
  description: 'How many publishers state a claim.',
  values: inCapitals(SOURCES),
});

export const ClaimFilterType = builder.inputType('ClaimFilter', {
  description: `What every claim of the list has. Texts have up to ${MAX_FILTER_TEXT} characters; case does not matter in text, subject, entity and attribute.`,
  fields: (t) => ({
    belief: t.field({ type: [BeliefFilterType], description: 'One of these, as of the list’s time.' }),
    text: t.string({ description: 'Part of its text.' }),
    subject: t.string({ description: 'What it is about, as its structured reading has it.' }),
    entity: t.string({ description: 'What it is about, or what its value names.' }),
    attribute: t.string({ description: 'What is said of the subject: moon, height, capital.' }),
    dimension: t.string({ description: 'Kind of its value: count, length, money, date, entity, …' }),
    cluster: t.string({ description: 'Of which it is one.' }),
    licence: t.string({ description: 'Of an artefact that states it.' }),
    domain: t.string({ description: 'Of an artefact that states it.' }),
    publisher: t.string({ description: 'Of an artefact that states it.' }),
    sources: t.field({
      type: ClaimSourcesType,
      description: 'Whether one publisher states it, or several.',
    }),
    from: t.field({ type: 'DateTime', description: 'Effective at this date or timestamp, or later.' }),
    to: t.field({ type: 'DateTime', description: 'Effective at this date or timestamp, or earlier.' }),
  }),
});

type Given = typeof ClaimFilterType.$inferInput;

const TEXTS = [
  'text',
  'subject',
  'entity',
  'attribute',
  'dimension',
  'cluster',
  'licence',
  'domain',
  'publisher',
] as const;

/** @throws {GraphQLError} `invalid:query` */
export function readClaimFilter(given: Given | null | undefined): {
  readonly filter: ClaimFilter;
  readonly belief: readonly ListedBelief['state'][] | null;
} {
  const sources = given?.sources ?? null;
  const filter = { ...readTexts(given ?? {}, TEXTS), ...readTimes(given ?? {}), sources };
  return { filter, belief: readBelief(given?.belief) };
}

/** Null: any. */
export function readBelief(
  given: readonly ListedBelief['state'][] | null | undefined,
): readonly ListedBelief['state'][] | null {
  return given == null ? null : [...new Set(given)].sort(byCodeUnit);
}

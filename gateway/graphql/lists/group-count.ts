import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import { type Group, MAX_LISTED } from '../../../graph/store/lists.ts';
import { builder } from '../builder/builder.ts';
import { checkSizes, upTo } from '../builder/page-size.ts';

const DEFAULT_GROUPS = 20;

interface Sized {
  readonly first?: number | null | undefined;
}

/** The argument of a field that gives groups. */
export function groupArgs() {
  return builder.args((t) => ({
    first: t.int({ defaultValue: DEFAULT_GROUPS, description: `Up to ${MAX_LISTED}.` }),
  }));
}

/** Of a field that counts them anew. */
export function groupComplexity({ first }: Sized) {
  return { ...upTo(first ?? DEFAULT_GROUPS), field: DEFAULT_GROUPS };
}

/** @throws {GraphQLError} `invalid:query` for more than a field gives, and for less than none */
export function firstGroups(groups: readonly Group[], { first }: Sized): Group[] {
  checkSizes({ first }, MAX_LISTED);
  return groups.slice(0, first ?? DEFAULT_GROUPS);
}

export const GroupCountType = builder.objectRef<Group>('GroupCount').implement({
  description: 'How many of a list have something in common.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'What they have in common.' }),
    count: t.exposeInt('count', { description: 'How many they are.' }),
  }),
});

/** Largest first, then by key. */
export function largestFirst(groups: readonly Group[]): Group[] {
  return groups.toSorted((a, b) => b.count - a.count || byCodeUnit(a.key, b.key));
}

/** By key. */
export function countsOf(counts: Readonly<Partial<Record<string, number>>>): Group[] {
  const groups = Object.entries(counts).map(([key, count = 0]) => ({ key, count }));
  return groups.toSorted((a, b) => byCodeUnit(a.key, b.key));
}

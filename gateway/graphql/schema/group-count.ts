import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import type { Group } from '../../../graph/listing.ts';
import { builder } from '../builder.ts';

/** Groups of one kind that are given. */
export const DEFAULT_GROUPS = 20;

export const GroupCountType = builder.objectRef<Group>('GroupCount').implement({
  description: 'How many of a list have something in common.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'What they have in common.' }),
    count: t.exposeInt('count', { description: 'How many they are.' }),
  }),
});

/** By key. */
export function countsOf(counts: Readonly<Partial<Record<string, number>>>): Group[] {
  const groups = Object.entries(counts).map(([key, count = 0]) => ({ key, count }));
  return groups.toSorted((a, b) => byCodeUnit(a.key, b.key));
}

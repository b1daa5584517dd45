import type { Group } from '../../../graph/listing.ts';
import { builder } from '../builder.ts';

/** Groups of one kind that are given. */
export const DEFAULT_GROUPS = 20;

export const GroupCountType = builder.objectRef<Group>('GroupCount').implement({
  description: 'How many of a list have something in common.',
  fields: (t) => ({
    key: t.exposeString('key'),
    count: t.exposeInt('count'),
  }),
});

import { type ListedClaims, MAX_FOLDED, MAX_FOLDED_AS_OF } from '../../../../engine/explore/list-claims.ts';
import { type Group, MAX_COUNTED } from '../../../../graph/store/lists.ts';
import type { ClaimGrouping } from '../../../../graph/store/selection.ts';
import { builder } from '../../builder/builder.ts';
import { capitals } from '../../builder/enum-values.ts';
import { firstGroups, GroupCountType, groupArgs, groupComplexity } from '../../lists/group-count.ts';

export const BOUND_WORDS = `${MAX_FOLDED} claims in the present, ${MAX_FOLDED_AS_OF} as of another time`;

export const ClaimAggregateType = builder.objectRef<ListedClaims>('ClaimAggregate').implement({
  description:
    'Counts of the whole list, largest first; where totalIsExact is false, of what was counted. A claim that several artefacts state is in a group of each.',
  fields: (t) => {
    const groups = (description: string, read: (list: ListedClaims) => Promise<Group[]>) =>
      t.field({
        type: [GroupCountType],
        nullable: true,
        description: `${description} Null only beside an error.`,
        args: groupArgs(),
        complexity: groupComplexity,
        resolve: async (list, args) => firstGroups(await read(list), args),
      });
    const by = (grouping: ClaimGrouping, description: string) =>
      groups(description, (list) => list.groups(grouping));
    return {
      belief: groups('By state of belief, NONE: without evidence.', async (list) =>
        (await list.beliefs()).map(({ key, count }) => ({ key: capitals(key), count })),
      ),
      beliefIsBounded: t.boolean({
        nullable: true,
        description: `Whether beliefs of fewer claims were counted than there are: as isBounded of the list, and where other filters pass more than ${MAX_COUNTED} of one state.`,
        resolve: (list) => list.isBounded('beliefs'),
      }),
      attribute: by('attribute', 'By what is said of the subject.'),
      dimension: by('dimension', 'By the kind of the value.'),
      licence: by('licence', 'By licences of the artefacts that state them.'),
      domain: by('domain', 'By domains of the artefacts that state them.'),
      publisher: by('publisher', 'By publishers of the artefacts that state them.'),
    };
  },
});

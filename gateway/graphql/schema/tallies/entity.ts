import { claimFacets, foldText } from '../../../../graph/claim-facets.ts';
import { builder } from '../../builder/builder.ts';
import { upTo } from '../../builder/page-size.ts';
import { ClaimType } from '../claims/claim-ref.ts';
import { tallyKey, tallyType } from './tally.ts';
import { addTallies, tallyNamed } from './tally-lists.ts';

const EntityType = tallyType('Entity', 'entity');

EntityType.implement({
  description:
    'What claims of a corpus are about, or name as a value. What is said of it and when: `claims` with it as the filter’s `entity`, by EFFECTIVE_AT.',
  fields: (t) => ({
    key: t.string({
      description: 'Under which its claims are listed: the `entity` of a filter of claims.',
      resolve: ({ tally }) => tally.key,
    }),
  }),
});

export const EntityConnectionType = addTallies(EntityType, {
  name: 'Entity',
  kind: 'entity',
  named: 'what names it',
  counts: {
    claims: 'Claims about it, or whose value names it.',
    corroborations: 'Entries of ledgers for these claims.',
    disputes: 'Entries of ledgers against these claims.',
  },
  list: 'entities',
  listed: 'Entities of a corpus; one that only claims name whose words may not be shown is none.',
  equal: 'Entities that are equal here follow each other by key.',
  orders: {
    claims: 'By how many claims name it.',
    corroborations: 'By the entries of ledgers for its claims. A token needs svc.evidence.',
    disputes: 'By the entries of ledgers against its claims. A token needs svc.evidence.',
  },
});

/** Its subject, and its value. */
const MOST_OF_A_CLAIM = 2;

builder.objectField(ClaimType, 'entities', (t) =>
  t.field({
    type: [EntityType],
    nullable: { list: false, items: true },
    description:
      'What it is about, and what its value names; none where its sentence was not read so. An item is null for a token of parts of the corpus.',
    complexity: upTo(MOST_OF_A_CLAIM),
    resolve: ({ view: { claim }, asOf }) => {
      const { subject, object } = claimFacets(claim);
      const keys = new Set([subject, object].filter((key) => key !== null));
      return [...keys].map((key) => tallyKey(claim.core.corpus, key, asOf));
    },
  }),
);

builder.queryField('entity', (t) =>
  t.field({
    type: EntityType,
    nullable: true,
    description: 'An entity by its name; null where there is none in sight.',
    args: {
      key: t.arg.string({ required: true, description: 'Case does not matter.' }),
      corpus: t.arg.string({ description: 'By default the first corpus.' }),
      asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
    },
    resolve: (_, { key, ...at }, context) => tallyNamed(foldText(key), at, context),
  }),
);

import { builder } from '../../builder/builder.ts';
import { ArtefactType } from '../artefacts/artefact-ref.ts';
import { tallyKey, tallyType } from './tally.ts';
import { addTallies, tallyNamed } from './tally-lists.ts';

export const PublisherType = tallyType('Publisher', 'publisher');

PublisherType.implement({
  description:
    'A registrable domain whose artefacts are in a corpus: one voice, however many sites. Its artefacts: `artefacts` with it as the filter’s `publisher`.',
  fields: (t) => ({
    domain: t.string({ description: 'The registrable domain.', resolve: ({ tally }) => tally.key }),
  }),
});

export const PublisherConnectionType = addTallies(PublisherType, {
  name: 'Publisher',
  kind: 'publisher',
  named: 'an artefact or claim of it',
  counts: {
    artefacts: 'Its artefacts, every version.',
    statements: 'How often one of its artefacts states a claim.',
    contradicted:
      'How often an artefact of another publisher states what contradicts a claim that this one stated first.',
    contradicts:
      'How often one of its artefacts states what contradicts a claim that another publisher stated first.',
    disputed: 'Entries of ledgers against claims that it stated first.',
  },
  list: 'publishers',
  listed: 'Publishers of a corpus.',
  equal: 'Publishers that are equal here follow each other by domain.',
  orders: {
    artefacts: 'By how many artefacts it has.',
    statements: 'By how often its artefacts state a claim.',
    contradicted: 'By how often another publisher contradicts it.',
  },
});

builder.objectField(ArtefactType, 'publishedBy', (t) =>
  t.field({
    type: PublisherType,
    nullable: true,
    description: 'The publisher with its counts; null for a token of parts of the corpus.',
    resolve: ({ corpus, publisher, asOf }) => tallyKey(corpus, publisher, asOf),
  }),
);

builder.queryField('publisher', (t) =>
  t.field({
    type: PublisherType,
    nullable: true,
    description: 'A publisher by its registrable domain; null where there is none in sight.',
    args: {
      domain: t.arg.string({ required: true, description: 'As `Artefact.publisher` has it.' }),
      corpus: t.arg.string({ description: 'By default the first corpus.' }),
      asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
    },
    resolve: (_, { domain, ...at }, context) => tallyNamed(domain, at, context),
  }),
);

import { publisherOf } from '../../../../engine/retrieve/originals.ts';
import type { ArtefactId } from '../../../../graph/address.ts';
import type { ArtefactState } from '../../../../graph/artefact.ts';
import type {
  ClaimForm,
  ClaimModality,
  ClaimPolarity,
  ClaimRole,
  ClaimValue,
  SubjectHow,
} from '../../../../graph/claim.ts';
import { builder } from '../../builder/builder.ts';
import { type EnumValues, inCapitals } from '../../builder/enum-values.ts';
import type { GraphqlContext } from '../../context.ts';
import { figureOf, valueText } from '../../views/value-text.ts';
import { artefactStates } from '../artefacts/artefact-ref.ts';
import type { ClaimNode } from './claim-node.ts';
import { ClaimType } from './claim-ref.ts';

const HOW: EnumValues<SubjectHow> = {
  explicit: { description: 'The sentence names it.' },
  coref: { description: 'A pronoun or a short name stands for it.' },
  title: { description: 'The title of the document names it.' },
};

const SubjectType = builder.objectRef<ClaimForm['subject']>('StatementSubject').implement({
  description: 'What a claim is about.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Under which claims about it are listed: see ClaimFilter.' }),
    text: t.string({ description: 'As the document writes it.', resolve: ({ surface }) => surface }),
    how: t.expose('how', {
      type: builder.enumType('SubjectHow', {
        description: 'How the subject of a claim was found.',
        values: inCapitals(HOW),
      }),
      description: 'How it was found.',
    }),
  }),
});

const AttributeType = builder.objectRef<ClaimForm['attribute']>('StatementAttribute').implement({
  description: 'What a claim says of its subject, in words that are open: there is no list of relations.',
  fields: (t) => ({
    name: t.string({ description: 'As moon, height, capital.', resolve: ({ head }) => head }),
    modifiers: t.exposeStringList('modifiers', { description: 'What narrows it, as known in known moons.' }),
    predicate: t.exposeString('predicate', { description: 'The verb that connects the two.' }),
    dimension: t.exposeString('dimension', {
      description: 'Kind of the value: count, length, money, date, entity, …',
    }),
  }),
});

const KINDS: EnumValues<ClaimValue['kind']> = {
  quantity: { description: 'A figure or an interval, with its unit.' },
  date: { description: 'A day, or days from one to another.' },
  entity: { description: 'A name.' },
  version: { description: 'A version of something.' },
  boolean: { description: 'Whether it is so.' },
};

const ValueType = builder.objectRef<ClaimValue>('StatementValue').implement({
  description: 'The value of a claim; members that are not of its kind are null.',
  fields: (t) => ({
    kind: t.expose('kind', {
      type: builder.enumType('ValueKind', {
        description: 'What a value is.',
        values: inCapitals(KINDS),
      }),
      description: 'What it is.',
    }),
    number: t.float({
      nullable: true,
      description: 'Of a quantity that is one figure; of an interval null.',
      resolve: (value) => {
        const figure = figureOf(value);
        return figure === null ? null : Number(figure);
      },
    }),
    min: t.string({
      nullable: true,
      description: 'Least of a quantity, as an exact decimal; null: no bound.',
      resolve: (value) => (value.kind === 'quantity' ? value.min : null),
    }),
    max: t.string({
      nullable: true,
      description: 'Most of a quantity, as an exact decimal; null: no bound.',
      resolve: (value) => (value.kind === 'quantity' ? value.max : null),
    }),
    unit: t.string({
      nullable: true,
      description: 'Of a quantity; empty where it has none.',
      resolve: (value) => (value.kind === 'quantity' ? value.unit : null),
    }),
    date: t.field({
      type: 'Date',
      nullable: true,
      description: 'The day, or the first of them.',
      resolve: (value) => (value.kind === 'date' ? value.from : null),
    }),
    dateTo: t.field({
      type: 'Date',
      nullable: true,
      description: 'The last day.',
      resolve: (value) => (value.kind === 'date' ? value.to : null),
    }),
    text: t.string({ description: 'The value in one text, for people.', resolve: valueText }),
  }),
});

const ROLES: EnumValues<ClaimRole> = {
  current: { description: 'The value is the present one.' },
  old: { description: 'A former one.' },
  part: { description: 'That of a part of the whole.' },
  ordinal: { description: 'A rank.' },
  delta: { description: 'A difference.' },
};

const POLARITIES: EnumValues<ClaimPolarity> = {
  affirmed: { description: 'It is said to be so.' },
  negated: { description: 'It is said not to be so.' },
};

const MODALITIES: EnumValues<ClaimModality> = {
  asserted: { description: 'It is said as a fact.' },
  reported: { description: 'Somebody else is said to say it.' },
  planned: { description: 'It is said of the future.' },
  hypothetical: { description: 'It is said under a condition.' },
};

const StatementType = builder.objectRef<ClaimForm>('Statement').implement({
  description:
    'What a claim states, as it was read from its sentence. It refines the text and never replaces it.',
  fields: (t) => ({
    subject: t.expose('subject', { type: SubjectType, description: 'What it is about.' }),
    attribute: t.expose('attribute', { type: AttributeType, description: 'What is said of it.' }),
    value: t.expose('value', { type: ValueType, description: 'The value that is stated.' }),
    validFrom: t.field({
      type: 'Date',
      nullable: true,
      description: 'From when on it holds, as far as the sentence says.',
      resolve: ({ scope }) => scope.valid_from,
    }),
    validTo: t.field({
      type: 'Date',
      nullable: true,
      description: 'Until when it holds, as far as the sentence says.',
      resolve: ({ scope }) => scope.valid_to,
    }),
    place: t.string({
      nullable: true,
      description: 'Where it holds, as far as the sentence says.',
      resolve: ({ scope }) => scope.place,
    }),
    qualifiers: t.stringList({
      description: 'What else narrows it.',
      resolve: ({ scope }) => [...scope.qualifiers],
    }),
    role: t.expose('role', {
      type: builder.enumType('StatementRole', {
        description: 'What a value is to what is asked of a subject.',
        values: inCapitals(ROLES),
      }),
      description: 'What the value is to its attribute.',
    }),
    polarity: t.expose('polarity', {
      type: builder.enumType('Polarity', {
        description: 'Whether something is said to be so.',
        values: inCapitals(POLARITIES),
      }),
      description: 'Whether it is affirmed.',
    }),
    modality: t.expose('modality', {
      type: builder.enumType('Modality', {
        description: 'How something is said.',
        values: inCapitals(MODALITIES),
      }),
      description: 'How it is said.',
    }),
  }),
});

/** What was read with the claim costs nothing more. */
const AT_HAND = { field: 0, multiplier: 0 };

builder.objectFields(ClaimType, (t) => ({
  statement: t.field({
    type: StatementType,
    nullable: true,
    description:
      'The claim in parts; null where its sentence was not read so, and where its words may not be shown.',
    complexity: AT_HAND,
    resolve: ({ view }) => view.claim.core.form ?? null,
  }),
  publisherCount: t.int({
    description:
      'Publishers of the artefacts that state it, each once: how many voices it has. A mirror counts as its original does. Of as many places as occurrenceCount counts.',
    resolve: countPublishers,
  }),
  corroborationCount: t.int({
    access: { capability: 'svc.evidence' },
    nullable: true,
    description:
      'Entries of its ledger that speak for it. A token needs svc.evidence. Null only beside an error.',
    complexity: AT_HAND,
    resolve: ({ view }) => view.belief.ledger.countOf(['corroborate']),
  }),
  disputeCount: t.int({
    access: { capability: 'svc.evidence' },
    nullable: true,
    description:
      'Entries of its ledger that speak against it. A token needs svc.evidence. Null only beside an error.',
    complexity: AT_HAND,
    resolve: ({ view }) => view.belief.ledger.countOf(['dispute']),
  }),
}));

async function countPublishers({ view }: ClaimNode, _: object, context: GraphqlContext): Promise<number> {
  const ids = new Set(view.occurrences.map(({ artefact }) => artefact));
  const states = await statesOf(context, ids);
  const originals = await statesOf(context, new Set(states.flatMap(({ record }) => record.mirror_of ?? [])));
  const byId = new Map(originals.map((state) => [state.record.artefact_id, state]));
  return new Set(states.map((state) => publisherOf(state, byId))).size;
}

async function statesOf(context: GraphqlContext, ids: ReadonlySet<ArtefactId>): Promise<ArtefactState[]> {
  const states = await artefactStates(context).loadMany([...ids]);
  return states.flatMap((state) => {
    if (state instanceof Error) throw state;
    return state ?? [];
  });
}

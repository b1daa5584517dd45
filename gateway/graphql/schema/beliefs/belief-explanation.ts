import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { ClaimBelief } from '../../../../engine/belief/read-beliefs.ts';
import { nextSlice } from '../../../../engine/slices.ts';
import { MAX_EXPLAINED_LEDGER } from '../../../../engine/trust-report/explain-claim.ts';
import type { EventId } from '../../../../graph/address.ts';
import {
  type Discount,
  type ExplainedEntry,
  type ExplainedItem,
  type Explanation,
  explain,
} from '../../../../graph/belief/explain.ts';
import type { Flip } from '../../../../graph/belief/flip.ts';
import type { BeliefState, LedgerEntry } from '../../../../graph/evidence.ts';
import { builder } from '../../builder/builder.ts';
import { claimKey } from '../../builder/dated-key.ts';
import { type EnumValues, inCapitals } from '../../builder/enum-values.ts';
import { loaderOptions } from '../../builder/keys-plugin.ts';
import { pageComplexity } from '../../builder/page-size.ts';
import type { GraphqlContext } from '../../context.ts';
import { carriedArg, carriedComplexity, firstOf } from '../../lists/carried-list.ts';
import { connectionType } from '../../lists/connections.ts';
import { arrayConnection } from '../../lists/offset-connection.ts';
import { ClaimType } from '../claims/claim-ref.ts';
import { EvidenceEventType, EvidenceKindType } from '../ledger/evidence-event.ts';
import { EvidenceItemKindType } from '../ledger/evidence-item-kind.ts';

/** An explanation folds the ledger anew for each event that is tried: it is worth so many fields. */
export const EXPLANATION_COMPLEXITY = 50;

export const BELIEF_STATES: EnumValues<BeliefState> = {
  settled: { description: 'None of the others.' },
  contested: { description: 'Several vetted actors oppose it, with some weight.' },
  disputed: {
    description: 'Its own author disputes it, or several vetted actors do and confidence in it is low.',
  },
  stale: { description: 'Its support has aged away.' },
  superseded: { description: 'A successor was accepted.' },
};

export const BeliefStateType = builder.enumType('BeliefState', {
  description: 'What is believed of a claim.',
  values: inCapitals(BELIEF_STATES),
});

const DISCOUNTS: EnumValues<Discount> = {
  standing: { description: 'The actor’s standing is less than full.' },
  unchecked: { description: 'No stored artefact has its hash.' },
  age: { description: 'It has decayed.' },
  same_artefact: { description: 'Another piece names the same artefact.' },
  same_actor: { description: 'The same actor has said more.' },
  same_domain: { description: 'The same domain has said more.' },
  unvetted_cap: { description: 'All that the unvetted say is capped.' },
  change_of_side: { description: 'Its actor has changed sides since.' },
  proposal: { description: 'A proposal is no evidence for its claim.' },
  after_as_of: { description: 'It came after the time that is asked for.' },
};

const DiscountType = builder.enumType('Discount', {
  description: 'Why a piece of evidence contributes less than its kind weighs.',
  values: inCapitals(DISCOUNTS),
});

const FLIP_ACTORS: EnumValues<Flip['event']['by']> = {
  newcomer: { description: 'An actor who has not spoken yet.' },
  author: { description: 'The claim’s own author.' },
};

const FlipActorType = builder.enumType('FlipActor', {
  description: 'Who would have to append an event.',
  values: inCapitals(FLIP_ACTORS),
});

interface Explained {
  readonly why: Explanation;
  readonly events: ReadonlyMap<EventId, LedgerEntry>;
}

interface ExplanationNode extends Explained {
  /** What the ledger ends with, so that a longer one is distinguished from it. */
  readonly ledger: string | null;
  readonly asOf: string | null;
}

interface EntryNode {
  readonly entry: ExplainedEntry;
  readonly event: LedgerEntry | null;
  readonly asOf: string | null;
}

interface FlipNode {
  readonly flip: Flip;
  readonly asOf: string | null;
}

const ExplainedItemType = builder.objectRef<ExplainedItem>('ExplainedItem').implement({
  description: 'One piece of evidence, and what it weighs.',
  fields: (t) => ({
    ref: t.string({ description: 'A URL or a wx:// address.', resolve: ({ item }) => item.ref }),
    kind: t.field({
      type: EvidenceItemKindType,
      description: 'What it is.',
      resolve: ({ item }) => item.kind,
    }),
    domain: t.string({ description: 'What it counts for once.', resolve: ({ item }) => item.domain }),
    weight: t.exposeInt('weight', { description: 'In micro: kind × check × standing, before age.' }),
    decayed: t.exposeInt('decayed', { description: 'In micro: what age leaves of it.' }),
    contribution: t.exposeInt('contribution', { description: 'In micro: its part of the mass of its side.' }),
    discounts: t.field({
      type: [DiscountType],
      description: 'Why it contributes less than its kind weighs.',
      resolve: ({ discounts }) => [...discounts],
    }),
  }),
});

export const ExplainedEntryType = builder.objectRef<EntryNode>('ExplainedEvent').implement({
  description: 'One event’s part in a belief.',
  fields: (t) => ({
    event: t.field({
      type: EvidenceEventType,
      nullable: true,
      access: { capability: 'svc.evidence' },
      description: 'The entry of the ledger.',
      resolve: ({ event, asOf }) => event && { entry: event, asOf },
    }),
    kind: t.field({
      type: EvidenceKindType,
      description: 'Which way it speaks.',
      resolve: ({ entry }) => entry.kind,
    }),
    vetted: t.boolean({
      description: 'Whether its actor’s standing lets it decide the state.',
      resolve: ({ entry }) => entry.vetted,
    }),
    open: t.boolean({ description: 'Whether it still stands.', resolve: ({ entry }) => entry.open }),
    items: t.field({
      type: [ExplainedItemType],
      description: 'Its evidence, piece by piece.',
      args: carriedArg(),
      complexity: carriedComplexity,
      resolve: ({ entry }, args) => [...firstOf(entry.items, args)],
    }),
    itemCount: t.int({ description: 'All its pieces.', resolve: ({ entry }) => entry.items.length }),
  }),
});

const ExplainedEventConnectionType = connectionType(ExplainedEntryType, 'ExplainedEvent');

const FlipType = builder.objectRef<FlipNode>('BeliefFlip').implement({
  description: 'The smallest single event that would change the state.',
  fields: (t) => ({
    kind: t.field({
      type: EvidenceKindType,
      description: 'Which way the event would speak.',
      resolve: ({ flip }) => flip.event.kind,
    }),
    by: t.field({
      type: FlipActorType,
      description: 'Who would have to speak.',
      resolve: ({ flip }) => flip.event.by,
    }),
    standing: t.int({ description: '0 to 1000 per mille.', resolve: ({ flip }) => flip.event.standing }),
    evidence: t.field({
      type: EvidenceItemKindType,
      description: 'Kind of its one item, on a domain of its own.',
      resolve: ({ flip }) => flip.event.evidence,
    }),
    weight: t.int({ description: 'Of the item, in micro.', resolve: ({ flip }) => flip.event.weight }),
    successor: t.field({
      type: ClaimType,
      nullable: true,
      description: 'What it would propose.',
      resolve: ({ flip: { event }, asOf }) => event.successor && claimKey(event.successor, asOf),
    }),
    from: t.field({
      type: BeliefStateType,
      description: 'The state as it is.',
      resolve: ({ flip }) => flip.from,
    }),
    to: t.field({
      type: BeliefStateType,
      description: 'The state that it would change to.',
      resolve: ({ flip }) => flip.to,
    }),
  }),
});

export const BeliefExplanationType = builder.objectRef<ExplanationNode>('BeliefExplanation').implement({
  description: 'Why a claim is believed: masses in micro, and every event’s part in them.',
  fields: (t) => ({
    support: t.int({
      description: 'All of it, the unvetted capped: it gives the confidence.',
      resolve: ({ why }) => why.result.total.support,
    }),
    opposition: t.int({ description: 'As above.', resolve: ({ why }) => why.result.total.opposition }),
    vettedSupport: t.int({
      description: 'Of vetted actors: it decides the state.',
      resolve: ({ why }) => why.result.vetted.support,
    }),
    vettedOpposition: t.int({ description: 'As above.', resolve: ({ why }) => why.result.vetted.opposition }),
    events: t.connection(
      {
        type: ExplainedEntryType,
        complexity: pageComplexity,
        description: 'In order of effect.',
        resolve: ({ why, events, ledger, asOf }, args) =>
          arrayConnection(
            args,
            { field: 'explanation.events', arguments: { ledger, asOf } },
            why.entries.map((entry) => ({ entry, event: events.get(entry.event_id) ?? null, asOf })),
          ),
      },
      ExplainedEventConnectionType,
    ),
    flip: t.field({
      type: FlipType,
      nullable: true,
      description: 'Null where no single event turns it.',
      resolve: ({ why: { flip }, asOf }) => flip && { flip, asOf },
    }),
  }),
});

export async function explainBelief(
  read: ClaimBelief,
  asOf: string | null,
  context: GraphqlContext,
): Promise<ExplanationNode | null> {
  const why = await explanations(context).load(read);
  return why && { ...why, ledger: read.ledger.head, asOf };
}

/** Those of one level together: their ledgers are one read, and what they lead to is too. */
const explanations = createContextCache(
  ({ engine }: GraphqlContext) =>
    new DataLoader<ClaimBelief, Explained | null>(async (beliefs) => {
      const stretches = beliefs.map(({ ledger }) =>
        ledger.count > MAX_EXPLAINED_LEDGER ? null : ledger.stretch(0, ledger.count),
      );
      const wanted = stretches.filter((one) => one !== null);
      const longest = Math.max(0, ...wanted.map(({ limit }) => limit));
      const pages =
        wanted.length === 0 ? [] : await engine.store.ranges('ledger', { by: wanted, limit: longest });
      const entriesOf = new Map(wanted.map((one, index) => [one, pages[index]?.slice(0, one.limit) ?? []]));
      const found: (Explained | null)[] = [];
      for (const [index, read] of beliefs.entries()) {
        const stretch = stretches[index] ?? null;
        found.push(stretch === null ? null : explained(read, entriesOf.get(stretch) ?? []));
        await nextSlice();
      }
      return found;
    }, loaderOptions),
);

function explained({ ledger, context }: ClaimBelief, stretch: readonly LedgerEntry[]): Explained | null {
  const entries = ledger.seen(stretch);
  const why = explain(entries, ledger.until, context);
  return why && { why, events: new Map(entries.map((entry) => [entry.event_id, entry])) };
}

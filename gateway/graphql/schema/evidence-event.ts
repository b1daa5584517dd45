import type { EvidenceItem, EvidenceKind, LedgerEntry } from '../../../graph/evidence.ts';
import { builder } from '../builder.ts';
import { claimKey } from '../claim-key.ts';
import { ArtefactType, ClaimType } from '../loaders.ts';

/** A ledger entry, reached from a claim that is seen at a time. */
export interface EvidenceEventNode {
  readonly entry: LedgerEntry;
  readonly asOf: string | null;
}

const KINDS: Readonly<Record<string, { readonly value: EvidenceKind }>> = {
  corroborate: { value: 'corroborate' },
  dispute: { value: 'dispute' },
  // A hyphen cannot stand in a GraphQL name.
  supersede_propose: { value: 'supersede-propose' },
};

const EvidenceKindType = builder.enumType('EvidenceKind', { values: KINDS });

const EvidenceItemType = builder.objectRef<EvidenceItem>('EvidenceItem').implement({
  description: 'One piece of evidence, as it was frozen when it was appended.',
  fields: (t) => ({
    ref: t.exposeString('ref'),
    hash: t.exposeString('hash'),
    kind: t.exposeString('kind', { description: 'source, receipt or reproduction.' }),
    check: t.exposeString('check', { description: 'match: a stored artefact has that hash; else unknown.' }),
    domain: t.exposeString('domain'),
    licence: t.exposeString('licence', { nullable: true }),
    observedAt: t.string({ nullable: true, resolve: ({ observed_at }) => observed_at ?? null }),
    artefact: t.field({
      type: ArtefactType,
      nullable: true,
      resolve: ({ artefact }) => artefact ?? null,
    }),
  }),
});

export const EvidenceEventType = builder.objectRef<EvidenceEventNode>('EvidenceEvent').implement({
  description: 'An edge of evidence: who said what of a claim, on what grounds.',
  fields: (t) => ({
    eventId: t.id({ resolve: ({ entry }) => entry.event_id }),
    claim: t.field({
      type: ClaimType,
      nullable: true,
      resolve: ({ entry, asOf }) => claimKey(entry.claim, asOf),
    }),
    seq: t.int({ description: 'Position in the claim’s ledger.', resolve: ({ entry }) => entry.seq }),
    logSeq: t.int({ description: 'Position in the log.', resolve: ({ entry }) => entry.log.seq }),
    at: t.string({ resolve: ({ entry }) => entry.at }),
    effectiveAt: t.string({ resolve: ({ entry }) => entry.effective_at }),
    kind: t.field({ type: EvidenceKindType, resolve: ({ entry }) => entry.kind }),
    actor: t.string({ resolve: ({ entry }) => entry.actor }),
    actorRoot: t.string({ resolve: ({ entry }) => entry.actor_root }),
    standing: t.int({ description: '0 to 1000 per mille.', resolve: ({ entry }) => entry.standing }),
    evidence: t.field({ type: [EvidenceItemType], resolve: ({ entry }) => entry.evidence }),
    successor: t.field({
      type: ClaimType,
      nullable: true,
      description: 'The claim that a proposal names.',
      resolve: ({ entry, asOf }) => (entry.successor === null ? null : claimKey(entry.successor, asOf)),
    }),
    policy: t.string({ resolve: ({ entry }) => entry.policy }),
    entryHash: t.string({ resolve: ({ entry }) => entry.entry_hash }),
  }),
});

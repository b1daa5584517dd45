import { byCodeUnit } from '../../../../graph/by-code-unit.ts';
import {
  EVIDENCE_KINDS,
  type EvidenceItem,
  type EvidenceKind,
  type LedgerEntry,
} from '../../../../graph/evidence.ts';
import type { Group } from '../../../../graph/store/lists.ts';
import { builder } from '../../builder/builder.ts';
import { claimKey, datedKey, type EventKey, readDatedKey } from '../../builder/dated-key.ts';
import { capitals, type EnumValues, inCapitals } from '../../builder/enum-values.ts';
import { loaderOptions } from '../../builder/keys-plugin.ts';
import type { GraphqlContext } from '../../context.ts';
import { carriedArg, carriedComplexity, firstOf } from '../../lists/carried-list.ts';
import { connectionType } from '../../lists/connections.ts';
import { reachesItem } from '../../session/token-scope.ts';
import { ArtefactType } from '../artefacts/artefact-ref.ts';
import { ClaimType } from '../claims/claim-ref.ts';
import { EvidenceItemKindType } from './evidence-item-kind.ts';

/** A ledger entry, reached from a claim that is seen at a time. */
export interface EvidenceEventNode {
  readonly entry: LedgerEntry;
  readonly asOf: string | null;
}

const KINDS: EnumValues<EvidenceKind> = {
  corroborate: { description: 'It speaks for the claim.' },
  dispute: { description: 'It speaks against the claim.' },
  'supersede-propose': { description: 'It proposes another claim in its place.' },
};

export const EvidenceKindType = builder.enumType('EvidenceKind', {
  description: 'What an entry of a ledger does to its claim.',
  values: inCapitals(KINDS),
});

/** Counts by kind, under the names that kinds have here, by name. */
export function kindCounts(countOf: (kind: EvidenceKind) => number): Group[] {
  const counts = EVIDENCE_KINDS.map((kind) => ({ key: capitals(kind), count: countOf(kind) }));
  return counts.filter(({ count }) => count > 0).sort((a, b) => byCodeUnit(a.key, b.key));
}

const CHECKS: EnumValues<EvidenceItem['check']> = {
  match: { description: 'A stored artefact has that hash.' },
  unknown: { description: 'None has.' },
};

const EvidenceCheckType = builder.enumType('EvidenceCheck', {
  description: 'What is known of the hash of a piece of evidence.',
  values: inCapitals(CHECKS),
});

/** Of an event that is seen at a time. */
interface EvidenceItemNode {
  readonly item: EvidenceItem;
  readonly asOf: string | null;
}

const EvidenceItemType = builder.objectRef<EvidenceItemNode>('EvidenceItem').implement({
  description: 'One piece of evidence, as it was frozen when it was appended.',
  fields: (t) => ({
    ref: t.string({ description: 'A URL or a wx:// address.', resolve: ({ item }) => item.ref }),
    hash: t.string({ description: 'As it was sent.', resolve: ({ item }) => item.hash }),
    kind: t.field({
      type: EvidenceItemKindType,
      description: 'What it is.',
      resolve: ({ item }) => item.kind,
    }),
    check: t.field({
      type: EvidenceCheckType,
      description: 'Whether a stored artefact has that hash.',
      resolve: ({ item }) => item.check,
    }),
    domain: t.string({
      description: 'The registrable domain that it counts for.',
      resolve: ({ item }) => item.domain,
    }),
    licence: t.string({
      nullable: true,
      description: 'Of the stored artefact; null where it names none.',
      resolve: ({ item }) => item.licence ?? null,
    }),
    observedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the stored artefact was observed, RFC 3339 UTC with ms; null where it names none.',
      resolve: ({ item }) => item.observed_at ?? null,
    }),
    artefact: t.field({
      type: ArtefactType,
      nullable: true,
      description: 'The stored artefact that it names; null where there is none.',
      resolve: ({ item: { artefact }, asOf }) => artefact && datedKey(artefact, asOf),
    }),
  }),
});

export const EvidenceEventType = builder.loadableNodeRef<
  EvidenceEventNode | null,
  EventKey,
  EventKey,
  EventKey,
  EvidenceEventNode
>('EvidenceEvent', {
  id: { resolve: ({ entry, asOf }) => datedKey(entry.event_id, asOf) },
  load: loadEvents,
  loaderOptions,
});

export const EvidenceEventConnectionType = connectionType(EvidenceEventType, 'EvidenceEvent');

EvidenceEventType.implement({
  description: 'An edge of evidence: who said what of a claim, on what grounds.',
  fields: (t) => ({
    eventId: t.id({ description: 'e1…', resolve: ({ entry }) => entry.event_id }),
    claim: t.field({
      type: ClaimType,
      nullable: true,
      description: 'What it is evidence on.',
      resolve: ({ entry, asOf }) => claimKey(entry.claim, asOf),
    }),
    seq: t.int({ description: 'Position in the claim’s ledger.', resolve: ({ entry }) => entry.seq }),
    logSeq: t.field({
      type: 'LogPosition',
      description: 'Position in the log.',
      resolve: ({ entry }) => entry.log.seq,
    }),
    at: t.field({
      type: 'DateTime',
      description: 'When the server learned of it, RFC 3339 UTC with ms.',
      resolve: ({ entry }) => entry.at,
    }),
    effectiveAt: t.field({
      type: 'DateTime',
      description: 'From when it holds, RFC 3339 UTC with ms.',
      resolve: ({ entry }) => entry.effective_at,
    }),
    kind: t.field({
      type: EvidenceKindType,
      description: 'Which way it speaks.',
      resolve: ({ entry }) => entry.kind,
    }),
    actor: t.string({ description: 'Who said so.', resolve: ({ entry }) => entry.actor }),
    actorRoot: t.string({
      description: 'Whom the actor’s tokens descend from: one voice.',
      resolve: ({ entry }) => entry.actor_root,
    }),
    standing: t.int({ description: '0 to 1000 per mille.', resolve: ({ entry }) => entry.standing }),
    evidence: t.field({
      type: [EvidenceItemType],
      description: 'Its grounds, in the order in which they were sent.',
      args: carriedArg(),
      complexity: carriedComplexity,
      resolve: ({ entry, asOf }, args) => firstOf(entry.evidence, args).map((item) => ({ item, asOf })),
    }),
    evidenceCount: t.int({ description: 'All its grounds.', resolve: ({ entry }) => entry.evidence.length }),
    attestations: t.stringList({
      description: 'Free text that came with it, as it was sent: nothing vouches for it.',
      resolve: ({ entry }) => [...entry.attestations],
    }),
    successor: t.field({
      type: ClaimType,
      nullable: true,
      description: 'The claim that a proposal names.',
      resolve: ({ entry, asOf }) => (entry.successor === null ? null : claimKey(entry.successor, asOf)),
    }),
    policy: t.string({
      description: 'Of the fold that it was appended under.',
      resolve: ({ entry }) => entry.policy,
    }),
    entryHash: t.field({
      type: 'Hash',
      description: 'BLAKE3-256 of its canonical CBOR, 64 hex digits: what the next one names.',
      resolve: ({ entry }) => entry.entry_hash,
    }),
  }),
});

/** An event on a claim out of the session's reach is as if there were none. */
async function loadEvents(
  keys: readonly EventKey[],
  { engine, session }: GraphqlContext,
): Promise<(EvidenceEventNode | null)[]> {
  const named = keys.map((key) => readDatedKey(key));
  const entries = await engine.store.records(
    'events',
    named.map(({ id }) => id),
  );
  return named.map(({ asOf }, index) => {
    const entry = entries[index] ?? null;
    return entry !== null && reachesItem(session, entry.claim) ? { entry, asOf } : null;
  });
}

/** Rows of an exported file: claims, artefacts and edges, each under the names that GraphQL has for their fields. */
import type { ClaimView } from '../../../engine/claim-view.ts';
import type { ClusterSum } from '../../../engine/explore/cluster-sums.ts';
import { within } from '../../../engine/view.ts';
import { claimCorpusOf, claimIdOf, isClaimAddr } from '../../../graph/address.ts';
import type { ArtefactState } from '../../../graph/artefact.ts';
import type { ClaimForm } from '../../../graph/claim.ts';
import type { LedgerEntry } from '../../../graph/evidence.ts';
import type { GraphEdge, GraphNodeId } from '../../../graph/store/edges.ts';
import type { View } from '../../../graph/store/rows.ts';
import { type NameTally, TALLY_COUNTS, type TallyKind } from '../../../graph/store/tallies.ts';
import { capitals } from '../builder/enum-values.ts';
import { valueText } from '../views/value-text.ts';

/** A text of several parts is one cell where a format has no lists. */
export type CellValue = string | number | boolean | null | readonly string[];
export type CellType = 'string' | 'long' | 'double' | 'boolean';

export interface ExportColumn {
  readonly name: string;
  readonly type: CellType;
}

export type RowType =
  | 'Claim'
  | 'Cluster'
  | 'Artefact'
  | 'EvidenceEvent'
  | 'Publisher'
  | 'Entity'
  | 'Actor'
  | 'GraphEdge';

export interface ExportRow {
  readonly type: RowType;
  /** In the order of the type's columns. */
  readonly cells: readonly CellValue[];
}

/** Each begins with its id or name, edges with that of their source and of their target. */
export const COLUMNS: Readonly<Record<RowType, readonly ExportColumn[]>> = {
  Claim: columns(
    ['claimId', 'addr', 'text', 'context', 'lang', 'corpus', 'cluster', 'effectiveAt'],
    ['logSeq:long', 'belief', 'confidence:double', 'occurrenceCount:long', 'firstArtefact'],
    [
      'subject',
      'attribute',
      'modifiers',
      'predicate',
      'dimension',
      'valueKind',
      'value',
      'min',
      'max',
      'unit',
    ],
    ['role', 'polarity', 'modality', 'validFrom', 'validTo', 'place', 'qualifiers'],
  ),
  Artefact: columns(
    ['artefactId', 'corpus', 'version:long', 'url', 'title', 'summary', 'domain', 'publisher', 'licence'],
    ['lang', 'mediaType', 'hash', 'published', 'observedAt', 'mirrorOf', 'withdrawn:boolean'],
    ['redacted:boolean', 'logSeq:long'],
  ),
  Cluster: columns(
    ['clusterId', 'corpus', 'firstClaim', 'text', 'lang', 'effectiveAt', 'logSeq:long', 'belief'],
    ['confidence:double', 'claimCount:long', 'artefactCount:long'],
  ),
  EvidenceEvent: columns(
    ['eventId', 'corpus', 'claim', 'kind', 'seq:long', 'logSeq:long', 'at', 'effectiveAt', 'actor'],
    ['actorRoot', 'standing:long', 'successor', 'refs', 'hashes', 'domains', 'checks'],
  ),
  Publisher: nameColumns('domain', 'publisher'),
  Entity: nameColumns('key', 'entity'),
  Actor: nameColumns('root', 'actor'),
  GraphEdge: columns([
    'sourceId',
    'targetId',
    'kind',
    'weight:long',
    'logSeq:long',
    'sourceText',
    'targetText',
  ]),
};

function nameColumns(name: string, kind: TallyKind): readonly ExportColumn[] {
  return columns(
    [name, 'corpus', 'since', 'logSeq:long'],
    [...TALLY_COUNTS[kind]].map((count) => `${count}:long`),
  );
}

function columns(...names: readonly (readonly string[])[]): readonly ExportColumn[] {
  return names.flat().map((one) => {
    const [name = '', type = 'string'] = one.split(':');
    // The lists above have no other types.
    return { name, type: type as CellType };
  });
}

export function claimRow({ claim, belief, occurrences }: ClaimView): ExportRow {
  const { core } = claim;
  const held = belief.fold?.belief ?? null;
  const cells = [
    ...[claimIdOf(claim.addr), claim.addr, core.text, core.context ?? [], core.lang, core.corpus],
    ...[claim.claim_cluster_id, claim.effective_at, claim.seq],
    ...[held && capitals(held.state), held?.effective_confidence ?? null],
    ...[occurrences.length, occurrences[0]?.artefact ?? null],
    ...(core.form === undefined ? NO_FORM : formCells(core.form)),
  ];
  return { type: 'Claim', cells };
}

const FORM_COLUMNS = 17;
const NO_FORM: readonly null[] = Array.from({ length: FORM_COLUMNS }, () => null);

function formCells({ subject, attribute, value, scope, ...form }: ClaimForm): readonly CellValue[] {
  const { min, max, unit } = value.kind === 'quantity' ? value : { min: null, max: null, unit: null };
  return [
    ...[subject.key, attribute.head, attribute.modifiers, attribute.predicate, attribute.dimension],
    ...[capitals(value.kind), valueText(value), min, max, unit],
    ...[capitals(form.role), capitals(form.polarity), capitals(form.modality)],
    ...[scope.valid_from, scope.valid_to, scope.place, scope.qualifiers],
  ];
}

/** @param first the first of its claims that the view sees */
export function clusterRow(
  { id, corpus, claimCount, artefactCount }: ClusterSum,
  { claim, belief }: ClaimView,
): ExportRow {
  const held = belief.fold?.belief ?? null;
  const cells = [
    ...[id, corpus, claimIdOf(claim.addr), claim.core.text, claim.core.lang, claim.effective_at, claim.seq],
    ...[held && capitals(held.state), held?.effective_confidence ?? null, claimCount, artefactCount],
  ];
  return { type: 'Cluster', cells };
}

export function eventRow({ evidence, successor, log, ...entry }: LedgerEntry): ExportRow {
  const cells = [
    ...[entry.event_id, claimCorpusOf(entry.claim), claimIdOf(entry.claim), capitals(entry.kind), entry.seq],
    ...[log.seq, entry.at, entry.effective_at, entry.actor, entry.actor_root, entry.standing],
    ...[successor && claimIdOf(successor), evidence.map(({ ref }) => ref), evidence.map(({ hash }) => hash)],
    ...[evidence.map(({ domain }) => domain), evidence.map(({ check }) => capitals(check))],
  ];
  return { type: 'EvidenceEvent', cells };
}

/** @param counted whether a count of the name is shown */
export function nameRow(
  type: 'Publisher' | 'Entity' | 'Actor',
  { kind, key, corpus, since, seq, counts }: NameTally,
  counted: (count: string) => boolean,
): ExportRow {
  const shown = TALLY_COUNTS[kind].map((count) => (counted(count) ? (counts[count] ?? 0) : null));
  return { type, cells: [key, corpus, since, seq, ...shown] };
}

/** Whether it was withdrawn is as the view sees it; what was erased is gone at every time. */
export function artefactRow({ record, withdrawn, redacted, seq }: ArtefactState, view: View): ExportRow {
  const cells = [
    ...[record.artefact_id, record.corpus, record.version, record.url, record.title, record.summary],
    ...[record.domain, record.publisher, record.licence, record.lang, record.media_type, record.hash],
    ...[record.published, record.observed_at, record.mirror_of],
    ...[withdrawn !== null && within(view, withdrawn), redacted !== undefined, seq],
  ];
  return { type: 'Artefact', cells };
}

/** @param named the text of a claim, the title of an artefact; null where the file has it beside its node */
export function edgeRow(
  { from, to, kind, weight, seq }: GraphEdge,
  named: (node: GraphNodeId) => string | null,
): ExportRow {
  return {
    type: 'GraphEdge',
    cells: [nodeName(from), nodeName(to), capitals(kind), weight, seq, named(from), named(to)],
  };
}

/** Within a corpus; a name token of XML. */
function nodeName(node: GraphNodeId): string {
  return isClaimAddr(node) ? claimIdOf(node) : node;
}

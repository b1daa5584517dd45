import { expect, it } from 'vitest';
import type { EvidenceItem } from '../../graph/evidence.ts';
import { edgesOfEntry } from '../../graph/typed-edges.ts';
import { artefactId, claimAddr, ledgerEntry } from '../conformance/graph-store/records.ts';

const item = (parts: Partial<EvidenceItem> = {}): EvidenceItem => ({
  ...{ ref: 'r', hash: 'h', kind: 'source', check: 'match', domain: 'example.org' },
  ...{ artefact: artefactId(1), ...parts },
});
const evidence = (...items: EvidenceItem[]) => ({
  kind: 'corroborate' as const,
  standing: 700,
  evidence: items,
});

it('a corroborating entry is a support of its claim by each artefact that it names, with what is true of the event', () => {
  const entry = ledgerEntry(1, 0, evidence(item(), item({ artefact: artefactId(2), domain: 'other.org' })));
  const { supports, disputes, supersedes } = edgesOfEntry(entry);
  const { event_id: event, actor_root: actor, at, effective_at: effectiveAt, log } = entry;
  const shared = {
    event,
    actor,
    at,
    effectiveAt,
    logSeq: log.seq,
    claim: claimAddr(1),
    weightMicro: 700_000,
  };
  expect(supports).toEqual([
    { ...shared, artefact: artefactId(1), publisher: 'example.org' },
    { ...shared, artefact: artefactId(2), publisher: 'other.org' },
  ]);
  expect([disputes, supersedes]).toEqual([[], []]);
});

it('a disputing entry is a dispute and no support', () => {
  const { supports, disputes } = edgesOfEntry(ledgerEntry(1, 0, { ...evidence(item()), kind: 'dispute' }));
  expect([supports.length, disputes.length]).toEqual([0, 1]);
});

it('an artefact that is named twice has one edge, with its greatest weight, whatever their order', () => {
  const [weak, strong] = [item({ check: 'unknown' }), item({ kind: 'reproduction' })];
  for (const items of [
    [weak, strong],
    [strong, weak],
    [strong, strong],
  ]) {
    const { supports } = edgesOfEntry(ledgerEntry(1, 0, evidence(...items)));
    expect(supports.map(({ weightMicro }) => weightMicro)).toEqual([1_400_000]);
  }
});

it('evidence of no stored artefact has no edge', () => {
  const { artefact: _, ...outside } = item();
  expect(edgesOfEntry(ledgerEntry(1, 0, evidence(outside))).supports).toEqual([]);
});

it('an actor without standing has an edge without weight', () => {
  const { supports } = edgesOfEntry(ledgerEntry(1, 0, { ...evidence(item()), standing: 0 }));
  expect(supports).toMatchObject([{ weightMicro: 0 }]);
});

it('a proposal goes from the successor to the claim, and supports neither', () => {
  const entry = ledgerEntry(1, 0, {
    ...{ ...evidence(item()), kind: 'supersede-propose', successor: claimAddr(2), authority: 'policy' },
  });
  expect(edgesOfEntry(entry)).toMatchObject({
    supports: [],
    disputes: [],
    supersedes: [
      { successor: claimAddr(2), claim: claimAddr(1), authority: 'policy', event: entry.event_id },
    ],
  });
  expect(edgesOfEntry({ ...entry, successor: null }).supersedes).toEqual([]);
});

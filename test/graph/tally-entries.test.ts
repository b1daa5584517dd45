/** What entries of the log add to tallies: however they are grouped, and in what is known of the claims before. */
import { expect, it } from 'vitest';
import type { ClaimRecord } from '../../graph/claim.ts';
import type { EvidenceKind } from '../../graph/evidence.ts';
import type { ClaimAsserted, EntryBody } from '../../graph/log/entry.ts';
import { project } from '../../graph/project.ts';
import type { StoredEntry } from '../../graph/store/log.ts';
import { TALLY_COUNTS, type TallyChange } from '../../graph/store/tallies.ts';
import {
  artefact,
  artefactId,
  at,
  CORPUS,
  claimAddr,
  entry,
  hash,
  ledgerEntry,
} from '../conformance/graph-store/records.ts';

const observed = (n: number, publisher: string): EntryBody => ({
  type: 'artefact.observed',
  artefact: artefact(n, { publisher }).record,
});

/** A claim about a subject, of which a value may be another entity. */
function asserted(
  n: number,
  inArtefact: number,
  more: Partial<ClaimAsserted> = {},
  value = 'ring',
): ClaimAsserted {
  const form = {
    subject: { key: 'Saturn', surface: 'Saturn', how: 'explicit' },
    attribute: { head: 'part', modifiers: [], predicate: 'have', dimension: 'entity' },
    value: { kind: 'entity', key: value, surface: value },
    scope: { valid_from: null, valid_to: null, place: null, qualifiers: [] },
    role: 'current',
    polarity: 'affirmed',
    modality: 'asserted',
  } as const;
  return {
    type: 'claim.asserted',
    addr: claimAddr(n),
    core: { v: 1, corpus: CORPUS, lang: 'en', text: `Claim ${n}.`, form },
    content_hash: hash(`core ${n}`),
    claim_cluster_id: `cl_c1${n}`,
    slot: null,
    artefact: artefactId(inArtefact),
    span: { start: 0, end: 1 },
    sentence: { start: 0, end: 1 },
    context_spans: [],
    contradicts: [],
    ...more,
  };
}

function evidence(n: number, kind: EvidenceKind, domains: readonly string[]): EntryBody {
  const { entry_hash, log, ...body } = ledgerEntry(n, 0, { kind });
  const [item] = body.evidence;
  if (item === undefined) throw new Error('a ledger entry has evidence');
  return {
    type: 'evidence.appended',
    entry: { ...body, evidence: domains.map((domain) => ({ ...item, domain })) },
    idempotency: null,
  };
}

const judged = (n: number, stance: 'CONTRADICT' | 'SUPPORT') =>
  ({ claim: claimAddr(n), stance, judge: 'lexical/1', confidence: 900, features: [] }) as const;

const LOG: readonly EntryBody[] = [
  observed(1, 'a.org'),
  observed(2, 'b.org'),
  observed(3, 'a.org'),
  asserted(1, 1),
  asserted(1, 2),
  asserted(1, 2),
  // It names the claim twice, and one that only supports it.
  asserted(2, 2, { contradicts: [claimAddr(1)], opinions: [judged(1, 'CONTRADICT'), judged(3, 'SUPPORT')] }),
  // Of its own publisher, and of a claim that nothing states.
  asserted(3, 3, { contradicts: [claimAddr(1), claimAddr(99)] }, 'Saturn'),
  asserted(4, 3, { contradicts: [claimAddr(2)] }, 'moon'),
  evidence(1, 'dispute', ['b.org', 'b.org', 'a.org', 'c.org']),
  evidence(2, 'corroborate', ['a.org']),
  evidence(3, 'supersede-propose', ['a.org']),
  evidence(99, 'dispute', ['a.org']),
];
const ENTRIES: readonly StoredEntry[] = LOG.map((body, seq) => {
  const one = entry(seq, body);
  return { ...one, entry: { ...one.entry, corpus: CORPUS, effective_at: at(100 - seq) } };
});

/** What a log that is saved in groups of so many entries adds up to. */
function talliesIn(groups: number): Record<string, Record<string, number>> {
  const artefacts = new Map();
  const claims = new Map<string, ClaimRecord>();
  const totals = new Map<string, TallyChange>();
  for (let from = 0; from < ENTRIES.length; from += groups) {
    const base = {
      corpora: new Map(),
      artefacts,
      claims,
      keys: new Map(),
      texts: new Map(),
      manifests: new Map(),
    };
    const found = project(base as never, ENTRIES.slice(from, from + groups));
    for (const state of found.artefacts) artefacts.set(state.record.artefact_id, state);
    for (const claim of found.claims) claims.set(claim.addr, claim);
    for (const change of found.tallies) {
      const id = `${change.kind} ${change.key}`;
      const counts: Record<string, number> = { ...totals.get(id)?.counts };
      for (const [name, added] of Object.entries(change.counts)) counts[name] = (counts[name] ?? 0) + added;
      totals.set(id, { ...change, counts });
    }
  }
  return Object.fromEntries([...totals].map(([id, { counts }]) => [id, counts as Record<string, number>]));
}

const EXPECTED = {
  'publisher a.org': { artefacts: 2, statements: 3, contradicts: 1, contradicted: 1, disputed: 1 },
  'publisher b.org': { artefacts: 1, statements: 3, contradicts: 1, contradicted: 1 },
  'opposition b.org a.org': { contradictions: 1, disputes: 1 },
  'opposition a.org b.org': { contradictions: 1 },
  'opposition c.org a.org': { disputes: 1 },
  'entity saturn': { claims: 4, corroborations: 1, disputes: 1 },
  'entity ring': { claims: 2, corroborations: 1, disputes: 1 },
  'entity moon': { claims: 1 },
  'actor root-ann': { events: 3, corroborations: 1, disputes: 1, proposals: 1 },
};

it('counts by who stated a claim first, each entry once, however entries are grouped', () => {
  for (const groups of [1, 2, 3, 5, ENTRIES.length]) expect(talliesIn(groups)).toEqual(EXPECTED);
});

it('names the first entry and the earliest time of what it counts, and no count of another kind', () => {
  const { tallies } = project(
    {
      corpora: new Map(),
      artefacts: new Map(),
      claims: new Map(),
      keys: new Map(),
      texts: new Map(),
      manifests: new Map(),
    },
    ENTRIES,
  );
  const saturn = tallies.find(({ key }) => key === 'saturn');
  // The ledger's entry on claim 2 is the last that names it.
  expect(saturn).toMatchObject({ seq: 3, since: at(100 - 10), corpus: CORPUS });
  for (const { kind, counts } of tallies) {
    expect(TALLY_COUNTS[kind]).toEqual(expect.arrayContaining(Object.keys(counts)));
  }
});

it('says nothing of artefacts that the store does not hold', () => {
  const { tallies } = project(
    {
      corpora: new Map(),
      artefacts: new Map(),
      claims: new Map(),
      keys: new Map(),
      texts: new Map(),
      manifests: new Map(),
    },
    ENTRIES.slice(3, 5),
  );
  expect(tallies.map(({ kind }) => kind)).toEqual(['entity', 'entity']);
});

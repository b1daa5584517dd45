/** A corpus with everything that lists and edges look at, and the plain reading of it that stores must agree with. */
import type { ArtefactId, ClaimAddr } from '../../../graph/address.ts';
import type { ArtefactState } from '../../../graph/artefact.ts';
import type {
  ClaimForm,
  ClaimOccurrence,
  ClaimRecord,
  ClaimRivalry,
  ClaimValue,
} from '../../../graph/claim.ts';
import type { LedgerEntry } from '../../../graph/evidence.ts';
import type { View } from '../../../graph/store/rows.ts';
import type { Changes } from '../../../graph/store/store.ts';
import { artefact, artefactId, at, CORPUS, claim, claimAddr, ledgerEntry, occurrence } from './records.ts';

export interface World {
  readonly artefacts: readonly ArtefactState[];
  readonly claims: readonly ClaimRecord[];
  readonly occurrences: readonly ClaimOccurrence[];
  readonly rivals: readonly ClaimRivalry[];
  readonly ledger: readonly LedgerEntry[];
}

const ARTEFACTS = 9;
const CLAIMS = 24;
const SUBJECTS = ['saturn', 'jupiter', 'straße'];
const LICENCES = ['CC-BY-4.0', 'CC0-1.0', 'All rights reserved'];

/** Effective times go back and forth against the order of the log, so that the two are never taken for one another. */
function effective(n: number): string {
  return at((n * 37) % 61);
}

/** The same each time: claims without a form, of one cluster, of redacted, withdrawn and mirroring artefacts. */
export function makeWorld(): World {
  const artefacts = range(ARTEFACTS).map(makeArtefact);
  const claims = range(CLAIMS).map(makeClaim);
  return {
    artefacts,
    claims,
    occurrences: claims.flatMap((_, n) => placesOf(n)),
    rivals: range(8).map((n) => ({ claim: claimAddr(n + 5), rival: claimAddr((n * 3) % 5), seq: 40 + n })),
    ledger: [...range(14).map(makeEvidence), ...range(6).map(makeProposal)],
  };
}

/** The world as one commit; a claim of another corpus shares a cluster and a subject with it. */
export function worldChanges({ artefacts, claims, occurrences, rivals, ledger }: World): Partial<Changes> {
  const foreign = { ...makeClaim(1), addr: 'wx://other/claim/c11' as ClaimAddr };
  const elsewhere = { ...foreign, core: { ...foreign.core, corpus: 'other' }, claim_cluster_id: 'alone' };
  return { artefacts, claims: [...claims, elsewhere], occurrences, rivals, ledger };
}

function makeArtefact(n: number): ArtefactState {
  const words = { title: n % 2 === 0 ? `Über Monde ${n}` : `On moons ${n}`, lang: n % 2 === 0 ? 'de' : 'en' };
  const publisher = `p${n % 3}.org`;
  const origin = {
    domain: `d${n % 2}.${publisher}`,
    publisher,
    licence: LICENCES[n % 3] ?? '',
    media_type: n % 4 === 1 ? 'text/html' : 'text/plain',
  };
  const mirror_of = n >= 7 ? artefactId(9 - n) : null;
  const word = { seq: 30 + n, effective_at: effective(n + 3), reason: 'retracted' };
  const ends = { withdrawn: n % 4 === 3 ? word : null, ...(n === 5 && { redacted: word }) };
  return artefact(n, { ...words, ...origin, mirror_of }, { effective_at: effective(n), ...ends });
}

function makeClaim(n: number): ClaimRecord {
  const form = n % 3 === 0 ? {} : { form: formOf(n) };
  const text = n % 4 === 0 ? `SATURN hat ${n} Ringe. Größe!` : `Saturn has ${n} moons.`;
  const core = { v: 1 as const, corpus: CORPUS, lang: 'en', text, ...form };
  return claim(n, { core, claim_cluster_id: `cluster-${n % 7}`, effective_at: effective(n) });
}

function formOf(n: number): ClaimForm {
  const value = statedValue(n);
  return {
    subject: { key: SUBJECTS[n % 3] ?? '', surface: 'x', how: 'explicit' },
    attribute: {
      head: n % 5 === 0 ? 'ring' : 'moon',
      modifiers: [],
      predicate: 'have',
      dimension: value.kind,
    },
    value,
    scope: { valid_from: null, valid_to: null, place: null, qualifiers: [] },
    role: 'current',
    polarity: 'affirmed',
    modality: 'asserted',
  };
}

/** Names, quantities of two units with two bounds or one, days and spans of them. */
function statedValue(n: number): ClaimValue {
  const day = (of: number) => `2020-01-${String(of).padStart(2, '0')}`;
  const unit = n % 4 === 3 ? 'km' : '';
  if (n % 2 === 0) return { kind: 'entity', key: SUBJECTS[(n + 1) % 3] ?? '', surface: 'x' };
  if (n === 1 || n === 5 || n === 17) return { kind: 'date', from: day(n), to: day(n + (n % 3)) };
  const [min, max] = [n % 7 === 0 ? null : `${n}.50`, n % 11 === 0 ? null : String(n + (n % 3))];
  return { kind: 'quantity', min, max: max !== null && min !== null ? `${n}.75` : max, unit, precision: 0 };
}

/** The last claims have no place at all; some have two places, in one artefact or in two. */
function placesOf(n: number): ClaimOccurrence[] {
  if (n >= CLAIMS - 2) return [];
  const first = { ...occurrence(n, n, n % ARTEFACTS), effective_at: effective(n) };
  if (n % 3 !== 1) return [first];
  const second = occurrence(100 + n, n, n % 2 === 0 ? n % ARTEFACTS : (n + 4) % ARTEFACTS);
  return [first, { ...second, effective_at: effective(n + 9) }];
}

function makeEvidence(n: number): LedgerEntry {
  const item = {
    ref: 'x',
    hash: 'h',
    kind: 'source' as const,
    check: 'match' as const,
    domain: 'example.org',
  };
  const cited = [n % ARTEFACTS, n % ARTEFACTS, (n + 2) % ARTEFACTS];
  return ledgerEntry(n % 6, Math.floor(n / 6), {
    kind: n % 3 === 0 ? 'dispute' : 'corroborate',
    effective_at: effective(n),
    evidence: n % 5 === 4 ? [item] : cited.map((one) => ({ ...item, artefact: artefactId(one) })),
    log: { seq: 50 + n, tree_size: 51 + n, root: '' },
  });
}

/** A chain with a cycle in it, a proposal that names the claim itself, and one said twice. */
function makeProposal(n: number): LedgerEntry {
  const [from, to] = [
    [1, 2],
    [2, 3],
    [3, 1],
    [1, 2],
    [4, 4],
    [2, 1],
  ][n] ?? [0, 0];
  return ledgerEntry(from ?? 0, 5 + n, {
    kind: 'supersede-propose',
    effective_at: effective(n + 20),
    successor: claimAddr(to ?? 0),
    log: { seq: 70 + n, tree_size: 71 + n, root: '' },
  });
}

export function sees(view: View, { seq, effective_at }: { seq: number; effective_at: string }): boolean {
  return seq <= view.seq && effective_at <= view.until;
}

/** Artefacts of the places in the view that state the claim. */
export function statedIn(world: World, addr: ClaimAddr, view: View): ArtefactState[] {
  const ids = world.occurrences
    .filter((one) => one.claim === addr && sees(view, one))
    .map((one) => one.artefact);
  return byIds(world, ids);
}

export function byIds({ artefacts }: World, ids: readonly ArtefactId[]): ArtefactState[] {
  return artefacts.filter(({ record }) => ids.includes(record.artefact_id));
}

export function range(length: number): number[] {
  return Array.from({ length }, (_, n) => n);
}

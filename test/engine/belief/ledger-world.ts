/** Ledgers and observations in a real store, written through the log, and their beliefs folded from whole ledgers. */
import type { ClaimBelief } from '../../../engine/belief/read-beliefs.ts';
import { LedgerDraft } from '../../../engine/ledger/ledger-draft.ts';
import type { ClaimAddr } from '../../../graph/address.ts';
import { fold } from '../../../graph/belief/fold.ts';
import { type FoldContext, type FoldResult, successorStanding } from '../../../graph/belief/result.ts';
import { encodeCanonical } from '../../../graph/canonical.ts';
import { blake3Hex } from '../../../graph/digest.ts';
import type { EvidenceKind, LedgerEntry } from '../../../graph/evidence.ts';
import type { NewEntry } from '../../../graph/log/command.ts';
import { LogWriter } from '../../../graph/log/writer.ts';
import { NO_LIMIT, readRange } from '../../../graph/store/ranges.ts';
import type { View } from '../../../graph/store/rows.ts';
import type { GraphReader, GraphStore } from '../../../graph/store/store.ts';
import { artefact, artefactId, CORPUS, claimAddr, hash } from '../../conformance/graph-store/records.ts';

/** One event; claims and artefacts are named by number. */
export interface Said {
  readonly claim: number;
  readonly kind: EvidenceKind;
  readonly actor: string;
  /** Day after 2020-01-01 from which it holds. */
  readonly on: number;
  readonly standing: number;
  readonly artefacts: readonly number[];
  readonly successor: number | null;
  readonly authority: 'capability' | null;
}

/** Noon of the nth day after 2020-01-01. */
export function day(n: number): string {
  return new Date(Date.UTC(2020, 0, 1 + n, 12)).toISOString();
}

/** Writes with numbers of its own, so that many worlds fit into one store. */
export class LedgerWorld {
  readonly #writer: LogWriter;
  readonly #from: number;

  /** @param from the first number of its claims and artefacts */
  constructor(store: GraphStore, from: number) {
    this.#writer = new LogWriter(store, () => '2040-01-01T00:00:00.000Z');
    this.#from = from;
  }

  claim(n: number): ClaimAddr {
    return claimAddr(this.#from + n);
  }

  hashOf(n: number): string {
    return hash(`bytes ${this.#from + n}`);
  }

  /** An actor's same words again are no new event. */
  say(said: Said): Promise<void> {
    return this.#writer.append(async (state, now) => {
      const draft = new LedgerDraft(state, now);
      const { kind, actor, standing, authority } = said;
      const claim = this.claim(said.claim);
      await draft.prepare([{ claim, actorRoot: actor }]);
      draft.add({
        claim,
        kind,
        actor,
        actorRoot: actor,
        standing,
        tokenId: null,
        evidence: said.artefacts.map((n) => ({
          ref: `https://example.org/${this.#from + n}`,
          hash: this.hashOf(n),
          kind: 'source',
          check: 'match',
          artefact: artefactId(this.#from + n),
          domain: `${actor}.example`,
        })),
        attestations: [],
        stake: null,
        successor: said.successor === null ? null : this.claim(said.successor),
        authority,
        effectiveAt: day(said.on),
      });
      const entries = draft.entries.map((entry) => {
        return newEntry({ type: 'evidence.appended', entry, idempotency: null }, entry.effective_at);
      });
      return { entries, result: () => undefined };
    });
  }

  /** One document is seen. */
  observe(n: number, on: number): Promise<void> {
    const seen = artefact(this.#from + n, { observed_at: day(on), sections: [] }).record;
    return this.#writer.append(async () => ({
      entries: [newEntry({ type: 'artefact.observed', artefact: seen }, day(on))],
      result: () => undefined,
    }));
  }

  /** A source is gone through again, and these documents are still there. */
  observeAll(numbers: readonly number[], on: number): Promise<void> {
    const manifest = encodeCanonical(numbers.map((n) => artefactId(this.#from + n)).toSorted());
    const body = { source: 'test', documents: numbers.length, manifest_hash: blake3Hex(manifest) };
    return this.#writer.append(async () => ({
      entries: [newEntry({ type: 'corpus.observed', ...body }, day(on))],
      blobs: [manifest],
      result: () => undefined,
    }));
  }
}

function newEntry(body: NewEntry['body'], effectiveAt: string): NewEntry {
  return { corpus: CORPUS, tenant: null, effectiveAt, body };
}

const AGAINST: readonly EvidenceKind[] = ['dispute', 'supersede-propose'];

/** What a reading says of a claim, with its ledger's entries read. */
export interface Expected {
  readonly fold: FoldResult | null;
  readonly head: string | null;
  readonly entries: readonly LedgerEntry[];
  /** How many entries speak against it, and their ledger positions. */
  readonly against: { readonly count: number; readonly seqs: readonly number[] };
  readonly disputes: ClaimBelief['disputes'];
}

export async function shown({ fold: result, ledger, disputes }: ClaimBelief): Promise<Expected> {
  const entries = await ledger.page(0, ledger.count);
  const seqs = ledger.positionsOf(AGAINST, 0, ledger.count).map(({ seq }) => seq);
  const against = { count: ledger.countOf(AGAINST), seqs };
  return { fold: result, head: ledger.head, entries, against, disputes };
}

/** The law: the fold of the whole ledger in the view, with all that is known beside it. */
export async function wholeBelief(reader: GraphReader, claim: ClaimAddr, view: View): Promise<Expected> {
  const entries = await readLedger(reader, claim, view);
  const successors: Record<string, ReturnType<typeof successorStanding>> = {};
  for (const addr of new Set(entries.flatMap(({ successor }) => successor ?? []))) {
    const other = await readLedger(reader, addr, view);
    const context = { observed: await observedIn(reader, other, view), successors: {} };
    successors[addr] = successorStanding(fold(other, view.until, context));
  }
  const context: FoldContext = { observed: await observedIn(reader, entries, view), successors };
  const against = entries.filter(({ kind }) => AGAINST.includes(kind));
  return {
    fold: fold(entries, view.until, context),
    head: entries.at(-1)?.entry_hash ?? null,
    entries,
    against: { count: against.length, seqs: against.map(({ seq }) => seq) },
    disputes: entries
      .filter(({ kind }) => kind === 'dispute')
      .slice(-100)
      .map(({ effective_at, evidence }) => ({
        effective_at,
        artefacts: evidence.flatMap((item) => item.artefact ?? []),
      })),
  };
}

async function readLedger(reader: GraphReader, claim: ClaimAddr, view: View): Promise<LedgerEntry[]> {
  const entries = await readRange(reader, 'ledger', { claim, after: -1 }, { limit: NO_LIMIT });
  return entries.filter(({ log, effective_at }) => log.seq <= view.seq && effective_at <= view.until);
}

async function observedIn(
  reader: GraphReader,
  entries: readonly LedgerEntry[],
  { until }: View,
): Promise<Record<string, string>> {
  const hashes = [...new Set(entries.flatMap(({ evidence }) => evidence.map((item) => item.hash)))];
  const found = await reader.ranges('observations', { by: hashes });
  const latest = hashes.flatMap((one, index) => {
    const last = (found[index] ?? []).findLast(({ observed_at }) => observed_at <= until);
    return last === undefined ? [] : [[one, last.observed_at] as const];
  });
  return Object.fromEntries(latest);
}

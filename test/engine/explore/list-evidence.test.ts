/** Evidence of a corpus, page by page: events that do not match are skipped in bounded steps. */
import { describe, expect, it } from 'vitest';
import {
  ANY_EVIDENCE,
  type EvidenceListRequest,
  listEvidence,
  MAX_ACTORS_SOUGHT,
  MAX_EVIDENCE_LOOKED_AT,
} from '../../../engine/explore/list-evidence.ts';
import type { LedgerEntry } from '../../../graph/evidence.ts';
import { substituted } from '../../../graph/store/by-kind.ts';
import type { RangeQuery, RangeReader } from '../../../graph/store/ranges.ts';
import type { RecordReader } from '../../../graph/store/records.ts';
import { CORPUS, ledgerEntry } from '../../conformance/graph-store/records.ts';

const EARLY = '2020-01-01T00:00:00.000Z';
const LATE = '2026-01-01T00:00:00.000Z';
const RARE = 'root-rare';
/** More than one page looks at, with one early entry of a writer of its own at either end. */
const MANY = MAX_EVIDENCE_LOOKED_AT + 50;

const ledger: readonly LedgerEntry[] = Array.from({ length: MANY }, (_, seq) =>
  seq === 0 || seq === MANY - 1
    ? ledgerEntry(1, seq, { effective_at: EARLY, actor_root: RARE })
    : ledgerEntry(1, seq, { effective_at: LATE }),
);

const refuse = () => Promise.reject(new RangeError('only evidence is read'));
const NO_STORE: RecordReader & RangeReader = { records: refuse, corpora: refuse, ranges: refuse };

/** Pages of the ledger, as a store gives them, and how much of it was read. */
function reading() {
  const read = { entries: 0, calls: 0 };
  const evidence = async ({ by, limit, newestFirst }: RangeQuery<'evidence'>) =>
    by.map(({ after, before, actors }) => {
      const between = ledger.flatMap((entry) => {
        const { log, actor_root } = entry;
        if (log.seq <= after || log.seq >= (before ?? MANY)) return [];
        // A list for each writer that is named.
        return actors === null ? [entry] : actors.filter((one) => one === actor_root).map(() => entry);
      });
      const page = (newestFirst ? between.toReversed() : between).slice(0, limit);
      read.entries += page.length;
      read.calls += 1;
      return page;
    });
  return { reader: substituted(NO_STORE, { ranges: { evidence } }), read };
}

const request = (parts: Partial<EvidenceListRequest> = {}): EvidenceListRequest => ({
  corpus: CORPUS,
  filter: ANY_EVIDENCE,
  after: -1,
  before: null,
  limit: 2,
  newestFirst: false,
  view: { seq: MANY, until: LATE },
  admits: () => true,
  ...parts,
});
const seqs = ({ records }: { readonly records: readonly { readonly seq: number }[] }) =>
  records.map(({ seq }) => seq);

describe('evidence of a corpus', () => {
  it('is read in one call where every event matches', async () => {
    const { reader, read } = reading();
    const page = await listEvidence(reader, request());
    expect([seqs(page), page.stoppedAt, read]).toEqual([[0, 1], null, { entries: 2, calls: 1 }]);
  });

  it.each([false, true])(
    'of a past view stops after so many entries and continues from there (%s)',
    async (newestFirst) => {
      const { reader, read } = reading();
      const view = { seq: MANY, until: EARLY };
      const first = await listEvidence(reader, request({ view, newestFirst }));
      expect(seqs(first)).toEqual([newestFirst ? MANY - 1 : 0]);
      expect(first.stoppedAt).toBe(newestFirst ? 50 : MAX_EVIDENCE_LOOKED_AT - 1);
      expect(read.entries).toBe(MAX_EVIDENCE_LOOKED_AT);
      const place = newestFirst ? { before: first.stoppedAt } : { after: first.stoppedAt ?? -1 };
      const rest = await listEvidence(reader, request({ view, newestFirst, ...place }));
      expect([seqs(rest), rest.stoppedAt]).toEqual([[newestFirst ? 0 : MANY - 1], null]);
    },
  );

  it.each([false, true])(
    'of a rare writer is one page, however much others wrote in between (%s)',
    async (newestFirst) => {
      const { reader, read } = reading();
      const filter = { ...ANY_EVIDENCE, actor: [RARE] };
      const page = await listEvidence(reader, request({ filter, newestFirst }));
      expect(seqs(page)).toEqual(newestFirst ? [MANY - 1, 0] : [0, MANY - 1]);
      expect([page.stoppedAt, read]).toEqual([null, { entries: 2, calls: 1 }]);
    },
  );

  it('of a writer who is named twice is listed once', async () => {
    const { reader } = reading();
    const filter = { ...ANY_EVIDENCE, actor: [RARE, RARE] };
    expect(seqs(await listEvidence(reader, request({ filter })))).toEqual([0, MANY - 1]);
  });

  it('of a few writers is read by these, of more or of nested filters by all', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, n) => `root-${n}`);
    const few = { ...ANY_EVIDENCE, actor: [...names(MAX_ACTORS_SOUGHT - 1), RARE] };
    const many = { ...ANY_EVIDENCE, actor: [...names(MAX_ACTORS_SOUGHT), RARE] };
    const nested = { ...ANY_EVIDENCE, and: [few] };
    for (const [filter, entries] of [
      [few, 1],
      [many, MAX_EVIDENCE_LOOKED_AT],
      [nested, MAX_EVIDENCE_LOOKED_AT],
    ] as const) {
      const { reader, read } = reading();
      const page = await listEvidence(reader, request({ filter, after: 0, limit: 1 }));
      expect(read.entries).toBe(entries);
      expect(seqs(page)).toEqual(entries === 1 ? [MANY - 1] : []);
    }
  });

  it('holds nothing behind the snapshot, and nothing that the caller may not see', async () => {
    const { reader } = reading();
    const page = await listEvidence(reader, request({ view: { seq: 1, until: LATE }, limit: 9 }));
    expect([seqs(page), page.stoppedAt]).toEqual([[0, 1], null]);
    const none = await listEvidence(reader, request({ admits: () => false, after: MANY - 60 }));
    expect([seqs(none), none.stoppedAt]).toEqual([[], null]);
  });

  it('of no size is empty', async () => {
    const page = await listEvidence(reading().reader, request({ limit: 0 }));
    expect([seqs(page), page.stoppedAt]).toEqual([[], null]);
  });
});

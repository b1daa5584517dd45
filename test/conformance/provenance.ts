/** Provenance on any store: what is known of an artefact, in a fixed number of reads. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../engine/engine.ts';
import type { Provenance } from '../../engine/provenance/provenance.ts';
import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactRecord, ArtefactState } from '../../graph/artefact.ts';
import { verifyCheckpoint } from '../../graph/log/checkpoint.ts';
import { leafHash } from '../../graph/log/leaf.ts';
import { verifyInclusion } from '../../graph/log/merkle.ts';
import { type GraphStore, StoreCorrupted } from '../../graph/store/store.ts';
import { answerOf, ingestInto, jsonLines, type TestDocument } from '../engine/documents.ts';
import { createTestEngine, TestClock, testVerifier } from '../engine/test-engine.ts';
import type { OpenStore } from './graph-store/harness.ts';
import { changes } from './graph-store/records.ts';

const DEPTH: TestDocument = {
  id: 'survey',
  text: 'Lake Vell is 212 metres deep. Lake Vell lies in Orland.',
  domain: 'survey.example',
  day: '2024-05-02',
};
const OLDER: TestDocument = {
  id: 'guide',
  text: 'Lake Vell is 190 metres deep.',
  domain: 'guide.example',
  day: '2011-03-04',
};
const QUESTION = { corpus: 'lakes', q: 'How deep is Lake Vell?' };
/** More than a provenance shows of anything. */
const MANY = 60;

/** A server on a loaded machine takes a while. */
const TIMEOUT_MS = 120_000;

export function describeProvenance(name: string, open: OpenStore): void {
  const start = async () => {
    const opened = await open();
    onTestFinished(() => opened.dispose());
    const clock = new TestClock();
    return { store: opened.store, clock, engine: createTestEngine(opened.store, clock) };
  };

  describe(`provenance on ${name}`, { timeout: TIMEOUT_MS }, () => {
    test('is null for an artefact that is not there, whatever its id looks like', async () => {
      const { engine } = await start();
      expect(await engine.provenance('a1none', 'local')).toBeNull();
      await ingestInto(engine, 'lakes', [jsonLines([DEPTH])]);
      expect(await engine.provenance("a1' OR 1=1 --", 'local')).toBeNull();
    });

    test('tells the record, that its bytes are stored, and what it states with each sentence', async () => {
      const { engine } = await start();
      await ingestInto(engine, 'lakes', [jsonLines([DEPTH])]);
      const found = await provenanceOf(engine, 'survey');
      expect(found).toMatchObject({
        bytes: 'stored',
        record: { doc_id: 'survey', licence: 'CC0-1.0', domain: 'survey.example' },
        original: null,
        withdrawn: null,
        redacted: null,
        observations: { items: ['2026-10-01T12:00:00.000Z', '2024-05-02T09:00:00.000Z'], more: 0 },
      });
      expect(found.claims.items.map(({ text, stance, spans }) => [text, stance, spans])).toEqual([
        ['Lake Vell is 212 metres deep.', 'supports', [{ start: 0, end: 29 }]],
        ['Lake Vell lies in Orland.', 'supports', [{ start: 30, end: 55 }]],
      ]);
      expect(found.claims.items.every(({ events }) => events.length === 1)).toBe(true);
    });

    test.each<[keyof ArtefactRecord, Partial<ArtefactRecord>]>([
      ['licence', { licence: 'proprietary' }],
      ['domain', { domain: 'forger.example' }],
      ['publisher', { publisher: 'forger.example' }],
      ['url', { url: 'https://forger.example/' }],
      ['title', { title: 'Another title' }],
      ['hash', { hash: 'ab'.repeat(32) }],
      ['text_hash', { text_hash: 'ab'.repeat(32) }],
      ['layout_hash', { layout_hash: 'ab'.repeat(32) }],
      ['doc_id', { doc_id: 'other' }],
      ['version', { version: 7 }],
      ['mirror_of', { mirror_of: 'a1other' }],
      ['observed_at', { observed_at: '2031-01-01T00:00:00.000Z' }],
      ['summary', { summary: 'Another summary.' }],
    ])('names a %s that was rewritten in the store, and tells what the log holds', async (member, change) => {
      const { store, engine } = await start();
      await ingestInto(engine, 'lakes', [jsonLines([DEPTH])]);
      const before = await provenanceOf(engine, 'survey');
      expect(before.recordFault).toBeNull();
      await rewrite(store, before.record.artefact_id, ({ record, ...rest }) => {
        return { ...rest, record: { ...record, ...change } };
      });
      const after = await engine.provenance(before.record.artefact_id, 'local');
      expect(after?.recordFault).toBe(
        `the store holds another ${member} than entry ${before.log.seq} of the log`,
      );
      expect(after?.record).toEqual(before.record);
      expect(after?.bytes).toBe('stored');
    });

    test('fails where the store names an entry that does not observe the artefact', async () => {
      const { store, engine } = await start();
      await ingestInto(engine, 'lakes', [jsonLines([OLDER, DEPTH])]);
      const { record, log } = await provenanceOf(engine, 'survey');
      const other = await provenanceOf(engine, 'guide');
      for (const seq of [log.seq + 1, other.log.seq]) {
        await rewrite(store, record.artefact_id, (state) => ({ ...state, seq }));
        await expect(engine.provenance(record.artefact_id, 'local')).rejects.toThrow(
          new StoreCorrupted(`entry ${seq} of the log does not observe artefact ${record.artefact_id}`, seq),
        );
      }
    });

    test.each<['withdrawn' | 'redacted', string]>([
      ['withdrawn', 'withdrawal'],
      ['redacted', 'redaction'],
    ])('names an operator who %s it in the store alone, and shows that nobody did', async (member, what) => {
      const { store, engine } = await start();
      await ingestInto(engine, 'lakes', [jsonLines([DEPTH])]);
      const before = await provenanceOf(engine, 'survey');
      const { seq } = before.log;
      const word = { seq, effective_at: '2026-10-01T12:00:00.000Z', reason: 'never said' };
      await rewrite(store, before.record.artefact_id, (state) => ({ ...state, [member]: word }));
      expect(await engine.provenance(before.record.artefact_id, 'local')).toMatchObject({
        recordFault: `the store holds another ${what} than entry ${seq} of the log`,
        bytes: 'stored',
        withdrawn: null,
        redacted: null,
        record: { summary: member === 'withdrawn' ? before.record.summary : '' },
      });
    });

    test('shows no word of what was redacted, though the store no longer says in which entry', async () => {
      const { store, engine } = await start();
      await ingestInto(engine, 'lakes', [jsonLines([DEPTH])]);
      const { record, log } = await provenanceOf(engine, 'survey');
      const done = await engine.redact({ artefact: record.artefact_id, reason: 'a court order', by: null });
      if (!done.ok) throw new Error(done.refusal.message);
      const redacted = { ...done.value.word, seq: log.seq };
      await rewrite(store, record.artefact_id, (state) => ({ ...state, redacted }));
      const found = await engine.provenance(record.artefact_id, 'local');
      expect(found?.recordFault).toBe(`the store holds another redaction than entry ${log.seq} of the log`);
      expect(JSON.stringify(found)).not.toContain('212');
    });

    test.each([
      ['reason', { reason: 'another' }],
      ['name', { by: 'bob' }],
      ['time', { effective_at: '2020-01-01T00:00:00.000Z' }],
    ])(
      'names a withdrawal whose %s was rewritten in the store, and tells what the log holds',
      async (_, change) => {
        const { store, engine } = await start();
        await ingestInto(engine, 'lakes', [jsonLines([DEPTH])]);
        const { record } = await provenanceOf(engine, 'survey');
        const done = await engine.withdraw({ artefact: record.artefact_id, reason: 'retracted', by: 'ann' });
        if (!done.ok) throw new Error(done.refusal.message);
        const { word } = done.value;
        expect(await engine.provenance(record.artefact_id, 'local')).toMatchObject({
          recordFault: null,
          withdrawn: word,
        });
        await rewrite(store, record.artefact_id, (state) => ({
          ...state,
          withdrawn: { ...word, ...change },
        }));
        expect(await engine.provenance(record.artefact_id, 'local')).toMatchObject({
          recordFault: `the store holds another withdrawal than entry ${word.seq} of the log`,
          withdrawn: word,
        });
      },
    );

    test('finds nothing wrong with what was withdrawn and then redacted', async () => {
      const { engine, clock } = await start();
      await ingestInto(engine, 'lakes', [jsonLines([DEPTH])]);
      const { record } = await provenanceOf(engine, 'survey');
      clock.set('2026-10-03T08:00:00.000Z');
      await engine.withdraw({ artefact: record.artefact_id, reason: 'retracted', by: 'ann' });
      clock.set('2026-10-04T08:00:00.000Z');
      await engine.redact({ artefact: record.artefact_id, reason: 'a court order', by: null });
      expect(await engine.provenance(record.artefact_id, 'local')).toMatchObject({
        recordFault: null,
        withdrawn: { reason: 'retracted', by: 'ann' },
        redacted: { reason: 'a court order' },
      });
    });

    test('finds nothing wrong with a record whose words a redaction took', async () => {
      const { engine } = await start();
      await ingestInto(engine, 'lakes', [jsonLines([DEPTH])]);
      const { record } = await provenanceOf(engine, 'survey');
      await engine.redact({ artefact: record.artefact_id, reason: 'a court order', by: null });
      const after = await engine.provenance(record.artefact_id, 'local');
      expect(after).toMatchObject({ recordFault: null, bytes: 'redacted', record: { summary: '' } });
      expect(JSON.stringify(after)).not.toContain('212');
    });

    test('tells what it speaks against: a later value supersedes, an earlier one disputes', async () => {
      const { engine } = await start();
      await ingestInto(engine, 'lakes', [jsonLines([OLDER, DEPTH])]);
      const later = await provenanceOf(engine, 'survey');
      expect(saying(later, 'supersedes')).toEqual([['Lake Vell is 190 metres deep.', 0]]);
      const earlier = await provenanceOf(engine, 'guide');
      expect(saying(earlier, 'disputes')).toEqual([['Lake Vell is 212 metres deep.', 0]]);
    });

    test('names every version of its document, the earlier and the later', async () => {
      const { engine } = await start();
      const corrected = { ...DEPTH, text: 'Lake Vell is 213 metres deep.', day: '2025-01-01' };
      await ingestInto(engine, 'lakes', [jsonLines([DEPTH])]);
      await ingestInto(engine, 'lakes', [jsonLines([{ ...corrected, licence: 'CC-BY-4.0' }])]);
      const found = await provenanceOf(engine, 'survey');
      expect(found.versions.items).toMatchObject([
        { version: 1, licence: 'CC0-1.0', observedAt: '2024-05-02T09:00:00.000Z' },
        { version: 2, licence: 'CC-BY-4.0', observedAt: '2025-01-01T09:00:00.000Z' },
      ]);
      const first = found.versions.items[0]?.artefactId ?? 'a1';
      const old = await engine.provenance(first, 'local');
      expect([old?.record.version, old?.versions.items.length]).toEqual([1, 2]);
    });

    test('names the original of a mirror, and the mirrors of an original', async () => {
      const { engine } = await start();
      const copy = { ...DEPTH, id: 'copy', domain: 'copy.example', day: '2024-06-01' };
      const text = `${DEPTH.text} The lake freezes in winter. Its northern shore is steep and has no road at all.`;
      await ingestInto(engine, 'lakes', [jsonLines([{ ...DEPTH, text }])]);
      await ingestInto(engine, 'lakes', [jsonLines([{ ...copy, text }])]);
      const [original, mirror] = [await provenanceOf(engine, 'survey'), await provenanceOf(engine, 'copy')];
      expect(mirror.original?.artefactId).toBe(original.record.artefact_id);
      expect(original.mirrors.items.map(({ publisher }) => publisher)).toEqual(['copy.example']);
      expect([original.original, mirror.mirrors.items]).toEqual([null, []]);
    });

    test('shows the answers of the asking tenant with their sets, and nobody else’s', async () => {
      const { engine } = await start();
      await ingestInto(engine, 'lakes', [jsonLines([DEPTH])]);
      const { answer, at } = await answerOf(engine, { ...QUESTION, tenant: 'acme' });
      const mine = await provenanceOf(engine, 'survey', 'acme');
      const setId = answer.evidence_set.set_id;
      expect(mine.answers).toEqual({
        items: [{ answerId: answer.answer_id, setId, at, findingsState: 'PASS' }],
        more: 0,
      });
      for (const other of ['local', 'rival', '']) {
        expect((await provenanceOf(engine, 'survey', other)).answers).toEqual({ items: [], more: 0 });
      }
    });

    test('proves that the log holds its entry, under the signed checkpoint', async () => {
      const { engine } = await start();
      await ingestInto(engine, 'lakes', [jsonLines([OLDER, DEPTH])]);
      const { log } = await provenanceOf(engine, 'survey');
      const leaf = leafHash(Buffer.from(log.entry ?? '', 'base64'));
      const proof = log.inclusion.map((hash) => Buffer.from(hash, 'hex'));
      const root = Buffer.from(log.root, 'hex');
      expect(verifyInclusion(leaf, log.seq, log.tree_size, proof, root)).toBe(true);
      expect(verifyInclusion(leaf, log.seq + 1, log.tree_size, proof, root)).toBe(false);
      expect(verifyCheckpoint(log.checkpoint, testVerifier)?.size).toBe(log.tree_size);
    });

    test('loses freshness by the day, and gets it back where the same bytes are seen again', async () => {
      const { engine, clock } = await start();
      await ingestInto(engine, 'lakes', [jsonLines([DEPTH])]);
      expect((await provenanceOf(engine, 'survey')).freshness).toMatchObject({ score: 1, ageDays: 0 });
      clock.set('2030-09-30T12:00:00.000Z');
      await ingestInto(engine, 'lakes', [jsonLines([OLDER])]);
      const aged = (await provenanceOf(engine, 'survey')).freshness;
      expect(aged).toMatchObject({ score: 0.5, ageDays: 1_460, halfLifeDays: 1_460, policy: 'fold/1' });
      await ingestInto(engine, 'lakes', [jsonLines([DEPTH])]);
      expect((await provenanceOf(engine, 'survey')).freshness).toMatchObject({ score: 1, ageDays: 0 });
    });

    test('says so where the stored bytes are no longer those of the log, or are gone', async () => {
      const { engine, store } = await start();
      await ingestInto(engine, 'lakes', [jsonLines([DEPTH])]);
      const { record } = await provenanceOf(engine, 'survey');
      for (const hash of [record.hash, record.text_hash, record.layout_hash]) {
        const changed = createTestEngine(withBlob(store, hash, Buffer.from('another')));
        expect((await provenanceOf(changed, 'survey')).bytes).toBe('changed');
        const gone = createTestEngine(withBlob(store, hash, null));
        expect((await provenanceOf(gone, 'survey')).bytes).toBe('missing');
      }
    });

    test('reads as often for much as for little, and shows the first of much', {
      timeout: 120_000,
    }, async () => {
      const { engine, store } = await start();
      const text = Array.from({ length: MANY }, (_, n) => `Lighthouse L${n} has ${n + 3} lamps.`);
      const lamps = { ...DEPTH, id: 'lamps', text: text.join(' ') };
      await ingestInto(engine, 'lakes', [jsonLines([DEPTH, lamps])]);
      await answerOf(engine, QUESTION);
      const little = await readsOf(store, 'survey');
      for (let n = 0; n < 22; n += 1) {
        await answerOf(engine, { ...QUESTION, q: `How many lamps has lighthouse L${n}?` });
      }
      const much = await readsOf(store, 'lamps');
      expect(much.reads).toBe(little.reads);
      expect(much.found.claims).toMatchObject({ more: MANY - 50 });
      expect([much.found.answers.items.length, much.found.answers.more]).toEqual([20, 2]);
    });
  });
}

async function provenanceOf(engine: Engine, docId: string, tenant = 'local'): Promise<Provenance> {
  const [versions = []] = await engine.store.ranges('versions', { corpus: 'lakes', by: [docId] });
  const found = await engine.provenance(versions.at(-1)?.record.artefact_id ?? 'a1', tenant);
  if (found === null) throw new Error(`there is no ${docId}`);
  return found;
}

function saying(found: Provenance, wanted: string): (string | number | undefined)[][] {
  const claims = found.claims.items.filter(({ stance }) => stance === wanted);
  return claims.map(({ text, spans }) => [text, spans[0]?.start]);
}

/** The store with another blob under a hash, or none. */
function withBlob(store: GraphStore, of: string, bytes: Uint8Array | null): GraphStore {
  const blobs: GraphStore['blobs'] = async (hashes) => {
    const found = await store.blobs(hashes);
    return found.map((blob, index) => (hashes[index] === of ? bytes : blob));
  };
  return new Proxy(store, { get: (real, name) => (name === 'blobs' ? blobs : Reflect.get(real, name)) });
}

async function readsOf(store: GraphStore, docId: string) {
  let reads = 0;
  const [versions = []] = await store.ranges('versions', { corpus: 'lakes', by: [docId] });
  const counted = new Proxy(store, {
    get: (real, name) => {
      const member = Reflect.get(real, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        reads += 1;
        return Reflect.apply(member, real, args);
      };
    },
  });
  const engine = createTestEngine(counted);
  reads = 0;
  const id: ArtefactId = versions.at(-1)?.record.artefact_id ?? 'a1';
  const found = await engine.provenance(id, 'local');
  if (found === null) throw new Error(`there is no ${docId}`);
  return { reads, found };
}

/** As a hand in the database would. */
async function rewrite(
  store: GraphStore,
  id: ArtefactId,
  change: (state: ArtefactState) => ArtefactState,
): Promise<void> {
  await store.transact(async (tx) => {
    const [state] = await tx.records('artefacts', [id]);
    if (!state) throw new Error('no such artefact');
    await tx.save(changes({ head: await tx.head(), artefacts: [change(state)] }));
  });
}

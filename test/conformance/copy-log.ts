/** Copying a log into another store: whole, in parts, and what is refused; on any two stores. */
import { describe, expect, test } from 'vitest';
import { CHECKPOINT_NOTE } from '../../graph/log/check-log.ts';
import { copyLog, OtherLog } from '../../graph/log/copy-log.ts';
import { closeLog, LogMoved, openLog, successorOf } from '../../graph/log/log-successor.ts';
import { verifyLog } from '../../graph/log/verify-log.ts';
import { LogWriter } from '../../graph/log/writer.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import { answerOf, ingestInto, jsonLines } from '../engine/documents.ts';
import { createTestEngine } from '../engine/test-engine.ts';
import { added, annotated, appendFacts } from './annotate.ts';
import type { OpenStore } from './graph-store/harness.ts';
import { ATLAS, DEPTH, granted, idOf, opened, QUESTION, startLake, TIMEOUT_MS } from './lake.ts';
import { projectionsOf } from './projections.ts';

const QUIET = { verifiers: [], seen: null, onProgress: () => undefined };
const NOW = '2026-10-01T08:00:00.000Z';
/** Annotations that together make more entries than one page of a copy has, each group in a transaction of its own. */
const MANY = { groups: 6, each: 100 };

export function describeCopyLog(title: string, openFrom: OpenStore, openTo: OpenStore): void {
  describe(`copying a log from ${title}`, { timeout: TIMEOUT_MS }, () => {
    test('goes on where a copy broke off, and gives the same store as a copy in one go', async () => {
      const { store: from } = await startLong(openFrom);
      const { size } = await from.head();
      expect(size).toBeGreaterThan(500);
      const to = await opened(openTo);
      const stop = () => {
        throw new Error('stopped');
      };
      await expect(copyLog(from, to, { onProgress: stop })).rejects.toThrow('stopped');
      const { size: begun } = await to.head();
      expect(begun).toBeGreaterThan(0);
      expect(begun).toBeLessThan(size);
      expect(await copyLog(from, to)).toMatchObject({ size, copied: size - begun });
      expect(await copyLog(from, to)).toMatchObject({ size, copied: 0 });
      expect(await projectionsOf(to)).toEqual(await projectionsOf(from));
      await verifyLog(to, QUIET);
    });

    test('takes only what is new into a copy of an earlier day', async () => {
      const { store: from, engine } = await startLake(openFrom);
      const to = await opened(openTo);
      const first = await copyLog(from, to);
      await ingestInto(engine, 'lakes', [jsonLines([ATLAS])]);
      await answerOf(engine, QUESTION);
      await engine.monitor.catchUp();
      const second = await copyLog(from, to);
      expect(second.copied).toBe(second.size - first.size);
      expect(second.copied).toBeGreaterThan(0);
      expect(await projectionsOf(to)).toEqual(await projectionsOf(from));
      await verifyLog(to, QUIET);
    });

    test('erases what was redacted after an earlier copy, and nothing that another artefact still holds', async () => {
      const { store: from, engine } = await startLake(openFrom, [
        DEPTH,
        ATLAS,
        { ...ATLAS, id: 'second', domain: 'second.example' },
      ]);
      const to = await opened(openTo);
      await copyLog(from, to);
      const [survey, atlas] = await from.records('artefacts', [
        await idOf(engine, 'survey'),
        await idOf(engine, 'atlas'),
      ]);
      if (!survey || !atlas) throw new Error('nothing was ingested');
      for (const docId of ['survey', 'atlas']) {
        granted(await engine.redact({ artefact: await idOf(engine, docId), reason: 'x', by: null }));
      }
      await copyLog(from, to);
      const hashes = [survey.record.hash, survey.record.text_hash, atlas.record.hash, atlas.record.text_hash];
      expect(await to.blobs(hashes)).toEqual(await from.blobs(hashes));
      expect((await to.blobs([survey.record.text_hash]))[0]).toBeNull();
      await verifyLog(to, QUIET);
    });

    test('leaves to the next call what is appended meanwhile, whose checkpoint it does not copy either', async () => {
      const { store: from, engine } = await startLake(openFrom);
      await note(from, CHECKPOINT_NOTE, 'of the first tree');
      const to = await opened(openTo);
      const before = await from.head();
      const growing: GraphStore = {
        ...from,
        entries: async (query) => {
          if ((await from.head()).size === before.size) {
            await ingestInto(engine, 'lakes', [jsonLines([ATLAS])]);
            await note(from, CHECKPOINT_NOTE, 'of the second tree');
          }
          return from.entries(query);
        },
      };
      expect(await copyLog(growing, to)).toMatchObject({ size: before.size });
      expect(await to.head()).toEqual(before);
      expect(await to.note(CHECKPOINT_NOTE)).toBe('of the first tree');
      await copyLog(from, to);
      expect(await to.note(CHECKPOINT_NOTE)).toBe('of the second tree');
    });

    test('refuses a target that holds more, or other, entries, and changes nothing there', async () => {
      const { store: to } = await startLake(openTo, [ATLAS]);
      const before = await to.head();
      await expect(copyLog(await opened(openFrom), to)).rejects.toThrow(OtherLog);
      const { store: from } = await startLake(openFrom);
      await expect(copyLog(from, to)).rejects.toThrow(/not those that the source begins with/);
      expect(await to.head()).toEqual(before);
    });

    test('doubles nothing where two copies run at once', async () => {
      const { store: from } = await startLong(openFrom);
      const to = await opened(openTo);
      const ended = await Promise.allSettled([copyLog(from, to), copyLog(from, to)]);
      for (const one of ended) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(OtherLog);
      await copyLog(from, to);
      expect(await to.head()).toEqual(await from.head());
      await verifyLog(to, QUIET);
    });

    test('ends the log where it was only if it has not grown, and refuses appends there, also of open writers', async () => {
      const { store: from, engine } = await startLake(openFrom);
      const writer = new LogWriter(from, () => NOW);
      const to = await opened(openTo);
      const { size } = await copyLog(from, to);
      await ingestInto(engine, 'lakes', [jsonLines([ATLAS])]);
      expect(await closeLog(from, size, 'elsewhere')).toBe(false);
      await ingestInto(engine, 'lakes', [
        jsonLines([{ ...ATLAS, id: 'third', text: 'Lake Orn is 3 metres deep.' }]),
      ]);
      const whole = await copyLog(from, to);
      expect(await closeLog(from, whole.size, 'elsewhere')).toBe(true);
      const nothing = async () => ({ entries: [], notes: [['n', 'v']] as const, result: () => null });
      await expect(writer.append(nothing)).rejects.toThrow(LogMoved);
      await expect(writer.append(nothing)).rejects.toThrow(/goes on in elsewhere/);
      await expect(ingestInto(engine, 'lakes', [jsonLines([{ ...ATLAS, id: 'late' }])])).rejects.toThrow(
        LogMoved,
      );
      expect((await from.head()).size).toBe(whole.size);
      expect(await from.note('n')).toBeNull();
    });

    test('goes on with a redaction that happens while it copies, whose bytes are gone already', async () => {
      const { store: from, engine } = await startLake(openFrom, [DEPTH, ATLAS]);
      const to = await opened(openTo);
      const { size } = await from.head();
      const redacting: GraphStore = {
        ...from,
        entries: async (query) => {
          const page = await from.entries(query);
          granted(await engine.redact({ artefact: await idOf(engine, 'survey'), reason: 'x', by: null }));
          return page;
        },
      };
      expect((await copyLog(redacting, to)).size).toBeGreaterThan(size);
      expect((await verifyLog(to, QUIET)).redacted).toBeGreaterThan(0);
    });

    test('clears erased bytes away in the next run where a run ended before it had', async () => {
      const { store: from, engine } = await startLake(openFrom);
      const to = await opened(openTo);
      await copyLog(from, to);
      granted(await engine.redact({ artefact: await idOf(engine, 'survey'), reason: 'x', by: null }));
      const lost: GraphStore = { ...to, purge: () => Promise.reject(new Error('ended')) };
      await expect(copyLog(from, lost)).rejects.toThrow('ended');
      let purges = 0;
      const counting: GraphStore = {
        ...to,
        purge: () => {
          purges += 1;
          return to.purge();
        },
      };
      for (let run = 0; run < 2; run += 1) await copyLog(from, counting);
      expect(purges).toBe(1);
    });

    test('lets nothing but the copy into its target, until that takes over the log', async () => {
      const { store: from } = await startLong(openFrom);
      const to = await opened(openTo);
      const there = new LogWriter(to, () => NOW);
      const nothing = async () => ({ entries: [], notes: [['n', 'v']] as const, result: () => null });
      let pages = 0;
      const watched: GraphStore = {
        ...from,
        entries: async (query) => {
          pages += 1;
          await expect(there.append(nothing)).rejects.toThrow(LogMoved);
          return from.entries(query);
        },
      };
      await to.transact((tx) => tx.saveNote('begun', ''));
      const { size } = await copyLog(watched, to, { successor: 'the source' });
      expect(pages).toBeGreaterThan(1);
      await closeLog(from, size, 'the target');
      await openLog(to);
      await there.append(nothing);
      expect(await to.note('n')).toBe('v');
    });

    test('ends a log for one successor only', async () => {
      const { store: from } = await startLake(openFrom);
      const { size } = await from.head();
      expect(await closeLog(from, size, 'one')).toBe(true);
      expect(await closeLog(from, size, 'one')).toBe(true);
      await expect(closeLog(from, size, 'two')).rejects.toThrow(LogMoved);
      expect(await successorOf(from)).toBe('one');
    });

    test('moves a log back to where it was', async () => {
      const { store: from, engine } = await startLake(openFrom);
      const to = await opened(openTo);
      const { size } = await copyLog(from, to);
      await closeLog(from, size, 'elsewhere');
      const there = createTestEngine(to);
      await ingestInto(there, 'lakes', [jsonLines([ATLAS])]);
      const back = await copyLog(to, from);
      expect(back.copied).toBeGreaterThan(0);
      await closeLog(to, back.size, 'back');
      await openLog(from);
      await ingestInto(engine, 'lakes', [
        jsonLines([{ ...ATLAS, id: 'third', text: 'Lake Orn is 3 metres deep.' }]),
      ]);
      expect((await from.head()).size).toBeGreaterThan(back.size);
      await expect(ingestInto(there, 'lakes', [jsonLines([{ ...ATLAS, id: 'late' }])])).rejects.toThrow(
        LogMoved,
      );
    });
  });
}

/** A lake with a long log. */
async function startLong(open: OpenStore) {
  const lake = await startLake(open, [DEPTH, ATLAS]);
  for (let group = 0; group < MANY.groups; group += 1) {
    const readers = Array.from({ length: MANY.each }, (_, n) => `reader-${group}-${n}`);
    const notes = readers.map((reader) =>
      added(annotated('wx://lakes/article/survey', 'lakes', reader), null),
    );
    await appendFacts(lake.engine.writer, 'lakes', notes);
  }
  return lake;
}

async function note(store: GraphStore, name: string, value: string): Promise<void> {
  await store.transact((tx) => tx.saveNote(name, value));
}

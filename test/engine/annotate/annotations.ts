/** Annotations, closings and voices on any store. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnnotationRequest } from '../../../engine/annotate/annotation-request.ts';
import { AnnotationVotes } from '../../../engine/annotate/annotation-votes.ts';
import type { Engine } from '../../../engine/engine.ts';
import type { ClaimAddr } from '../../../graph/address.ts';
import type { AnnotationCitation, AnnotationRecord } from '../../../graph/annotation.ts';
import type { ArtefactRecord } from '../../../graph/artefact.ts';
import { feedbackOf } from '../../../graph/belief/feedback.ts';
import { fold } from '../../../graph/belief/fold.ts';
import { FOLD_POLICY } from '../../../graph/belief/policy.ts';
import type { ClaimRecord } from '../../../graph/claim.ts';
import { substituted } from '../../../graph/store/by-kind.ts';
import type { RangeQuery } from '../../../graph/store/ranges.ts';
import { NO_LIMIT, readRange } from '../../../graph/store/ranges.ts';
import type { OpenedStore, OpenStore } from '../../conformance/graph-store/harness.ts';
import { ingestInto, jsonLines, viewOf } from '../documents.ts';
import { createTestEngine, TestClock } from '../test-engine.ts';

const CORPUS = 'sky';
const OTHER = 'sea';
const DAY = '2026-10-01T12:00:00.000Z';
const LATER = '2026-10-09T12:00:00.000Z';

const MOONS = {
  id: 'moons',
  day: '2026-09-01',
  domain: 'moons.example',
  text: 'Saturn has 62 known moons.\nThe largest of them is Titan.',
};
const REVISED = { ...MOONS, day: '2026-09-02', text: 'Saturn has 82 known moons.' };
const TRENCH = {
  id: 'trench',
  day: '2026-09-01',
  domain: 'sea.example',
  text: 'The Kermadec Trench is 10,047 metres deep.',
};

type Writer = AnnotationRequest['writer'];

export function describeAnnotations(name: string, open: OpenStore): void {
  describe(`annotations on ${name}`, () => {
    const clock = new TestClock(DAY);
    let opened: OpenedStore;
    let engine: Engine;
    let claim: ClaimRecord;
    let artefact: ArtefactRecord;
    let foreign: ArtefactRecord;
    let actors = 0;
    const ledgerOf = (addr: ClaimAddr) =>
      readRange(opened.store, 'ledger', { claim: addr, after: -1 }, { limit: NO_LIMIT });

    beforeAll(async () => {
      opened = await open();
      engine = createTestEngine(opened.store, clock);
      await ingestInto(engine, CORPUS, [jsonLines([MOONS])]);
      await ingestInto(engine, CORPUS, [jsonLines([REVISED])]);
      await ingestInto(engine, OTHER, [jsonLines([TRENCH])]);
      artefact = await firstOf(CORPUS);
      foreign = await firstOf(OTHER);
      claim = await claimOf(artefact);
    });

    afterAll(() => opened.dispose());

    async function firstOf(corpus: string): Promise<ArtefactRecord> {
      const [state] = await readRange(opened.store, 'artefacts', { corpus, after: -1 }, { limit: 1 });
      if (!state) throw new Error('no artefact');
      return state.record;
    }

    async function claimOf({ artefact_id }: ArtefactRecord): Promise<ClaimRecord> {
      const [stated = []] = await opened.store.ranges('occurrencesIn', { by: [artefact_id] });
      const [first] = await opened.store.records(
        'claims',
        stated.slice(0, 1).map((one) => one.claim),
      );
      if (!first) throw new Error('no claim');
      return first;
    }

    function newWriter(standing = 700): Writer {
      actors += 1;
      return { actor: `actor-${actors}`, actorRoot: `root-${actors}`, standing, tokenId: 't' };
    }

    /** A request of an actor that nobody has met before. */
    function request(more: Partial<AnnotationRequest> = {}): AnnotationRequest {
      return {
        target: claim.addr,
        corpus: CORPUS,
        kind: 'note',
        body: 'Counted again.',
        citation: { ref: 'https://somewhere.example/1' },
        writer: newWriter(),
        idempotency: null,
        ...more,
      };
    }

    async function added(more: Partial<AnnotationRequest> = {}, over = engine): Promise<AnnotationRecord> {
      const outcome = await over.annotate(request(more));
      if (!outcome.ok) throw new Error(outcome.refusal.reason);
      return outcome.value.annotation;
    }

    describe('the citation', () => {
      const checkOf = async (citation: AnnotationCitation) => (await added({ citation })).check;

      test.each<[string, () => AnnotationCitation]>([
        ['a stored document by its URL', () => ({ ref: artefact.url })],
        ['a quote of it', () => ({ ref: artefact.url, quote: 'Saturn has 82 known moons.' })],
        ['a quote of an earlier version', () => ({ ref: artefact.url, quote: 'Saturn has 62' })],
        ['a quote over the end of a line', () => ({ ref: artefact.url, quote: 'moons. The  largest' })],
        ['an empty quote', () => ({ ref: artefact.url, quote: '' })],
        ['an artefact by its address', () => ({ ref: `wx://${CORPUS}/artefact/${artefact.artefact_id}` })],
        [
          'an artefact of another corpus',
          () => ({ ref: `wx://${OTHER}/artefact/${foreign.artefact_id}`, quote: 'Kermadec Trench' }),
        ],
        ['a section', () => ({ ref: artefact.sections[0]?.addr ?? '', quote: 'Titan' })],
        ['a claim', () => ({ ref: claim.addr })],
        ['the words of a claim', () => ({ ref: claim.addr, quote: claim.core.text.slice(0, 12) })],
      ])('matches %s', async (_, make) => {
        expect(await checkOf(make())).toBe('match');
      });

      test.each<[string, () => AnnotationCitation]>([
        ['a quote that is not there', () => ({ ref: artefact.url, quote: 'Saturn has 83' })],
        ['a quote in other case', () => ({ ref: artefact.url, quote: 'saturn has 82' })],
        ['an unknown URL', () => ({ ref: `${artefact.url}x` })],
        ['a URL of another corpus', () => ({ ref: foreign.url })],
        ['the hash of an artefact', () => ({ ref: `https://${artefact.hash}` })],
        [
          'an artefact under another corpus',
          () => ({ ref: `wx://${OTHER}/artefact/${artefact.artefact_id}` }),
        ],
        ['an unknown artefact', () => ({ ref: `wx://${CORPUS}/artefact/a1${'a'.repeat(26)}` })],
        [
          'words of an earlier version by the address of a later one',
          () => ({ ref: `wx://${CORPUS}/sec/${artefact.artefact_id}/0`, quote: 'Saturn has 82' }),
        ],
        ['a section that there is not', () => ({ ref: `wx://${CORPUS}/sec/${artefact.artefact_id}/99` })],
        ['an unknown claim', () => ({ ref: `wx://${CORPUS}/claim/c1${'a'.repeat(26)}` })],
        ['words that a claim does not say', () => ({ ref: claim.addr, quote: 'Kermadec' })],
        ['an annotation', () => ({ ref: `wx://${CORPUS}/annotation/n1${'a'.repeat(26)}` })],
      ])('knows nothing of %s', async (_, make) => {
        expect(await checkOf(make())).toBe('unknown');
      });
    });

    test('changes no item of the corpus, and moves its snapshot', async () => {
      const { store } = opened;
      const items = async () => {
        const { annotations: _, ...counts } = await store.counts(CORPUS);
        return [counts, await store.records('claims', [claim.addr]), await ledgerOf(claim.addr)];
      };
      const [before, view] = [await items(), await viewOf(engine, CORPUS)];
      await added({ kind: 'correction' });
      expect(await items()).toEqual(before);
      expect((await viewOf(engine, CORPUS)).snapshot).not.toBe(view.snapshot);
    });

    test('keeps its standing and its check, whatever becomes of writer and source', async () => {
      const writer = newWriter(640);
      const first = await added({ writer, citation: { ref: artefact.url } });
      const again = await added({ writer: { ...writer, standing: 0 }, citation: { ref: artefact.url } });
      expect(again).toEqual(first);
      expect(again).toMatchObject({ standing: 640, check: 'match', actor_root: writer.actorRoot });
    });

    test.each(['body', 'target', 'quote'])(
      'with half a surrogate pair in its %s is nobody’s entry',
      async (member) => {
        const { size } = await opened.store.head();
        const citation = { ref: artefact.url, ...(member === 'quote' && { quote: '\ud800' }) };
        const bad = {
          citation,
          ...(member === 'body' && { body: '\udc00' }),
          ...(member === 'target' && { target: `wx://${CORPUS}/article/\ud800` }),
        };
        await expect(engine.annotate(request(bad))).rejects.toThrow();
        expect((await opened.store.head()).size).toBe(size);
      },
    );

    test('has one entry though two services take it at once', async () => {
      const other = createTestEngine(opened.store, clock);
      const writer = newWriter();
      const { size } = await opened.store.head();
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, index) => added({ writer }, index % 2 === 0 ? engine : other)),
      );
      expect(new Set(all.map(({ id }) => id)).size).toBe(1);
      expect((await opened.store.head()).size).toBe(size + 1);
    });

    test('is listed page by page, in the order of the log', async () => {
      const target = `wx://${CORPUS}/article/listed`;
      const all = await Promise.all(
        Array.from({ length: 66 }, (_, index) => added({ target, body: `Number ${index}.` })),
      );
      const view = await viewOf(engine, CORPUS);
      const first = await engine.listAnnotations({ target, view, after: null });
      if (!first.ok) throw new Error(first.refusal.reason);
      expect([first.value.annotations.length, first.value.left]).toEqual([64, 2]);
      const after = first.value.annotations.at(-2)?.id ?? null;
      const rest = await engine.listAnnotations({ target, view, after });
      if (!rest.ok) throw new Error(rest.refusal.reason);
      expect([rest.value.annotations.length, rest.value.left]).toEqual([3, 0]);
      const ids = [...first.value.annotations.slice(0, 63), ...rest.value.annotations].map(({ id }) => id);
      expect(ids.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
      const early = { ...view, view: { ...view.view, seq: view.view.seq - 1 } };
      const before = await engine.listAnnotations({ target, view: early, after });
      expect(before.ok && before.value.annotations.length).toBe(2);
      const cut = await engine.listAnnotations({ target, view: early, after: null });
      expect(cut.ok && cut.value.left).toBe(1);
    });

    describe('a gap', () => {
      test('is closed once, though two services close it at once, and for good', async () => {
        const other = createTestEngine(opened.store, clock);
        const stubId = engine.stubs.idOf(CORPUS, 'How many rings has Saturn?');
        const annotations = await Promise.all(Array.from({ length: 20 }, () => added()));
        const { size } = await opened.store.head();
        const closings = await Promise.all(
          annotations.map((annotation, index) =>
            (index % 2 === 0 ? engine : other).closeStub({ stubId, annotation, writer: newWriter() }),
          ),
        );
        const closures = closings.map((one) => (one.known ? one.closure : null));
        expect(closings.filter((one) => one.known && !one.repeated)).toHaveLength(1);
        for (const closure of closures) expect(closure).toEqual(closures[0]);
        expect((await opened.store.head()).size).toBe(size + 1);
        expect(await opened.store.records('closures', [stubId])).toEqual([closures[0]]);
      });

      test('of another corpus or another service is unknown, and nothing is written', async () => {
        const annotation = await added();
        const { size } = await opened.store.head();
        for (const stubId of [engine.stubs.idOf(OTHER, 'x'), 'stub_a', `stub_${'A'.repeat(36)}`]) {
          const closing = await engine.closeStub({ stubId, annotation, writer: newWriter() });
          expect(closing).toEqual({ known: false });
        }
        expect((await opened.store.head()).size).toBe(size);
      });
    });

    describe('voices', () => {
      const voicesAt = async (target: ClaimAddr, until: string | null) => {
        const { view } = await viewOf(engine, CORPUS, until);
        return (await new AnnotationVotes(opened.store).read([target], view)).get(target) ?? [];
      };

      test('are the corrections and contexts of each claim, and take no side by a note', async () => {
        const target = unstated('b');
        const [one, two, three] = [newWriter(700), newWriter(100), newWriter(1_000)];
        await added({ target, kind: 'correction', writer: one });
        await added({ target, kind: 'context', writer: two, citation: { ref: artefact.url } });
        await added({ target, kind: 'note', writer: three });
        const silent = unstated('c');
        const { view } = await viewOf(engine, CORPUS);
        const voices = await new AnnotationVotes(opened.store).read([silent, target], view);
        expect([...voices]).toEqual([
          [silent, []],
          [
            target,
            [
              { actor_root: one.actorRoot, standing: 700, kind: 'correction', checked: false },
              { actor_root: two.actorRoot, standing: 100, kind: 'context', checked: true },
            ],
          ],
        ]);
      });

      test('that are cached are those of a first reading, whatever is read meanwhile', async () => {
        const targets = [unstated('g'), unstated('h')];
        const kept = new AnnotationVotes(opened.store);
        const present = async () => (await viewOf(engine, CORPUS)).view;
        const start = await present();
        expect([...(await kept.read(targets, start)).values()]).toEqual([[], []]);
        const writers = [newWriter(), newWriter(100), newWriter()];
        for (let round = 0; round < 6; round += 1) {
          const work = targets.map((target, index) =>
            added({
              target,
              kind: round % 3 === 2 ? 'note' : 'correction',
              body: `round ${round}`,
              writer: writers[(round + index) % writers.length] ?? newWriter(),
            }),
          );
          await Promise.all([...work, kept.read(targets, start), kept.read([...targets, claim.addr], start)]);
          const view = await present();
          const heard = await kept.read(targets, view);
          expect(heard).toEqual(await new AnnotationVotes(opened.store).read(targets, view));
          expect(await kept.read(targets, start)).toEqual(new Map(targets.map((target) => [target, []])));
        }
        // Two roots each: what one says again counts no more.
        expect([...(await kept.read(targets, await present())).values()].map((one) => one.length)).toEqual([
          2, 2,
        ]);
      });

      /** The store, counting the targets that it is asked about; it fails as often as `faults` says. */
      const counted = () => {
        const reads = { targets: 0, faults: 0 };
        const reader = substituted(opened.store, {
          ranges: {
            voices: async (query) => {
              reads.targets += query.by.length;
              if (reads.faults-- > 0) throw new Error('gone for a moment');
              return opened.store.ranges('voices', query);
            },
          },
        });
        return { reads, voices: new AnnotationVotes(reader) };
      };

      test('of a claim that is kept are not read again', async () => {
        const { reads, voices } = counted();
        const { view } = await viewOf(engine, CORPUS);
        for (let i = 0; i < 3; i += 1) await voices.read([claim.addr, unstated('i')], view);
        expect(reads.targets).toBe(2);
        await added({ kind: 'correction' });
        await voices.read([claim.addr], (await viewOf(engine, CORPUS)).view);
        expect(reads.targets).toBe(2);
      });

      test('are read once for all who ask at the same time, and again after a fault', async () => {
        const { reads, voices } = counted();
        const { view } = await viewOf(engine, CORPUS);
        const read = () => voices.read([claim.addr, unstated('j')], view);
        reads.faults = 1;
        await expect(read()).rejects.toThrow('gone for a moment');
        reads.targets = 0;
        const [one, ...others] = await Promise.all([read(), read(), read(), voices.read([claim.addr], view)]);
        expect(reads.targets).toBe(2);
        expect(one?.get(claim.addr)).not.toEqual([]);
        for (const other of others) expect(other.get(claim.addr)).toEqual(one?.get(claim.addr));
      });

      test.each([999, 1_000, 1_001])('that are %i are all heard, whatever a page holds', async (count) => {
        const target = unstated('k');
        const all = Array.from({ length: count }, (_, seq) => {
          const at = { seq, effective_at: '2020-01-01T00:00:00.000Z' };
          return { ...at, actor_root: `r${seq}`, kind: 'context', check: 'match', standing: 700 } as const;
        });
        const ranges = {
          voices: async ({ by, limit }: RangeQuery<'voices'>) =>
            by.map(({ after }) => all.filter(({ seq }) => seq > after).slice(0, limit)),
        };
        const voices = new AnnotationVotes({
          ...substituted(opened.store, { ranges }),
          entries: async () => [],
        });
        const heard = await voices.read([target], { seq: count, until: '2030-01-01T00:00:00.000Z' });
        expect(heard.get(target)?.map(({ actor_root }) => actor_root)).toEqual(
          all.map(({ actor_root }) => actor_root),
        );
      });

      test('of nobody’s claims are none', async () => {
        const { view } = await viewOf(engine, CORPUS);
        expect(await new AnnotationVotes(opened.store).read([], view)).toEqual(new Map());
      });

      test('of two vetted roots contest a claim and lower its score; of others they only count', async () => {
        const context = async () => ({
          observed: {},
          successors: {},
          annotations: await voicesAt(claim.addr, null),
        });
        const feedback = async () => {
          const ledger = await ledgerOf(claim.addr);
          const { view } = await viewOf(engine, CORPUS);
          const result = fold(ledger, view.until, await context());
          if (result === null) throw new Error('nobody supports the claim');
          return { belief: result.belief, ...feedbackOf(result.voices, FOLD_POLICY) };
        };
        const before = await feedback();
        await added({ kind: 'correction', writer: newWriter(100) });
        await added({ kind: 'correction', writer: newWriter(700) });
        expect(await feedback()).toMatchObject({
          contested_by: before.contested_by + 1,
          contested_by_unweighted: before.contested_by_unweighted + 2,
        });
        await added({ kind: 'correction', writer: newWriter(700) });
        const after = await feedback();
        expect(after).toMatchObject({ contested_by: before.contested_by + 2, applied: 'penalty' });
        expect(after.belief).toEqual(before.belief);
      });

      test('that were raised later are not heard in the past', async () => {
        const target = unstated('d');
        await added({ target, kind: 'correction' });
        clock.set(LATER);
        await added({ target, kind: 'correction' });
        expect(await voicesAt(target, '2026-09-30')).toHaveLength(0);
        expect(await voicesAt(target, '2026-10-01')).toHaveLength(1);
        expect(await voicesAt(target, null)).toHaveLength(2);
      });
    });

    test('outlives the store’s closing, and so does what it closed', async () => {
      const annotation = await added();
      const stubId = engine.stubs.idOf(CORPUS, 'What rings?');
      const closing = await engine.closeStub({ stubId, annotation, writer: newWriter() });
      const store = await opened.reopen();
      opened = { ...opened, store };
      engine = createTestEngine(store, clock);
      expect((await store.records('annotations', [annotation.id]))[0]?.record).toEqual(annotation);
      const again = await engine.closeStub({ stubId, annotation: await added(), writer: newWriter() });
      expect(again).toEqual({ ...closing, repeated: true });
    });
  });
}

/** The address of a claim that the corpus does not state: nothing needs to be at a target. */
function unstated(letter: string): ClaimAddr {
  return `wx://${CORPUS}/claim/c1${letter.repeat(26)}`;
}

import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LatentModelError } from '../../../../engine/retrieve/latent/latent-model.ts';
import { decodeVectors } from '../../../../engine/retrieve/vectors/vector-blob.ts';
import {
  type TakeStep,
  VectorMaker,
  VectorsFailed,
} from '../../../../engine/retrieve/vectors/vector-maker.ts';
import {
  SEGMENT_SECTIONS,
  type SectionTerms,
  VectorSteps,
} from '../../../../engine/retrieve/vectors/vector-steps.ts';
import { blake3Hex } from '../../../../graph/digest.ts';

const WORDS =
  'ship harbour sail sea captain crew wave boat bread flour oven baker yeast dough salt lamp'.split(' ');

function sections(count: number): SectionTerms[] {
  return Array.from({ length: count }, (_, i) => ({
    addr: `wx://sea/sec/${String((i * 7) % count).padStart(4, '0')}`,
    terms: WORDS.filter((_word, at) => (i * 31 + at * at) % 5 < 2).join(' '),
  }));
}

/** What the maker's threads run instead. */
function thread(code: string): URL {
  const prelude = "import { parentPort } from 'node:worker_threads';";
  return new URL(`data:text/javascript,${encodeURIComponent(`${prelude} ${code}`)}`);
}

const SILENT = "parentPort.on('message', () => {})";

function maker(module?: URL): VectorMaker {
  const made = new VectorMaker(module);
  onTestFinished(() => made[Symbol.asyncDispose]());
  return made;
}

const trainOn = (input: readonly SectionTerms[]) => async (take: TakeStep) => {
  await take('sample', input);
  const model = await take('train', 'sea');
  const full = await take('fold', input);
  return { model, segments: [...full, ...(await take('finish'))] };
};

const hex = ({ bytes }: { readonly bytes: Uint8Array }) => Buffer.from(bytes).toString('hex');
const thrown = (fault: unknown) => fault;

describe('the maker of vectors', () => {
  it('makes on a thread what is made without one, byte for byte, trained and folded in', async () => {
    const [there, here] = [
      await maker().run(false, trainOn(sections(40))),
      await maker().run(true, trainOn(sections(40))),
    ];
    expect(there.segments.map(hex)).toEqual(here.segments.map(hex));
    expect(hex(there.model)).toBe(hex(here.model));
    expect(there.model.hash).toBe(blake3Hex(there.model.bytes));
    expect(there.segments.map(({ count }) => count)).toEqual([40]);
    const fold = async (take: TakeStep) => {
      await take('load', there.model.bytes);
      await take('fold', sections(60));
      return take('finish');
    };
    const [folded] = await maker().run(false, fold);
    expect(hex(folded!)).toBe(hex((await maker().run(true, fold))[0]!));
    expect(decodeVectors(folded!.bytes).ids).toHaveLength(60);
  });

  it('trains the same model whatever the order of the sections', async () => {
    const [one, other] = [sections(30), sections(30).toReversed()];
    const modelOf = async (input: SectionTerms[]) => (await maker().run(true, trainOn(input))).model;
    expect(hex(await modelOf(other))).toBe(hex(await modelOf(one)));
  });

  it('begins a segment with vectors that there are, and ends it when it is full', () => {
    const steps = new VectorSteps();
    steps.sample(sections(20));
    const { bytes } = steps.train('sea');
    steps.fold(sections(20));
    const [small] = steps.finish();
    const next = new VectorSteps();
    next.load(bytes);
    next.join(small!.bytes);
    const full = next.fold(sections(SEGMENT_SECTIONS));
    const rest = next.finish();
    expect([full, rest].map((sealed) => sealed.map(({ count }) => count))).toEqual([
      [SEGMENT_SECTIONS],
      [20],
    ]);
    const ids = decodeVectors(full[0]!.bytes).ids;
    expect(ids.slice(0, 20)).toEqual(decodeVectors(small!.bytes).ids);
    expect(next.finish()).toEqual([]);
  });

  it('lets everything else go on meanwhile', async () => {
    let over = false;
    const making = maker()
      .run(false, trainOn(sections(120)))
      .finally(() => {
        over = true;
      });
    let turns = 0;
    while (!over) {
      await turn();
      turns += 1;
    }
    await making;
    // On this thread there would be a handful.
    expect(turns).toBeGreaterThan(100);
  });

  it('fails with one line where its thread dies, throws, cannot start or gets what is no model', async () => {
    const dying = [
      thread('process.exit(3)'),
      thread("throw new Error('out of luck\\nat somewhere')"),
      thread("parentPort.on('message', () => { throw new RangeError('no'); })"),
      thread("parentPort.on('message', () => parentPort.postMessage({ fault: 'no memory' }))"),
      new URL('file:///nowhere/worker.ts'),
    ];
    for (const module of dying) {
      const fault = await maker(module)
        .run(false, trainOn(sections(17)))
        .catch(thrown);
      expect(fault, module.href).toBeInstanceOf(VectorsFailed);
      expect(String(fault)).toMatch(/^VectorsFailed: the vectors of the corpus were not made: .+$/);
    }
    const noModel = new Uint8Array([1, 2, 3]);
    for (const isSmall of [true, false])
      await expect(maker().run(isSmall, (take) => take('load', noModel))).rejects.toThrow(VectorsFailed);
    expect(() => new VectorSteps().load(noModel)).toThrow(LatentModelError);
    expect(() => new VectorSteps().fold(sections(1))).toThrow(RangeError);
  });

  it('rejects with the reason of a signal that aborts before or meanwhile', async () => {
    const silent = maker(thread(SILENT));
    const reason = new Error('the service ends');
    await expect(silent.run(false, trainOn(sections(40)), AbortSignal.abort(reason))).rejects.toBe(reason);
    const ending = new AbortController();
    const making = silent.run(false, trainOn(sections(40)), ending.signal);
    await turn();
    ending.abort(reason);
    await expect(making).rejects.toBe(reason);
  });

  it('ends every thread when it is closed, and starts none afterwards', async () => {
    const silent = maker(thread(SILENT));
    const making = Promise.allSettled([
      silent.run(false, trainOn(sections(40))),
      silent.run(false, trainOn(sections(400))),
    ]);
    await turn();
    await silent[Symbol.asyncDispose]();
    const faults = (await making).map((one) => (one.status === 'rejected' ? one.reason : one.value));
    for (const fault of faults) expect(fault).toBeInstanceOf(VectorsFailed);
    expect(silent.closed).toBe(true);
    for (const isSmall of [true, false])
      await expect(silent.run(isSmall, trainOn(sections(4)))).rejects.toThrow(VectorsFailed);
  });
});

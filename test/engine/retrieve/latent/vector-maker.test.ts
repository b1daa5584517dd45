import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LatentModelError } from '../../../../engine/retrieve/latent/latent-model.ts';
import {
  type MadeVectors,
  makeVectors,
  type SectionTerms,
  type VectorWork,
} from '../../../../engine/retrieve/latent/make-vectors.ts';
import { decodeVectors } from '../../../../engine/retrieve/latent/vector-blob.ts';
import { VectorMaker, VectorsFailed } from '../../../../engine/retrieve/latent/vector-maker.ts';
import { blake3Hex } from '../../../../graph/digest.ts';

const WORDS =
  'ship harbour sail sea captain crew wave boat bread flour oven baker yeast dough salt lamp'.split(' ');

function sections(count: number): SectionTerms[] {
  return Array.from({ length: count }, (_, i) => ({
    addr: `wx://sea/sec/${String((i * 7) % count).padStart(4, '0')}`,
    terms: WORDS.filter((_word, at) => (i * 31 + at * at) % 5 < 2).join(' '),
  }));
}

function work(count: number, known: VectorWork['known'] = null): VectorWork {
  return { sections: sections(count), seed: 'sea', known };
}

/** What the maker's threads run instead. */
function thread(code: string): URL {
  const prelude = "import { parentPort } from 'node:worker_threads';";
  return new URL(`data:text/javascript,${encodeURIComponent(`${prelude} ${code}`)}`);
}

function maker(module?: URL): VectorMaker {
  const made = new VectorMaker(module);
  onTestFinished(() => made[Symbol.asyncDispose]());
  return made;
}

const bytesOf = ({ model, vectors, ...counts }: MadeVectors) => ({
  ...counts,
  model: Buffer.from(model.bytes).toString('hex'),
  vectors: Buffer.from(vectors.bytes).toString('hex'),
  hashes: [model.hash, vectors.hash],
});

describe('the maker of vectors', () => {
  it('makes on a thread what is made without one, byte for byte, trained and folded in', async () => {
    const trained = await maker().make(work(40));
    expect(bytesOf(trained)).toEqual(bytesOf(makeVectors(work(40))));
    expect(trained.trainedOn).toBe(40);
    expect([trained.model.hash, trained.vectors.hash]).toEqual([
      blake3Hex(trained.model.bytes),
      blake3Hex(trained.vectors.bytes),
    ]);
    const known = { bytes: trained.model.bytes, trainedOn: 40 };
    const folded = await maker().make(work(60, known));
    expect(bytesOf(folded)).toEqual(bytesOf(makeVectors(work(60, known))));
    expect([folded.trainedOn, folded.model.hash]).toEqual([40, trained.model.hash]);
    expect(decodeVectors(folded.vectors.bytes).ids).toHaveLength(60);
    expect((await maker().make(work(80, known))).trainedOn).toBe(80);
  });

  it('gives the same whatever the order of the sections, few or many', async () => {
    for (const count of [1, 16, 17, 450]) {
      const asked = work(
        count,
        count > 100 ? { bytes: makeVectors(work(30)).model.bytes, trainedOn: 400 } : null,
      );
      const turned = { ...asked, sections: asked.sections.toReversed() };
      expect(bytesOf(await maker().make(turned)), `${count}`).toEqual(bytesOf(makeVectors(asked)));
    }
  });

  it('lets everything else go on meanwhile', async () => {
    let over = false;
    const making = maker()
      .make(work(120))
      .finally(() => {
        over = true;
      });
    let turns = 0;
    while (!over) {
      await turn();
      turns += 1;
    }
    await making;
    // On this thread there would be none between the last section sent and the vectors.
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
        .make(work(17))
        .catch((thrown: unknown) => thrown);
      expect(fault, module.href).toBeInstanceOf(VectorsFailed);
      expect(String(fault)).toMatch(/^VectorsFailed: the vectors of the corpus were not made: .+$/);
    }
    const known = { bytes: new Uint8Array([1, 2, 3]), trainedOn: 1_000 };
    for (const count of [2, 40]) {
      await expect(maker().make(work(count, known))).rejects.toThrow(VectorsFailed);
    }
    expect(() => makeVectors(work(2, known))).toThrow(LatentModelError);
  });

  it('ends with its reason when it is told to, before and meanwhile', async () => {
    const silent = maker(thread("parentPort.on('message', () => {})"));
    const reason = new Error('the service ends');
    await expect(silent.make(work(40), AbortSignal.abort(reason))).rejects.toBe(reason);
    const ending = new AbortController();
    const making = silent.make(work(40), ending.signal);
    await turn();
    ending.abort(reason);
    await expect(making).rejects.toBe(reason);
  });

  it('ends every thread when it is closed, and starts none afterwards', async () => {
    const silent = maker(thread("parentPort.on('message', () => {})"));
    const making = Promise.allSettled([silent.make(work(40)), silent.make(work(400))]);
    await turn();
    await silent[Symbol.asyncDispose]();
    const faults = (await making).map((one) => (one.status === 'rejected' ? one.reason : one.value));
    for (const fault of faults) expect(fault).toBeInstanceOf(VectorsFailed);
    expect(silent.closed).toBe(true);
    for (const count of [1, 40]) await expect(silent.make(work(count))).rejects.toThrow(VectorsFailed);
  });
});

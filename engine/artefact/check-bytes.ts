/** A sweep over what a store holds of artefacts and answers: whether every byte is still what the log says (F4). */
import type { AnswerId, ArtefactId } from '../../graph/address.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';
import { readRange } from '../../graph/store/ranges.ts';
import type { AnswerRecord } from '../../graph/store/rows.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import type { FindingsMonitor } from '../findings/monitor.ts';
import { type BytesState, readBytesState } from './bytes-state.ts';

export interface BytesReport {
  readonly artefacts: number;
  readonly answers: number;
  readonly redacted: number;
  /** By their positions in the log, artefacts of a corpus before its answers. */
  readonly damaged: readonly DamagedBytes[];
}

export interface DamagedBytes {
  readonly id: ArtefactId | AnswerId;
  readonly bytes: Extract<BytesState, 'changed' | 'missing'>;
  /** Position of the entry that names the bytes. */
  readonly seq: number;
}

const PAGE = 200;

/**
 * Reads everything once, an artefact at a time. What is found is kept in mind, and turns the verdicts of the answers that
 * rest on it; what was damaged before and is whole again turns them back.
 */
export async function checkBytes(
  reader: GraphReader,
  monitor: FindingsMonitor,
  onProgress: (done: number) => void,
): Promise<BytesReport> {
  const sweep = new Sweep(reader, monitor, onProgress);
  for (const { name } of await reader.corpora()) {
    await sweep.artefactsOf(name);
    await sweep.answersOf(name);
  }
  return sweep.report();
}

interface Looked {
  readonly id: ArtefactId | AnswerId;
  readonly seq: number;
  readonly bytes: BytesState;
}

class Sweep {
  readonly #reader: GraphReader;
  readonly #monitor: FindingsMonitor;
  readonly #onProgress: (done: number) => void;
  readonly #damaged: DamagedBytes[] = [];
  #artefacts = 0;
  #answers = 0;
  #redacted = 0;

  constructor(reader: GraphReader, monitor: FindingsMonitor, onProgress: (done: number) => void) {
    this.#reader = reader;
    this.#monitor = monitor;
    this.#onProgress = onProgress;
  }

  report(): BytesReport {
    const [artefacts, answers, redacted] = [this.#artefacts, this.#answers, this.#redacted];
    return { artefacts, answers, redacted, damaged: this.#damaged };
  }

  async artefactsOf(corpus: string): Promise<void> {
    await this.#walk(
      (after) => readRange(this.#reader, 'artefacts', { corpus, after }, { limit: PAGE }),
      async (state) => {
        this.#artefacts += 1;
        const bytes = await readBytesState(this.#reader, state);
        if (bytes === 'redacted') this.#redacted += 1;
        return { id: state.record.artefact_id, seq: state.seq, bytes };
      },
    );
  }

  async answersOf(corpus: string): Promise<void> {
    await this.#walk(
      (after) => readRange(this.#reader, 'answersOfCorpus', { corpus, after }, { limit: PAGE }),
      async (answer) => {
        this.#answers += 1;
        const bytes = await readAnswerBytes(this.#reader, answer);
        return { id: answer.body.answer_id, seq: answer.seq, bytes };
      },
    );
  }

  async #walk<T extends { readonly seq: number }>(
    read: (after: number) => Promise<readonly T[]>,
    look: (one: T) => Promise<Looked>,
  ): Promise<void> {
    for (let after = -1; ; ) {
      const page = await read(after);
      const looked: Looked[] = [];
      for (const one of page) looked.push(await look(one));
      await this.#keep(looked);
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last.seq;
    }
  }

  async #keep(looked: readonly Looked[]): Promise<void> {
    const damaged = looked.flatMap(({ id, seq, bytes }) =>
      bytes === 'changed' || bytes === 'missing' ? [{ id, seq, bytes }] : [],
    );
    this.#damaged.push(...damaged);
    const bad = new Set<string>(damaged.map(({ id }) => id));
    await this.#monitor.noticed({
      damaged: damaged.map(({ id }) => id),
      whole: looked.map(({ id }) => id).filter((id) => !bad.has(id)),
    });
    this.#onProgress(this.#artefacts + this.#answers);
  }
}

async function readAnswerBytes(reader: BlobReader, { body }: AnswerRecord): Promise<BytesState> {
  const hashes = [body.answer_hash, body.receipt_hash];
  const blobs = await reader.blobs(hashes);
  if (blobs.some((bytes) => bytes === null)) return 'missing';
  return blobs.every((bytes, index) => bytes !== null && blake3Hex(bytes) === hashes[index])
    ? 'stored'
    : 'changed';
}

/** Evaluation files of a test, in a folder that goes away. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { failureOf } from '../../../bin/cli/failure.ts';

export interface EvalFiles extends AsyncDisposable {
  /** One record a line; texts and bytes as they are. */
  write(name: string, content: readonly unknown[] | string | Uint8Array): Promise<string>;
  zip(name: string, records: readonly unknown[]): Promise<string>;
}

export async function evalFiles(): Promise<EvalFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'adduce-eval-files-'));
  const put = async (name: string, bytes: string | Uint8Array) => {
    await writeFile(join(folder, name), bytes);
    return join(folder, name);
  };
  return {
    write: (name, content) => put(name, Array.isArray(content) ? linesOf(content) : rawOf(content)),
    zip: (name, records) => put(name, gzipSync(linesOf(records))),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

function linesOf(records: readonly unknown[]): string {
  return records.map((record) => JSON.stringify(record)).join('\n');
}

function rawOf(content: readonly unknown[] | string | Uint8Array): string | Uint8Array {
  if (typeof content === 'string' || content instanceof Uint8Array) return content;
  throw new TypeError('records are written as lines');
}

/** The failure that a reading ends with. */
export async function failureOfReading(reading: Promise<unknown>) {
  return failureOf(
    await reading.then(
      () => new Error('it was read'),
      (thrown: unknown) => thrown,
    ),
  );
}

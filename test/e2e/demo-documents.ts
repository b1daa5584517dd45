/** The demo corpus as it lies on the disk, found by the hash that an answer names. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blake3 } from 'hash-wasm';

export const DEMO_FOLDER = join(import.meta.dirname, '..', '..', 'corpus', 'things-that-changed');

/** Each document's text by the BLAKE3 of its bytes, computed by another implementation than the program's. */
export async function demoTexts(): Promise<ReadonlyMap<string, string>> {
  const files = readdirSync(DEMO_FOLDER).map((name) => readFileSync(join(DEMO_FOLDER, name)));
  const texts = files.map(async (bytes) => [await blake3(bytes), bytes.toString('utf8')] as const);
  return new Map(await Promise.all(texts));
}

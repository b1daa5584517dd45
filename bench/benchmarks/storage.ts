import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BeliefProjection } from '../../engine/belief/projection/belief-projection.ts';
import { embeddedFile, openEmbedded } from '../../graph/embedded/open.ts';
import type { Survey } from '../benchmark.ts';
import { addDocuments } from '../many-documents.ts';

const SIZES = [1_000, 10_000];
const STEP = 1_000;

interface Stored {
  readonly documents: number;
  readonly claims: number;
  readonly entries: number;
  /** By table or index. */
  readonly bytes: ReadonlyMap<string, number>;
}

/** What the embedded store's file holds, by table and index. */
export const storageSurvey: Survey = {
  name: 'storage',
  about: `bytes a claim by table, of --rows (${SIZES.join(', ')}) documents of six claims each`,
  async report({ rows }) {
    const sizes = rows.length === 0 ? SIZES : rows;
    const found: Stored[] = [];
    for (const documents of sizes) found.push(await stored(documents));
    return tableOf(found);
  },
};

async function stored(documents: number): Promise<Stored> {
  const path = await mkdtemp(join(tmpdir(), 'adduce-bench-'));
  try {
    let claims = 0;
    let entries = 0;
    {
      await using store = await openEmbedded({ path });
      for (let from = 0; from < documents; from += STEP) {
        claims += await addDocuments(store, from, Math.min(STEP, documents - from));
      }
      await new BeliefProjection(store).catchUp();
      entries = (await store.head()).size;
    }
    return { documents, claims, entries, bytes: bytesOf(await embeddedFile(path)) };
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

/** Pages of the file, free ones left out; what SQLite keeps of its schema is in them. */
function bytesOf(file: string): Map<string, number> {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = db.prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name').all();
    return new Map(rows.map(({ name, bytes }) => [String(name), Number(bytes)]));
  } finally {
    db.close();
  }
}

function tableOf(found: readonly Stored[]): string {
  const names = [...new Set(found.flatMap(({ bytes }) => [...bytes.keys()]))];
  const largest = (name: string) =>
    Math.max(...found.map(({ bytes, claims }) => (bytes.get(name) ?? 0) / claims));
  const total = ({ bytes }: Stored) => bytes.values().reduce((sum, one) => sum + one, 0);
  const line = (name: string, value: (one: Stored) => number) =>
    `| ${[name, ...found.map((one) => value(one).toFixed(0))].join(' | ')} |`;
  return [
    `| Bytes a claim | ${found.map(({ documents }) => `${documents} documents`).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(found.length)}`,
    ...names
      .toSorted((a, b) => largest(b) - largest(a))
      .filter((name) => largest(name) >= 1)
      .map((name) => line(name, ({ bytes, claims }) => (bytes.get(name) ?? 0) / claims)),
    line('**all**', (one) => total(one) / one.claims),
    line('all, a document', (one) => total(one) / one.documents),
    line('entries', ({ entries }) => entries),
  ].join('\n');
}

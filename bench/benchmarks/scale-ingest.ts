import type { GraphStore } from '../../graph/store/store.ts';
import type { Survey } from '../benchmark.ts';
import { markdownFiles } from '../documents.ts';
import { type LoopSpan, watchLoop } from '../loop-watch.ts';
import { addDocuments, addFiles } from '../many-documents.ts';
import { EMBEDDED } from '../stores.ts';

const SIZES = [1_000, 10_000, 30_000];
/** Documents that are measured at each size, and that a store grows by in between. */
const MEASURED = 500;
const STEP = 1_000;

interface Row {
  readonly size: number;
  readonly measured: LoopSpan;
  readonly entries: number;
  readonly claims: number;
}

/** What a document costs in a corpus of many: read, related, written; without vectors, which are made apart. */
export const scaleIngestSurvey: Survey = {
  name: 'scale-ingest',
  about: `what ${MEASURED} documents of six claims cost in a corpus of --rows (${SIZES.join(', ')}), and Adduce's documentation an empty one`,
  async report({ rows }) {
    await using opened = await EMBEDDED.open();
    const sizes = (rows.length === 0 ? SIZES : rows).toSorted((a, b) => a - b);
    const found: Row[] = [];
    let size = 0;
    for (const wanted of sizes) {
      for (; size < wanted; size += Math.min(STEP, wanted - size))
        await addDocuments(opened.store, size, Math.min(STEP, wanted - size));
      found.push(await measure(opened.store, size));
      size += MEASURED;
    }
    return [tableOf(found), await readMarkdown()].join('\n\n');
  },
};

async function measure(store: GraphStore, size: number): Promise<Row> {
  const before = (await store.head()).size;
  let claims = 0;
  const measured = await watchLoop(async () => {
    claims = await addDocuments(store, size, MEASURED);
  });
  return { size, measured, claims, entries: (await store.head()).size - before };
}

/** Long documents, into an empty store. */
async function readMarkdown(): Promise<string> {
  await using opened = await EMBEDDED.open();
  const files = await markdownFiles();
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  let claims = 0;
  const { cpu, wall, turn } = await watchLoop(async () => {
    ({ claims } = await addFiles(opened.store, files));
  });
  const row = [files.length, kilobytes(bytes), claims, `${(cpu / files.length).toFixed(1)} ms`];
  return [
    '| Markdown files | kB | claims | CPU a file | kB/s | longest slice of the thread that serves |',
    '| ---: | ---: | ---: | ---: | ---: | ---: |',
    `| ${[...row, kilobytes((bytes * 1_000) / wall), `${turn.toFixed(0)} ms`].join(' | ')} |`,
  ].join('\n');
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 1_000);
}

function tableOf(rows: readonly Row[]): string {
  const [first] = rows;
  const least = first === undefined ? 1 : first.measured.cpu;
  const lines = rows.map(({ size, measured: { cpu, wall, turn }, entries, claims }) =>
    [
      size,
      `${(cpu / MEASURED).toFixed(2)} ms`,
      (cpu / least).toFixed(2),
      Math.round((MEASURED * 1_000) / wall),
      (claims / MEASURED).toFixed(1),
      (entries / MEASURED).toFixed(1),
      `${turn.toFixed(0)} ms`,
    ].join(' | '),
  );
  return [
    '| Documents before | CPU a document | ÷ the first | documents/s | claims a document | entries a document | longest slice of the thread that serves |',
    '| ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines.map((line) => `| ${line} |`),
  ].join('\n');
}

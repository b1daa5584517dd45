/** Documents to measure growth with: some 500 bytes and six claims each, every one of a place of its own. */
import { type IngestReport, ingest, type SourceFile } from '../engine/ingest/ingest.ts';
import { Opinions } from '../engine/ingest/opinions.ts';
import { DEFAULT_TRUST_POLICY } from '../engine/select/trust-policy.ts';
import { LEXICAL_JUDGE } from '../engine/stance/lexical-judge.ts';
import { LogWriter } from '../graph/log/writer.ts';
import type { GraphStore } from '../graph/store/store.ts';

export const PLACES_CORPUS = 'places';

const SYLLABLES = [
  'ka',
  'lo',
  'mi',
  'ne',
  'pu',
  'ra',
  'so',
  'ti',
  'vu',
  'wen',
  'dar',
  'gol',
  'hes',
  'jun',
  'fi',
  'bre',
];
const FIRST_DAY = Date.UTC(2020, 0, 1);
const DAYS = 2_000;
const DAY_MS = 86_400_000;

/** Takes in the documents from the `from`th on, without vectors, which are made apart. Returns how many claims they state. */
export async function addDocuments(
  store: GraphStore,
  from: number,
  count: number,
  corpus = PLACES_CORPUS,
): Promise<number> {
  const { added, claims } = await addFiles(store, [manyDocuments(from, count)], corpus);
  if (added !== count) throw new Error(`${added} of ${count} documents were added`);
  return claims;
}

/** Takes in files without vectors. */
export function addFiles(
  store: GraphStore,
  files: readonly SourceFile[],
  corpus = PLACES_CORPUS,
): Promise<IngestReport> {
  const writer = new LogWriter(store, () => new Date().toISOString());
  return ingest(writer, store, files, {
    ...{ corpus, source: 'bench', policy: DEFAULT_TRUST_POLICY, onProgress: () => undefined },
    opinions: new Opinions(LEXICAL_JUDGE, () => undefined),
  });
}

/** JSON lines of the documents from the `from`th on; the same numbers give the same bytes. */
export function manyDocuments(from: number, count: number): SourceFile {
  const lines = Array.from({ length: count }, (_, index) => JSON.stringify(documentOf(from + index)));
  return { name: `places-${from}.jsonl`, bytes: new TextEncoder().encode(lines.join('\n')) };
}

function documentOf(n: number) {
  const place = nameOf(n);
  const observed_at = new Date(FIRST_DAY + (n % DAYS) * DAY_MS).toISOString();
  return {
    ...{ id: `place-${n}`, title: place, domain: `site-${n % 97}.example`, licence: 'CC0-1.0', lang: 'en' },
    observed_at,
    text: [
      `${place} has a population of ${1_003 + ((n * 7_919) % 90_000)}.`,
      `The lighthouse of ${place} was built in ${1_700 + (n % 300)}.`,
      `The lighthouse of ${place} has ${3 + (n % 41)} lamps and stands on the northern cliff above the old harbour.`,
      `The mayor of ${place} is ${nameOf(n * 31 + 7)} ${nameOf(n * 17 + 3)}.`,
      `The museum of ${place} is open on Sundays during the summer season.`,
      `The ferry from ${place} costs ${2 + (n % 57)} euros for a single crossing to the mainland.`,
    ].join(' '),
  };
}

/** A word of four syllables, as many as there are numbers below 65,536; then it begins to repeat with a suffix. */
export function nameOf(n: number): string {
  const parts = [0, 4, 8, 12].map((shift) => SYLLABLES[((n * 40_503) >>> shift) & 15]);
  const word = parts.join('');
  const round = Math.floor(n / 65_536);
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}${round === 0 ? '' : `-${round}`}`;
}

/** Every corpus with golden questions that is on this machine, in one form. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DEMO, DEMO_FOLDER } from '../bin/cli/sources.ts';
import type { SourceFile } from '../engine/ingest/ingest.ts';
import { CORPUS_GROUPS, type CorpusGroup } from './corpus-groups.ts';
import { readCorpusLines, sourceOf } from './corpus-path.ts';
import type { CorpusDocument } from './corpus-source.ts';
import { type DocumentPair, readDocumentPairs } from './document-pairs.ts';
import { type GoldenQuestion, readGoldenFile } from './golden-file.ts';
import { readManifestFolder } from './manifest-folder.ts';

export interface GoldenCorpus {
  /** No two corpora share a name: `i` is realistic, `older/i` another one. */
  readonly name: string;
  readonly group: CorpusGroup;
  /** What the ingest reads; documents have the ids, dates and publishers that their corpus states. */
  readonly files: readonly SourceFile[];
  readonly documents: readonly CorpusDocument[];
  readonly questions: readonly GoldenQuestion[];
  /** Null where nobody listed them. */
  readonly pairs: readonly DocumentPair[] | null;
}

/** A corpus that is not on this machine. */
export interface MissingCorpus {
  readonly name: string;
  readonly reason: string;
}

export interface FoundCorpora {
  readonly corpora: readonly GoldenCorpus[];
  readonly missing: readonly MissingCorpus[];
}

const ROOT = resolve(import.meta.dirname, '..');
const OWN = join(ROOT, 'eval', 'corpora');
const REALISTIC = ['i', 'j', 'k'] as const;
const SHORT = ['c', 'd'] as const;
const DOCUMENTS = '.docs.jsonl';
const GOLDEN = '.golden.json';

/** Data that the repository does not hold lies here, where it is there at all. */
export const SHARED_DATA = join(ROOT, '..', 'shared', 'data');

/**
 * Reads the corpora of these groups, in a fixed order.
 * @throws {CommandFailure} for a file that does not fit
 */
export async function findCorpora(
  groups: readonly CorpusGroup[] = CORPUS_GROUPS,
  shared: string = SHARED_DATA,
): Promise<FoundCorpora> {
  const corpora: GoldenCorpus[] = [];
  const missing: MissingCorpus[] = [];
  for (const group of groups) {
    for (const one of await corporaOf(group, join(shared, 'realistic'))) {
      if ('reason' in one) missing.push(one);
      else corpora.push(one);
    }
  }
  return { corpora, missing };
}

type Found = GoldenCorpus | MissingCorpus;

async function corporaOf(group: CorpusGroup, shared: string): Promise<Found[]> {
  if (group === 'short') return Promise.all(SHORT.map((name) => ownCorpus(group, name)));
  if (group === 'demo') return [await demoCorpus()];
  if (group === 'realistic') return Promise.all(REALISTIC.map((name) => ownCorpus(group, name)));
  if (group === 'older') return Promise.all((await namesIn('older', DOCUMENTS)).map(olderCorpus));
  if (group === 'first')
    return Promise.all((await namesIn('first', GOLDEN)).map((name) => firstQuestions(name, shared)));
  return [await sharedCorpus(group, shared)];
}

/** What a newcomer asks of documents that other questions are asked of too. */
async function firstQuestions(file: string, shared: string): Promise<Found> {
  const asked = await documentsFor(file, shared);
  if ('reason' in asked) return { ...asked, name: `first/${asked.name}` };
  const questions = await readGoldenFile(join(OWN, 'first', `${file}${GOLDEN}`));
  return { ...asked, name: `first/${asked.name}`, group: 'first', questions, pairs: null };
}

async function documentsFor(file: string, shared: string): Promise<Found> {
  if (file === 'real' || file === 'squad') return sharedCorpus(file, shared);
  const [, older] = /^older-(\w+)$/.exec(file) ?? [];
  return older === undefined ? ownCorpus('realistic', file) : olderCorpus(older);
}

async function olderCorpus(name: string): Promise<GoldenCorpus> {
  return { ...(await ownCorpus('older', name)), name: `older/${name}` };
}

async function sharedCorpus(group: 'real' | 'squad', shared: string): Promise<Found> {
  const folder = join(shared, group);
  if (!existsSync(folder)) return { name: group, reason: `there is no ${folder}` };
  return group === 'real' ? realCorpus(folder) : squadCorpus(folder);
}

/** Names of the files of a folder that end so, without the end, in a fixed order. */
async function namesIn(folder: string, end: string): Promise<string[]> {
  const files = await readdir(join(OWN, folder));
  return files
    .filter((file) => file.endsWith(end))
    .map((file) => file.slice(0, -end.length))
    .sort();
}

async function ownCorpus(group: 'short' | 'realistic' | 'older', name: string): Promise<GoldenCorpus> {
  const base = join(OWN, group, name);
  const pairs = `${base}.conflicts.json`;
  return {
    name,
    group,
    ...(await readCorpusLines(`${base}${DOCUMENTS}`)),
    questions: await readGoldenFile(`${base}${GOLDEN}`),
    pairs: existsSync(pairs) ? await readDocumentPairs(pairs) : null,
  };
}

async function demoCorpus(): Promise<GoldenCorpus> {
  const files = await Promise.all(
    DEMO.paths.map(async (path): Promise<SourceFile> => {
      return { name: path.slice(DEMO_FOLDER.length + 1), bytes: await readFile(path) };
    }),
  );
  return {
    name: 'demo',
    group: 'demo',
    ...sourceOf(files),
    questions: await readGoldenFile(join(DEMO_FOLDER, 'golden.json')),
    pairs: null,
  };
}

async function realCorpus(folder: string): Promise<GoldenCorpus> {
  return {
    name: 'real',
    group: 'real',
    ...(await readManifestFolder(folder)),
    questions: await readGoldenFile(`${folder}.golden.json`),
    pairs: null,
  };
}

async function squadCorpus(folder: string): Promise<GoldenCorpus> {
  return {
    name: 'squad',
    group: 'squad',
    ...(await readCorpusLines(join(folder, 'dev.docs.jsonl.gz'))),
    questions: await readGoldenFile(join(folder, 'dev.golden.json.gz')),
    pairs: null,
  };
}

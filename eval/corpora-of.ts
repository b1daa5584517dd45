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
    if (group === 'short') for (const name of SHORT) corpora.push(await ownCorpus(group, name, 'short'));
    if (group === 'demo') corpora.push(await demoCorpus());
    if (group === 'realistic')
      for (const name of REALISTIC) corpora.push(await ownCorpus(group, name, group));
    if (group === 'first') for (const name of REALISTIC) corpora.push(await firstQuestions(name));
    if (group === 'older') corpora.push(...(await olderCorpora()));
    if (group !== 'real' && group !== 'squad') continue;
    const folder = join(shared, 'realistic', group);
    if (existsSync(folder)) corpora.push(await (group === 'real' ? realCorpus(folder) : squadCorpus(folder)));
    else missing.push({ name: group, reason: `there is no ${folder}` });
  }
  return { corpora, missing };
}

/** What a newcomer asks of the documents of a realistic corpus. */
async function firstQuestions(name: string): Promise<GoldenCorpus> {
  const questions = await readGoldenFile(join(OWN, 'first', `${name}.golden.json`));
  return { ...(await ownCorpus('first', name, 'realistic')), name: `first/${name}`, questions, pairs: null };
}

async function olderCorpora(): Promise<GoldenCorpus[]> {
  const names = (await readdir(join(OWN, 'older'))).flatMap(
    (name) => /^(\w+)\.docs\.jsonl$/.exec(name)?.[1] ?? [],
  );
  const corpora: GoldenCorpus[] = [];
  for (const name of names.sort())
    corpora.push({ ...(await ownCorpus('older', name, 'older')), name: `older/${name}` });
  return corpora;
}

async function ownCorpus(group: CorpusGroup, name: string, folder: string): Promise<GoldenCorpus> {
  const base = join(OWN, folder, name);
  const pairs = `${base}.conflicts.json`;
  return {
    name,
    group,
    ...(await readCorpusLines(`${base}.docs.jsonl`)),
    questions: await readGoldenFile(`${base}.golden.json`),
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

/** A small store that commands are run on, for the tests of a file. */
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type AnswerResponse, answerResponse } from '../../gateway/wire/answers.ts';
import { adduce, adduceJson } from './cli.ts';
import { writeLighthouses } from './lighthouses.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type Answer = Pick<AnswerResponse, 'answer_id' | 'summary' | 'sentences' | 'claims' | 'trust'>;
const answer = answerResponse.pick({
  answer_id: true,
  summary: true,
  sentences: true,
  claims: true,
  trust: true,
});

/** A process on a loaded machine takes a while. */
export const PATIENCE_MS = 60_000;

export let folder: Awaited<ReturnType<typeof temporaryFolder>>;
export let settings: Record<string, string>;

/** One store for the tests of a file. */
export function ingestLights(): void {
  beforeAll(async () => {
    folder = await temporaryFolder();
    settings = { ADDUCE_DATA: join(folder.path, 'data') };
    await adduce(['ingest', await writeLighthouses(folder.path), '--corpus', 'lights'], settings);
  }, PATIENCE_MS);
  afterAll(() => folder[Symbol.asyncDispose]());
}

export async function ask(
  question: string,
  corpus: string,
): Promise<{ readonly code: number; readonly answer: Answer }> {
  const { code, document } = await adduceJson(['ask', question, '--corpus', corpus], settings);
  return { code, answer: answer.parse(document) };
}

export async function mintToken(): Promise<string> {
  const { document } = await adduceJson(
    ['keys', 'mint', '--cap', 'svc.evidence', '--standing', '1000'],
    settings,
  );
  return String(document.token);
}

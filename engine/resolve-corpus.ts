/** Which corpus a read means, and as of when (docs/spec/decisions.md#1-corpus). */
import { isCorpusName } from '../graph/address.ts';
import { type RecordReader, readRecord } from '../graph/store/records.ts';
import { endOfAsOf } from '../graph/time.ts';
import { done, type Outcome, refused } from './refusal.ts';
import { type CorpusView, viewOf } from './view.ts';

export interface CorpusChoice {
  /** Named by the request. */
  readonly name: string | null;
  /** The installation's default (`ADDUCE_CORPUS`). */
  readonly fallback: string | null;
  /** A date or timestamp, null for the present. */
  readonly asOf: string | null;
}

/** The named corpus, else the default, else the store's first. `invalid:corpus_unknown`, `invalid:query`. */
export async function resolveCorpus(
  reader: RecordReader,
  choice: CorpusChoice,
): Promise<Outcome<CorpusView>> {
  const asOf = choice.asOf === null ? null : endOfAsOf(choice.asOf);
  if (choice.asOf !== null && asOf === null) {
    return refused('invalid:query', `as_of: ${choice.asOf} is neither an ISO 8601 date nor a timestamp`);
  }
  const name = choice.name ?? choice.fallback;
  if (name !== null && !isCorpusName(name)) {
    return refused(
      'invalid:corpus_unknown',
      'a corpus name is lower-case letters, digits and hyphens, at most 63',
    );
  }
  const corpus = name === null ? (await reader.corpora())[0] : await readRecord(reader, 'corpora', name);
  if (!corpus)
    return refused('invalid:corpus_unknown', `there is no corpus ${name ?? 'yet'}; see GET /v1/stats`);
  return done(viewOf(corpus, asOf));
}

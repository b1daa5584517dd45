/**
 * Redacting an artefact: its bytes and its text are erased, its hashes and entries stay
 * (docs/spec/decisions.md#1-redaction). Answers and receipts never change, so that what they quote stays in them
 * (docs/adr/0021-…).
 */
import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactRecord, ArtefactState } from '../../graph/artefact.ts';
import type { Command, NewEntry, Plan } from '../../graph/log/command.ts';
import type { LogWriter } from '../../graph/log/writer.ts';
import { type RangeReader, readRange } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import { answersUsing } from '../findings/answer-pages.ts';
import { done, type Outcome, refused } from '../refusal.ts';
import { checkWords, type OperatorOutcome, type OperatorRequest } from './operator-request.ts';

export interface Redaction extends OperatorOutcome {
  /** Other artefacts of the same bytes or the same text: what they share stays until they are redacted too. */
  readonly sharedWith: readonly ArtefactId[];
  /** Answers, of any tenant, that rest on it and go on quoting it. */
  readonly quotedBy: number;
}

/** Artefacts of one page of a walk over a corpus. */
const PAGE = 500;

/** Resolves when the bytes are gone from the store's files; again where that failed before. */
export async function redactArtefact(
  store: GraphStore,
  writer: LogWriter,
  request: OperatorRequest,
): Promise<Outcome<Redaction>> {
  const outcome = await writer.append(planRedaction(request));
  if (outcome.ok) await store.purge();
  return outcome;
}

/** Refusals and repetitions write nothing. */
export function planRedaction(request: OperatorRequest): Command<Outcome<Redaction>> {
  return async (state) => {
    const words = checkWords(request);
    if (!words.ok) return nothing(words);
    const [found] = await state.records('artefacts', [request.artefact]);
    if (!found) return nothing(refused('missing:artefact', `there is no artefact ${request.artefact}`));
    const { record, redacted, effective_at } = found;
    const sharing = await readSharing(state, record);
    const sharedWith = sharing.map((other) => other.record.artefact_id);
    const quotedBy = await countQuoting(state, request.artefact);
    if (redacted !== undefined) {
      return nothing(done({ record, word: redacted, repeated: true, sharedWith, quotedBy }));
    }
    const entry: NewEntry = {
      corpus: record.corpus,
      tenant: null,
      effectiveAt: effective_at,
      body: { type: 'artefact.redacted', artefact: request.artefact, ...words.value },
    };
    return {
      entries: [entry],
      removed: unshared(record, sharing),
      result: ([stored]) => {
        if (stored === undefined) throw new RangeError('an append gave no entry');
        const word = { seq: stored.entry.seq, effective_at, ...words.value };
        return done({ record, word, repeated: false, sharedWith, quotedBy });
      },
    };
  };
}

function nothing(outcome: Outcome<Redaction>): Plan<Outcome<Redaction>> {
  return { entries: [], result: () => outcome };
}

/** Artefacts of any corpus that rightly hold the same bytes or text. No index knows them: redactions are rare. */
async function readSharing(
  state: RecordReader & RangeReader,
  record: ArtefactRecord,
): Promise<ArtefactState[]> {
  const sharing: ArtefactState[] = [];
  const shares = (other: ArtefactState) =>
    other.redacted === undefined &&
    other.record.artefact_id !== record.artefact_id &&
    [other.record.hash, other.record.text_hash].some(
      (one) => one === record.hash || one === record.text_hash,
    );
  for (const { name } of await state.corpora()) {
    for (let after = -1; ; ) {
      const page = await readRange(state, 'artefacts', { corpus: name, after }, { limit: PAGE });
      sharing.push(...page.filter(shares));
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) break;
      after = last.seq;
    }
  }
  return sharing;
}

async function countQuoting(state: RangeReader, artefact: ArtefactId): Promise<number> {
  let count = 0;
  for await (const page of answersUsing(state, { claims: [], artefacts: [artefact] })) count += page.length;
  return count;
}

function unshared({ hash, text_hash }: ArtefactRecord, sharing: readonly ArtefactState[]): string[] {
  // A plain text is its own text: what another has as one of the two must not go as the other.
  const kept = new Set(sharing.flatMap((other) => [other.record.hash, other.record.text_hash]));
  return [hash, text_hash].filter((one) => !kept.has(one));
}

/** Withdrawing an artefact: one entry, after which nothing rests on it; its bytes stay to be checked. */
import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import type { Command, NewEntry, Plan } from '../../graph/log/command.ts';
import { done, type Outcome, refused } from '../refusal.ts';
import { nextSlice } from '../slices.ts';
import {
  type CheckedWords,
  checkWords,
  type OperatorOutcome,
  type OperatorRequest,
} from './operator-request.ts';

/** Artefacts that are looked up together, in one event-loop slice. */
const AT_ONCE = 100;

/** Refusals and repetitions write nothing. */
export function planWithdrawal(request: OperatorRequest): Command<Outcome<OperatorOutcome>> {
  return async (state) => {
    const words = checkWords(request);
    if (!words.ok) return nothing(words);
    const [found] = await state.records('artefacts', [request.artefact]);
    if (!found) return nothing(refused('missing:artefact', `there is no artefact ${request.artefact}`));
    const { record, withdrawn } = found;
    if (withdrawn !== null) return nothing(done({ record, word: withdrawn, repeated: true }));
    return {
      entries: [entryOf(found, words.value)],
      result: ([stored]) => {
        if (stored === undefined) throw new RangeError('an append gave no entry');
        const { seq, effective_at } = stored.entry;
        return done({ record, word: { seq, effective_at, ...words.value }, repeated: false });
      },
    };
  };
}

/**
 * Of several together, to be supposed and not written: it lets other requests run in between. Those that there are not, and that are
 * withdrawn already, are left out. Gives how many are left.
 */
export function planWithdrawals(
  artefacts: readonly ArtefactId[],
  words: Omit<OperatorRequest, 'artefact'>,
): Command<number> {
  return async (state) => {
    const entries: NewEntry[] = [];
    const checked = checkWords(words);
    for (let start = 0; checked.ok && start < artefacts.length; start += AT_ONCE) {
      if (start > 0) await nextSlice();
      const found = await state.records('artefacts', artefacts.slice(start, start + AT_ONCE));
      entries.push(...found.flatMap((one) => (one?.withdrawn === null ? [entryOf(one, checked.value)] : [])));
    }
    return { entries, result: (stored) => stored.length };
  };
}

function entryOf({ record }: ArtefactState, words: CheckedWords): NewEntry {
  const { artefact_id: artefact, corpus } = record;
  return {
    corpus,
    tenant: null,
    effectiveAt: null,
    body: { type: 'artefact.withdrawn', artefact, ...words },
  };
}

function nothing(outcome: Outcome<OperatorOutcome>): Plan<Outcome<OperatorOutcome>> {
  return { entries: [], result: () => outcome };
}

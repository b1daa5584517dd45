/** Withdrawing an artefact: one entry, after which nothing rests on it; its bytes stay to be checked. */
import type { ArtefactId } from '../../graph/address.ts';
import type { Command, NewEntry, Plan } from '../../graph/log/command.ts';
import { done, type Outcome, refused } from '../refusal.ts';
import { nextSlice } from '../slices.ts';
import { checkWords, type OperatorOutcome, type OperatorRequest } from './operator-request.ts';

/** Artefacts that are looked up in one event-loop slice. */
const AT_ONCE = 32;

/** Refusals and repetitions write nothing. */
export function planWithdrawal(request: OperatorRequest): Command<Outcome<OperatorOutcome>> {
  return async (state) => {
    const words = checkWords(request);
    if (!words.ok) return nothing(words);
    const [found] = await state.records('artefacts', [request.artefact]);
    if (!found) return nothing(refused('missing:artefact', `there is no artefact ${request.artefact}`));
    const { record, withdrawn } = found;
    if (withdrawn !== null) return nothing(done({ record, word: withdrawn, repeated: true }));
    const entry: NewEntry = {
      corpus: record.corpus,
      tenant: null,
      effectiveAt: null,
      body: { type: 'artefact.withdrawn', artefact: request.artefact, ...words.value },
    };
    return {
      entries: [entry],
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
  return async (state, now) => {
    const entries: NewEntry[] = [];
    for (let start = 0; start < artefacts.length; start += AT_ONCE) {
      if (start > 0) await nextSlice();
      const some = artefacts.slice(start, start + AT_ONCE);
      const plans = await Promise.all(
        some.map((artefact) => planWithdrawal({ artefact, ...words })(state, now)),
      );
      entries.push(...plans.flatMap((plan) => plan.entries));
    }
    return { entries, result: (stored) => stored.length };
  };
}

function nothing(outcome: Outcome<OperatorOutcome>): Plan<Outcome<OperatorOutcome>> {
  return { entries: [], result: () => outcome };
}

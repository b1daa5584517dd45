/** What is asked of the server about the answer on the screen. */
import { useQuery } from '@tanstack/react-query';
import { questionOf } from '../address.ts';
import { useTravel } from '../place-context.ts';
import { client, type ShownAnswer, type Why } from '../trpc.ts';
import { useAsk } from '../use-answer.ts';
import { useShownVerdicts } from '../verdicts-context.ts';

/** Asks the same question anew, and keeps this answer beside the one that comes. */
export function useAskAgain(answer: ShownAnswer): () => void {
  const travel = useTravel();
  const ask = useAsk(travel);
  return () => ask({ ...questionOf(travel.place), q: answer.q }, answer.answer_id);
}

/** Why its claims are believed as they are, as of this verdict. */
export function useWhy(answer: ShownAnswer): Why | null {
  const { verdict, evidenceSeq } = useShownVerdicts().of(answer.answer_id, answer.trust);
  const { data } = useQuery({
    // Another verdict, or further evidence, has other reasons.
    queryKey: ['why', answer.answer_id, verdict?.seq ?? null, evidenceSeq],
    queryFn: () => client.views.why.query({ answer_id: answer.answer_id }),
    // While it is read again; never that of another answer.
    placeholderData: (before, query) => (query?.queryKey[1] === answer.answer_id ? before : undefined),
    enabled: answer.summary !== '',
  });
  return data ?? null;
}

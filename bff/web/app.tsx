/** The page: a question, its answer under a live verdict, and what was asked and saved before. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { type Place, pushPlace, readPlace } from './address-bar.ts';
import { AnswerView } from './answer-view.tsx';
import { AskForm, type Question } from './ask-form.tsx';
import { HistoryList, SavedList } from './lists.tsx';
import { client, messageOf, type ShownAnswer, trpc } from './trpc.ts';
import { useHistory, useSaved } from './use-lists.ts';
import { useVerdicts } from './use-verdicts.ts';

/** Answers watched at once; the server refuses more than 256. */
const MAX_WATCHED = 200;
/** A day is asked for as a day, and comes back as its last millisecond. */
const END_OF_DAY = 'T23:59:59.999Z';

export function App(): ReactNode {
  const front = useFront();
  const history = useHistory();
  const saved = useSaved();
  const watched = useMemo(() => {
    const inFront = [front.answer?.answer_id, front.again?.answer_id].filter((id) => id !== undefined);
    const listed = [...saved.items, ...history.items].map((entry) => entry.answer_id);
    return [...new Set([...inFront, ...listed])].slice(0, MAX_WATCHED);
  }, [front.answer, front.again, saved.items, history.items]);
  const verdicts = useVerdicts(watched);

  return (
    <>
      <header className="top">
        <h1>Adduce</h1>
        <p className="muted">Answers whose every sentence is backed by checked sources.</p>
      </header>
      <div className="columns">
        <main>
          <AskForm question={front.question} busy={front.busy} onChange={front.edit} onAsk={front.ask} />
          {front.problem !== null && (
            <p className="problem" role="alert">
              {front.problem}
            </p>
          )}
          {front.answer !== null && (
            <AnswerView
              key={front.answer.answer_id}
              answer={front.answer}
              again={front.again}
              verdicts={verdicts}
              busy={front.busy}
              onAskAgain={front.askAgain}
            />
          )}
        </main>
        <aside aria-label="History and saved answers">
          <SavedList saved={saved} verdicts={verdicts} onOpen={front.open} onRemove={saved.remove} />
          <HistoryList history={history} verdicts={verdicts} onOpen={front.open} />
        </aside>
      </div>
    </>
  );
}

interface Front {
  readonly question: Question;
  readonly answer: ShownAnswer | null;
  readonly again: ShownAnswer | null;
  readonly busy: boolean;
  readonly problem: string | null;
  edit(question: Question): void;
  ask(question: Question): void;
  askAgain(): void;
  open(entry: { readonly answer_id: string; readonly q: string }): void;
}

/** What stands in front of the reader, kept in step with the address bar. */
function useFront(): Front {
  const [place, setPlace] = useState<Place>(readPlace);
  const [answer, setAnswer] = useState<ShownAnswer | null>(null);
  const [again, setAgain] = useState<ShownAnswer | null>(null);
  const [lost, setLost] = useState<unknown>(null);
  const asking = useAsk();

  const show = useCallback((shown: ShownAnswer, corpus: string | null) => {
    const asOf = shown.as_of?.replace(END_OF_DAY, '') ?? null;
    const next = { q: shown.q, asOf, corpus, answer: shown.answer_id };
    setAnswer(shown);
    setAgain(null);
    setLost(null);
    setPlace(next);
    pushPlace(next);
  }, []);

  const openAnswer = useCallback(
    (id: string, corpus: string | null) => {
      client.open.query({ answer_id: id }).then((shown) => show(shown, corpus), setLost);
    },
    [show],
  );

  useEffect(() => {
    const arrive = (): void => {
      const there = readPlace();
      setPlace(there);
      setLost(null);
      if (there.answer === null) setAnswer(null);
      else openAnswer(there.answer, there.corpus);
    };
    arrive();
    window.addEventListener('popstate', arrive);
    return () => window.removeEventListener('popstate', arrive);
  }, [openAnswer]);

  const error = asking.error ?? lost;
  return {
    question: place,
    answer,
    again,
    busy: asking.busy,
    problem: error === null ? null : messageOf(error),
    edit: (question) => setPlace({ ...place, ...question }),
    ask: (question) => asking.ask({ ...place, ...question }, (shown) => show(shown, place.corpus)),
    askAgain: () => {
      if (answer === null) return;
      asking.ask({ q: answer.q, asOf: answer.as_of, corpus: place.corpus }, setAgain);
    },
    open: (entry) => openAnswer(entry.answer_id, null),
  };
}

function useAsk() {
  const cache = useQueryClient();
  const asking = useMutation(
    trpc.ask.mutationOptions({
      onSuccess: () => cache.invalidateQueries({ queryKey: trpc.history.list.infiniteQueryKey() }),
    }),
  );
  const ask = (question: Omit<Place, 'answer'>, onAnswer: (shown: ShownAnswer) => void): void => {
    const { q, asOf, corpus } = question;
    const input = { q, ...(asOf === null ? {} : { as_of: asOf }), ...(corpus === null ? {} : { corpus }) };
    asking.mutate(input, { onSuccess: onAnswer });
  };
  return { ask, busy: asking.isPending, error: asking.error };
}

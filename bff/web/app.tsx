/** The page: a question, its answer under a live verdict, and what was asked and saved before. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { type PageAddress, pushPageAddress, readPageAddress } from './address-bar.ts';
import { AnswerView } from './answer-view.tsx';
import { AskForm, type Question } from './ask-form.tsx';
import { HistoryList, SavedList } from './lists.tsx';
import { ProblemNote } from './problem.tsx';
import { ServiceNotice } from './service-notice.tsx';
import { Invitation, SignOut } from './session.tsx';
import { SetupHint } from './setup-hint.tsx';
import { client, type ShownAnswer, trpc } from './trpc.ts';
import { useHistory, useSaved } from './use-lists.ts';
import { useVerdicts } from './use-verdicts.ts';

/** A day is asked for as a day, and comes back as its last millisecond. */
const END_OF_DAY = 'T23:59:59.999Z';

export function App(): ReactNode {
  const front = useFront();
  const history = useHistory();
  const saved = useSaved();
  const idsOf = (entries: readonly { readonly answer_id: string }[]) => entries.map((one) => one.answer_id);
  const verdicts = useVerdicts({
    inFront: idsOf([front.answer, front.again].filter((answer) => answer !== null)),
    saved: idsOf(saved.items),
    history: idsOf(history.items),
  });

  return (
    <>
      <header className="top">
        <h1>Adduce</h1>
        <p className="muted">Answers whose every sentence is backed by checked sources.</p>
      </header>
      <Invitation />
      <ServiceNotice notice={verdicts.notice} />
      <div className="columns">
        <main>
          <AskForm question={front.question} busy={front.busy} onChange={front.edit} onAsk={front.ask} />
          {front.problem !== null && <ProblemNote error={front.problem} />}
          {front.answer !== null && (
            <AnswerView
              key={front.answer.answer_id}
              answer={front.answer}
              again={front.again}
              verdicts={verdicts}
              answeredAt={front.answeredAt}
              busy={front.busy}
              onAskAgain={front.askAgain}
            />
          )}
          <SetupHint />
        </main>
        <aside aria-label="History and saved answers">
          <SavedList saved={saved} verdicts={verdicts} onOpen={front.open} onRemove={saved.remove} />
          <HistoryList history={history} verdicts={verdicts} onOpen={front.open} />
          <SignOut />
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
  /** When the answer was given here, epoch milliseconds; null where it was opened. */
  readonly answeredAt: number | null;
  /** What was thrown, null where nothing was. */
  readonly problem: unknown;
  edit(question: Question): void;
  ask(question: Question): void;
  askAgain(): void;
  open(entry: { readonly answer_id: string; readonly q: string }): void;
}

/** What is on the screen, in step with the address bar. */
function useFront(): Front {
  const [place, setPlace] = useState<PageAddress>(readPageAddress);
  const [answer, setAnswer] = useState<ShownAnswer | null>(null);
  const [again, setAgain] = useState<ShownAnswer | null>(null);
  const [answeredAt, setAnsweredAt] = useState<number | null>(null);
  const [lost, setLost] = useState<unknown>(null);
  const asking = useAsk();

  const show = useCallback((shown: ShownAnswer, corpus: string | null, at: number | null) => {
    const asOf = shown.as_of?.replace(END_OF_DAY, '') ?? null;
    const next = { q: shown.q, asOf, corpus, answer: shown.answer_id };
    setAnswer(shown);
    setAnsweredAt(at);
    setAgain(null);
    setLost(null);
    setPlace(next);
    pushPageAddress(next);
  }, []);

  const openAnswer = useCallback(
    (id: string, corpus: string | null) => {
      client.open.query({ answer_id: id }).then((shown) => show(shown, corpus, null), setLost);
    },
    [show],
  );

  useEffect(() => {
    const arrive = (): void => {
      const there = readPageAddress();
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
    answeredAt,
    problem: error,
    edit: (question) => setPlace({ ...place, ...question }),
    ask: (question) =>
      asking.ask({ ...place, ...question }, (shown) => show(shown, place.corpus, Date.now())),
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
  const ask = (question: Omit<PageAddress, 'answer'>, onAnswer: (shown: ShownAnswer) => void): void => {
    const { q, asOf, corpus } = question;
    const input = { q, ...(asOf === null ? {} : { as_of: asOf }), ...(corpus === null ? {} : { corpus }) };
    asking.mutate(input, { onSuccess: onAnswer });
  };
  return { ask, busy: asking.isPending, error: asking.error };
}

/** The page: a question, its answer under a live verdict, and what was asked and saved before. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { Account } from './account/account.tsx';
import { SignInProblem } from './account/sign-in-problem.tsx';
import { UploadNotice } from './add/upload-notice.tsx';
import { HOME } from './address.ts';
import { AskForm } from './ask-form.tsx';
import { useLanguage } from './catalogues/chosen-language.ts';
import { sayShell } from './catalogues/shell.ts';
import { CorpusSwitch } from './corpus-switch.tsx';
import { EXPLORE_PATH } from './explore-place.ts';
import { Home } from './home.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { LIBRARY_PATH } from './library/place.ts';
import { TravelContext } from './place-context.ts';
import { PlaceLink } from './place-link.tsx';
import { ProblemNote } from './problem.tsx';
import { Rail } from './rail.tsx';
import { ServiceNotice } from './service-notice.tsx';
import { Invitation } from './session.tsx';
import { SetupHint } from './setup-hint.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { InboxEvents } from './turned/inbox-events.tsx';
import { type Front, useFront } from './use-answer.ts';
import { useHistory, useSaved } from './use-lists.ts';
import { usePlace } from './use-place.ts';
import { useVerdicts } from './use-verdicts.ts';
import { VerdictsContext } from './verdicts-context.ts';

export const loadAnswerPage = () => import('./answer/answer-page.tsx');
const AnswerPage = lazy(loadAnswerPage);
const WatchTurn = lazy(() => import('./answer/watch-turn.tsx'));
const AddDocuments = lazy(() => import('./add/add-documents.tsx'));
const TurnedPage = lazy(() => import('./turned/turned-page.tsx'));
const MembersPage = lazy(() => import('./members/members-page.tsx'));
const CheckReceipt = lazy(() => import('./answer/check-receipt.tsx'));
const LibraryPage = lazy(() => import('./library/library-page.tsx'));
const ExplorePage = lazy(() => import('./explore/explore-page.tsx'));

const idsOf = (entries: readonly { readonly answer_id: string }[]) => entries.map((one) => one.answer_id);

export function App(): ReactNode {
  // All that is drawn below speaks it.
  useLanguage();
  const travel = usePlace();
  const front = useFront(travel);
  const history = useHistory();
  const saved = useSaved();
  const { place } = travel;
  const [path] = useLocation();
  const verdicts = useVerdicts({
    inFront: [place.answer, place.before].filter((id) => id !== null),
    saved: idsOf(saved.items),
    history: idsOf(history.items),
    isLibrary: path === LIBRARY_PATH,
  });
  const isHome = path === '/' && place.view === 'ask' && place.q === '' && place.answer === null;
  return (
    <TravelContext value={travel}>
      <VerdictsContext value={verdicts}>
        <header className="top">
          <PlaceLink to={{ ...HOME, corpus: place.corpus }} className="brand">
            Adduce
          </PlaceLink>
          <CorpusSwitch />
          <LanguageSwitch />
          <Account />
          <Shortcuts />
          {!isHome && <AskForm key={place.q} compact isBusy={front.isBusy} />}
        </header>
        <ServiceNotice notice={verdicts.notice} />
        <Invitation />
        <SignInProblem />
        <UploadNotice />
        {isHome ? (
          <Home isBusy={front.isBusy} />
        ) : (
          <main className="stage">
            <Suspense fallback={<p className="waiting">{sayShell('loading')}</p>}>
              <View path={path} front={front} />
            </Suspense>
          </main>
        )}
        <InboxEvents />
        <Rail history={history} saved={saved} />
        <SetupHint />
      </VerdictsContext>
    </TravelContext>
  );
}

interface ViewProps {
  readonly path: string;
  readonly front: Front;
}

function View({ path, front }: ViewProps): ReactNode {
  if (path === EXPLORE_PATH) return <ExplorePage />;
  if (path === LIBRARY_PATH) return <LibraryPage />;
  return <Stage front={front} />;
}

function Stage({ front }: { readonly front: Front }): ReactNode {
  const { place } = usePlace();
  if (place.view === 'turn') return <WatchTurn />;
  if (place.view === 'check') return <CheckReceipt />;
  if (place.view === 'add') return <AddDocuments />;
  if (place.view === 'turned') return <TurnedPage />;
  if (place.view === 'members') return <MembersPage />;
  if (front.problem !== null) {
    return (
      <>
        <Question q={place.q} />
        <ProblemNote error={front.problem} />
        {place.answer !== null && place.q !== '' && (
          <p>
            <PlaceLink to={{ ...place, answer: null, before: null }}>{sayShell('askThis')}</PlaceLink>
          </p>
        )}
      </>
    );
  }
  if (front.answer === null) return <Waiting q={place.q} />;
  // The same page while another day of the same question is read: who drags keeps the handle.
  const { q, corpus } = front.answer;
  return <AnswerPage key={`${corpus.name} ${q}`} {...front} answer={front.answer} />;
}

function Waiting({ q }: { readonly q: string }): ReactNode {
  // What shows the answer comes while the documents are read. Where it cannot be loaded, the answer itself says so.
  useEffect(() => void loadAnswerPage().catch(() => undefined), []);
  return (
    <div className="waiting" role="status">
      <Question q={q} />
      <p>{sayShell('reading')}</p>
    </div>
  );
}

function Question({ q }: { readonly q: string }): ReactNode {
  return (
    <h1 className="question" dir="auto">
      <span>{q === '' ? sayShell('answer') : q}</span>
    </h1>
  );
}

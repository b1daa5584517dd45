/** The inbox: saved answers that turned, and watched questions whose answer changed, the old beside the new. */
import { type ReactNode, useEffect, useRef } from 'react';
import { HOME, type PagePlace } from '../address.ts';
import { WordDiff } from '../answer/word-diff.tsx';
import '../answer/answer.css';
import { useTravel } from '../place-context.ts';
import { PlaceLink } from '../place-link.tsx';
import { messageOf, type Turned } from '../trpc.ts';
import { useShownVerdicts } from '../verdicts-context.ts';
import { agoWords, dayWords, verdictWord } from '../words.ts';
import { NotifyControl } from './notify-control.tsx';
import { QuestionList } from './question-list.tsx';
import { kindWords, NO_ANSWER } from './turned-words.ts';
import { useInbox, useSee, useUnseen } from './use-turned.ts';
import './turned.css';

const LISTS = [
  ['new', 'New'],
  ['all', 'All'],
  ['questions', 'Watched questions'],
] as const;

// biome-ignore lint/style/noDefaultExport: React loads a part of the page by its default export
export default function TurnedPage(): ReactNode {
  const { place } = useTravel();
  const unseen = useUnseen();
  useEffect(() => {
    document.title = unseen === 0 ? 'Turned · Adduce' : `Turned ${unseen} · Adduce`;
    return () => {
      document.title = 'Adduce';
    };
  }, [unseen]);
  return (
    <article className="inbox" aria-labelledby="inbox-title">
      <h1 id="inbox-title">Turned</h1>
      <p className="lead">What changed of your saved answers and of the questions that you watch.</p>
      <NotifyControl />
      <nav className="inbox-lists" aria-label="Lists">
        {LISTS.map(([list, words]) => (
          <PlaceLink
            key={list}
            to={{ ...HOME, corpus: place.corpus, view: 'turned', list }}
            isCurrent={place.list === list}
          >
            {words}
          </PlaceLink>
        ))}
      </nav>
      {place.list === 'questions' ? (
        <QuestionList />
      ) : (
        <Entries key={place.list} show={place.list === 'new' ? 'unseen' : 'all'} unseen={unseen} />
      )}
    </article>
  );
}

interface EntriesProps {
  readonly show: 'unseen' | 'all';
  readonly unseen: number;
}

function Entries({ show, unseen }: EntriesProps): ReactNode {
  const inbox = useInbox(show);
  const see = useSee();
  const heading = useRef<HTMLHeadingElement>(null);
  const mark = (id: string | null): void => {
    see.mutate(id);
    // The button goes with its entry: reading goes on at the list.
    heading.current?.focus();
  };
  return (
    <section aria-labelledby="inbox-list">
      <h2 id="inbox-list" ref={heading} tabIndex={-1} className="unseen">
        {show === 'unseen' ? 'Not seen yet' : 'All changes'}
      </h2>
      {inbox.problem !== null && <p role="alert">{inbox.problem}</p>}
      <p role="status" className="facts">
        {see.isError && messageOf(see.error)}
        {inbox.isRead &&
          inbox.items.length === 0 &&
          inbox.more === null &&
          (show === 'unseen' ? 'Nothing new.' : 'Nothing has changed yet.')}
      </p>
      {unseen > 0 && (
        <button type="button" onClick={() => mark(null)}>
          Mark all as seen
        </button>
      )}
      <ul className="turned-entries">
        {inbox.items.map((turned) => (
          <li key={turned.id} data-seen={turned.seen_at !== null}>
            <Entry turned={turned} onSeen={() => mark(turned.id)} />
          </li>
        ))}
      </ul>
      {inbox.more !== null && (
        <button type="button" className="quiet" onClick={inbox.more}>
          Show older changes
        </button>
      )}
    </section>
  );
}

function Entry({ turned, onSeen }: { readonly turned: Turned; readonly onSeen: () => void }): ReactNode {
  const { now: clock } = useShownVerdicts();
  const { q, as_of, about, last_at, before, now, seen_at } = turned;
  return (
    <article aria-label={q}>
      <h3 dir="auto">
        <PlaceLink to={placeOf(turned)} className="entry">
          {q}
        </PlaceLink>
      </h3>
      <p className="facts">
        <strong>{kindWords(turned)}</strong> ·{' '}
        <time dateTime={last_at}>{agoWords(Math.max(0, clock - Date.parse(last_at)))} ago</time> ·{' '}
        {about === 'question' ? 'watched question' : 'saved answer'}
        {as_of !== null && <> · as known on {dayWords(as_of)}</>}
      </p>
      {before.summary === now.summary ? (
        <p dir="auto">{now.summary || NO_ANSWER}</p>
      ) : (
        <WordDiff before={before.summary || NO_ANSWER} now={now.summary || NO_ANSWER} />
      )}
      <p className="turned-foot facts">
        <span>
          Verdict:{' '}
          {before.findings_state !== now.findings_state && `${verdictWord(before.findings_state)} → `}
          {verdictWord(now.findings_state)}
        </span>
        {seen_at === null ? (
          <button type="button" className="quiet" aria-label={`Mark as seen: ${q}`} onClick={onSeen}>
            Mark as seen
          </button>
        ) : (
          <span>seen {dayWords(seen_at)}</span>
        )}
      </p>
    </article>
  );
}

/** The answer as it is now, with that of before beside it. */
function placeOf({ q, as_of, corpus, before, now }: Turned): PagePlace {
  const other = before.answer_id === now.answer_id ? null : before.answer_id;
  return { ...HOME, q, asOf: as_of, corpus, answer: now.answer_id, before: other };
}

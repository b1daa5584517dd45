/** The inbox: saved answers that turned, and watched questions whose answer changed, the old beside the new. */
import { type ReactNode, useRef } from 'react';
import { HOME, INBOX_LISTS, type PagePlace } from '../address.ts';
import { sayInbox } from '../catalogues/inbox.ts';
import { sayShell } from '../catalogues/shell.ts';
import { useTravel } from '../place-context.ts';
import { PlaceLink } from '../place-link.tsx';
import { messageOf, type Turned } from '../trpc.ts';
import { useTitle } from '../use-title.ts';
import { useShownVerdicts } from '../verdicts-context.ts';
import { WordDiff } from '../word-diff.tsx';
import { agoWords, dayWords, verdictWord } from '../words.ts';
import { NotifyControl } from './notify-control.tsx';
import { QuestionList } from './question-list.tsx';
import { kindWords } from './turned-words.ts';
import { useInbox, useSee, useUnseen } from './use-turned.ts';
import './turned.css';

// biome-ignore lint/style/noDefaultExport: React loads a part of the page by its default export
export default function TurnedPage(): ReactNode {
  const { place } = useTravel();
  const unseen = useUnseen();
  const title = unseen === 0 ? sayInbox('title') : sayInbox('titleUnseen', { count: unseen });
  useTitle(title);
  return (
    <article className="inbox" aria-labelledby="inbox-title">
      <h1 id="inbox-title">{sayInbox('turned')}</h1>
      <p className="lead">{sayInbox('lead')}</p>
      <NotifyControl />
      <nav className="inbox-lists" aria-label={sayInbox('lists')}>
        {INBOX_LISTS.map((list) => (
          <PlaceLink
            key={list}
            to={{ ...HOME, corpus: place.corpus, view: 'turned', list }}
            isCurrent={place.list === list}
          >
            {sayInbox(`list.${list}`)}
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
        {sayInbox(show === 'unseen' ? 'notSeenYet' : 'allChanges')}
      </h2>
      {inbox.problem !== null && <p role="alert">{inbox.problem}</p>}
      <p role="status" className="facts">
        {see.isError && messageOf(see.error)}
        {inbox.isRead &&
          inbox.items.length === 0 &&
          inbox.more === null &&
          sayInbox(show === 'unseen' ? 'nothingNew' : 'nothingChanged')}
      </p>
      {unseen > 0 && (
        <button type="button" onClick={() => mark(null)}>
          {sayInbox('markAll')}
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
          {sayInbox('olderChanges')}
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
        <time dateTime={last_at}>{agoWords(Math.max(0, clock - Date.parse(last_at)))}</time> ·{' '}
        {sayInbox(about === 'question' ? 'watchedQuestion' : 'savedAnswer')}
        {as_of !== null && ` · ${sayInbox('asKnownOn', { day: dayWords(as_of) })}`}
      </p>
      {before.summary === now.summary ? (
        <p dir="auto">{now.summary || sayShell('noAnswer')}</p>
      ) : (
        <WordDiff before={before.summary || sayShell('noAnswer')} now={now.summary || sayShell('noAnswer')} />
      )}
      <p className="turned-foot facts">
        <span>
          {before.findings_state === now.findings_state
            ? sayInbox('verdict', { now: verdictWord(now.findings_state) })
            : sayInbox('verdictTurned', {
                before: verdictWord(before.findings_state),
                now: verdictWord(now.findings_state),
              })}
        </span>
        {seen_at === null ? (
          <button
            type="button"
            className="quiet"
            aria-label={sayInbox('markThisSeen', { question: q })}
            onClick={onSeen}
          >
            {sayInbox('markSeen')}
          </button>
        ) : (
          <span>{sayInbox('seen', { day: dayWords(seen_at) })}</span>
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

/** An answer that somebody shared: read-only, with its latest known verdict, its sources, and its receipt verified here. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useLanguage } from '../catalogues/chosen-language.ts';
import { sayReceipt } from '../catalogues/receipt.ts';
import { sayShell } from '../catalogues/shell.ts';
import { LanguageSwitch } from '../language-switch.tsx';
import { SafeLink } from '../safe-link.tsx';
import { LinkEnded, type LinkedAnswer, sharedAnswer } from '../trpc.ts';
import { VerdictChip } from '../verdict.tsx';
import { clockWords, dayWords, reasonWords, verdictMeaning } from '../words.ts';
import { langOf, type NumberedSource, numberSources } from './sources.ts';
import { VerifiedSteps } from './verified-steps.tsx';
import { verifyText } from './verifier.ts';
import './answer.css';
import './panel.css';
import './shared-page.css';

/** The verdict may change at any time. */
const READ_EVERY_MS = 60_000;
const FILES = ['html', 'json', 'cbor'] as const;

// biome-ignore lint/style/noDefaultExport: React loads a part of the page by its default export
export default function SharedPage({ token }: { readonly token: string }): ReactNode {
  // All that is drawn below speaks it.
  useLanguage();
  const {
    data: read,
    error,
    dataUpdatedAt,
  } = useQuery({
    queryKey: ['shared', token],
    queryFn: () => sharedAnswer(token),
    refetchInterval: READ_EVERY_MS,
  });
  const data = error instanceof LinkEnded ? undefined : read;
  return (
    <>
      <header className="top">
        <a href="/" className="brand">
          Adduce
        </a>
        <p className="facts">{sayReceipt('sharedWithYou')}</p>
        <LanguageSwitch />
      </header>
      <main className="shared">
        {data === undefined && error === null && <p className="waiting">{sayShell('loading')}</p>}
        {data === undefined && error !== null && (
          <>
            <h1 className="question">{sayReceipt('cannotShow')}</h1>
            <p role="alert" className="problem">
              {error.message}
            </p>
          </>
        )}
        {data !== undefined && (
          <>
            {error !== null && (
              <p role="status" className="problem">
                {sayReceipt('notReadAgain', { time: clockWords(dataUpdatedAt), problem: error.message })}
              </p>
            )}
            <Answer answer={data.answer} />
            <Proof receipt={data.receipt} keys={data.keys} />
            <p className="action-line">
              {FILES.map((kind) => (
                <a key={kind} href={`/api/public/answers/${token}/receipt?download=${kind}`} download>
                  {sayReceipt('receiptAs', { format: kind.toUpperCase() })}
                </a>
              ))}
            </p>
            <p className="facts">{sayReceipt('sharedOn', { day: dayWords(data.shared_at) })}</p>
          </>
        )}
      </main>
    </>
  );
}

function Answer({ answer }: { readonly answer: LinkedAnswer }): ReactNode {
  const { trust } = answer;
  const sources = useMemo(() => numberSources(answer), [answer]);
  // Read now and then, not watched: it is never shown as current.
  const shown = { currency: 'unwatched', verdict: trust, evidenceSeq: null } as const;
  return (
    <article className="answer" aria-label={sayShell('answer')}>
      <h1 className="question" dir="auto">
        {answer.q}{' '}
        {answer.as_of !== null && (
          <span className="as-known">{sayReceipt('asKnownOn', { day: dayWords(answer.as_of) })}</span>
        )}
      </h1>
      <div className="said">
        {answer.summary === '' && <p className="said-empty">{sayReceipt('nothingAnswers')}</p>}
        {answer.sentences.map((sentence) => (
          <p key={sentence.text} className="sentence" dir="auto" lang={langOf(sentence, sources)}>
            {sentence.text}{' '}
            <Numbers
              numbers={sentence.citations.flatMap((one) => sources.get(one.artefact_id)?.number ?? [])}
            />
          </p>
        ))}
      </div>
      <section className="shared-verdict" aria-label={sayReceipt('verdict')}>
        <VerdictChip shown={shown} recorded={trust.findings_state} />
        {trust.seq >= 0 && trust.findings_state !== 'PASS' && <p>{verdictMeaning(trust.findings_state)}</p>}
        {[...new Set(trust.reasons.map(({ code }) => reasonWords(code)))].map((line) => (
          <p key={line}>{line}</p>
        ))}
        {trust.at !== null && (
          <p className="facts">
            {sayReceipt('verdictOf', { day: dayWords(trust.at), seq: String(trust.seq) })}
          </p>
        )}
      </section>
      <Sources sources={[...sources.values()]} answer={answer} />
    </article>
  );
}

function Numbers({ numbers }: { readonly numbers: readonly number[] }): ReactNode {
  return [...new Set(numbers)].map((number) => (
    <a key={number} className="pill" href={`#source-${number}`} aria-label={sayReceipt('source', { number })}>
      {number}
    </a>
  ));
}

interface SourcesProps {
  readonly sources: readonly NumberedSource[];
  readonly answer: LinkedAnswer;
}

function Sources({ sources, answer }: SourcesProps): ReactNode {
  const cited = answer.sentences.flatMap(({ citations }) => citations);
  return (
    <section aria-label={sayReceipt('sources')}>
      <h2>{sayReceipt('sources')}</h2>
      <ol className="sources">
        {sources.map(({ number, artefact }) => (
          <li key={number} className="source" id={`source-${number}`}>
            <p dir="auto" lang={artefact.lang ?? undefined}>
              <span className="card-number">[{number}]</span>{' '}
              <SafeLink href={artefact.url}>{artefact.title}</SafeLink>
            </p>
            <p className="facts">
              {artefact.domain} · {artefact.licence} · {dayWords(artefact.observed_at)}
            </p>
            {cited
              .filter(({ artefact_id }) => artefact_id === artefact.artefact_id)
              .map(({ start, quote }) => (
                <blockquote key={start} dir="auto" lang={artefact.lang ?? undefined}>
                  <mark>{quote}</mark>
                </blockquote>
              ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface ProofProps {
  /** As JSON. */
  readonly receipt: string;
  readonly keys: string | null;
}

function Proof({ receipt, keys }: ProofProps): ReactNode {
  const { steps } = useMemo(() => verifyText({ receipt, keys, isFile: false }), [receipt, keys]);
  return (
    <section aria-label={sayReceipt('proof')}>
      <h2>{sayReceipt('proof')}</h2>
      <p className="facts">{sayReceipt('checkedHere')}</p>
      <VerifiedSteps steps={steps} />
    </section>
  );
}

/** The sources of an answer, and the passage of one of them in the text of its document. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { sayAnswer } from '../catalogues/answer.ts';
import { ContributeDeeds } from '../contribute/deeds.tsx';
import { exploreFrom } from '../explore-place.ts';
import { useTravel } from '../place-context.ts';
import { SafeLink } from '../safe-link.tsx';
import { type Artefact, messageOf, type ShownAnswer, trpc } from '../trpc.ts';
import { dayWords } from '../words.ts';
import type { NumberedSource } from './sources.ts';

/** Characters of the document that are shown before and after the passage at first sight. */
const AROUND = 400;
/** Hex digits of a hash that are shown. */
const HASH_SHOWN = 12;

interface EvidenceProps {
  readonly answer: ShownAnswer;
  readonly sources: ReadonlyMap<string, NumberedSource>;
}

export function Evidence({ answer, sources }: EvidenceProps): ReactNode {
  const { place, replace } = useTravel();
  const listed = [...sources.values()];
  const shown = listed.find(({ number }) => number === place.source) ?? listed[0];
  return (
    <ol className="sources">
      {listed.map((source) => (
        <li key={source.artefact.artefact_id} className="source" id={`source-${source.number}`}>
          <button
            type="button"
            className="source-head"
            aria-expanded={source === shown}
            onClick={() => replace({ ...place, panel: 'evidence', source: source.number })}
          >
            <span className="card-number">[{source.number}]</span>{' '}
            <span dir="auto" lang={source.artefact.lang ?? undefined}>
              {source.artefact.title}
            </span>
          </button>
          <p className="facts">
            {source.artefact.domain} · {source.artefact.licence} · {dayWords(source.artefact.observed_at)}
          </p>
          {source === shown && <InDocument answer={answer} artefact={source.artefact} />}
        </li>
      ))}
    </ol>
  );
}

interface InDocumentProps {
  readonly answer: ShownAnswer;
  readonly artefact: Artefact;
}

function InDocument({ answer, artefact }: InDocumentProps): ReactNode {
  const { artefact_id } = artefact;
  const lang = artefact.lang ?? undefined;
  const { data, error } = useQuery({
    ...trpc.views.document.queryOptions({ answer_id: answer.answer_id, artefact_id }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const passages = passagesOf(answer, artefact_id);
  const text = data?.text ?? null;
  return (
    <>
      {text === null ? (
        <>
          {passages.map(({ start, quote }) => (
            <blockquote key={start} dir="auto" lang={lang}>
              <mark>{quote}</mark>
            </blockquote>
          ))}
          {data !== undefined && <p className="facts">{sayAnswer('textGone')}</p>}
          {error !== null && (
            <p className="facts">{sayAnswer('textUnread', { problem: messageOf(error) })}</p>
          )}
        </>
      ) : (
        <MarkedText text={text} passages={passages} lang={lang} />
      )}
      <p className="source-deeds">
        <SafeLink href={artefact.url}>{sayAnswer('openDocument')}</SafeLink>
        <Link href={exploreFrom(answer.corpus.name, answer.as_of, artefact_id)}>{sayAnswer('explore')}</Link>
        <CopyCitation artefact={artefact} quote={passages[0]?.quote ?? ''} />
        <ContributeDeeds />
        <span className="facts">
          BLAKE3 <code title={artefact.hash}>{artefact.hash.slice(0, HASH_SHOWN)}…</code>
        </span>
      </p>
    </>
  );
}

interface Passage {
  /** UTF-16 code units of the document's text, the end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly quote: string;
}

/** In the order of the text, each once. */
function passagesOf({ sentences }: ShownAnswer, artefactId: string): readonly Passage[] {
  const cited = sentences
    .flatMap(({ citations }) => citations)
    .filter(({ artefact_id }) => artefact_id === artefactId)
    .toSorted((a, b) => a.start - b.start);
  return cited.filter(({ start }, at) => at === 0 || start >= (cited[at - 1]?.end ?? 0));
}

interface MarkedTextProps {
  readonly text: string;
  readonly lang: string | undefined;
  readonly passages: readonly Passage[];
}

function MarkedText({ text, passages, lang }: MarkedTextProps): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const box = useRef<HTMLElement>(null);
  const from = isWhole ? 0 : Math.max(0, (passages[0]?.start ?? 0) - AROUND);
  const to = isWhole ? text.length : Math.min(text.length, (passages.at(-1)?.end ?? 0) + AROUND);
  useEffect(() => {
    const mark = box.current?.querySelector('mark');
    if (mark && box.current)
      box.current.scrollTop = mark.offsetTop - box.current.offsetTop - box.current.clientHeight / 3;
  }, []);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className="document" ref={box} aria-label={sayAnswer('document')} tabIndex={0}>
        {/* Within the section, whose name is in the page's language. */}
        <div dir="auto" lang={lang}>
          {from > 0 && '…'}
          {piecesOf(text, passages, from, to)}
          {to < text.length && '…'}
        </div>
      </section>
      {(from > 0 || to < text.length) && (
        <button type="button" className="quiet" onClick={() => setWhole(true)}>
          {sayAnswer('wholeDocument')}
        </button>
      )}
    </>
  );
}

function piecesOf(text: string, passages: readonly Passage[], from: number, to: number): ReactNode[] {
  const pieces: ReactNode[] = [];
  let at = from;
  for (const { start, end } of passages) {
    pieces.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return [...pieces, text.slice(at, to)];
}

interface CopyCitationProps {
  readonly artefact: Artefact;
  readonly quote: string;
}

function CopyCitation({
  artefact: { title, domain, observed_at, url },
  quote,
}: CopyCitationProps): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(
      sayAnswer('citation', { quote, title, domain, day: dayWords(observed_at), url }),
    );
    setCopied(true);
  };
  return (
    <button type="button" className="quiet" onClick={() => void copy().catch(() => setCopied(false))}>
      {sayAnswer(isCopied ? 'copied' : 'copyCitation')}
    </button>
  );
}

/** An answer with everything it rests on, under its verdict as of now. */
import { type ReactNode, useMemo } from 'react';
import { CitedSentence } from './cited-sentence.tsx';
import { Confidence } from './confidence.tsx';
import { Downloads } from './downloads.tsx';
import { CheckedFor, EvidenceCards, LookedAt, OtherSide } from './evidence.tsx';
import { Passages } from './passages.tsx';
import { SaveForm } from './save-form.tsx';
import { numberSources } from './sources.ts';
import type { ShownAnswer } from './trpc.ts';
import type { Verdicts } from './use-verdicts.ts';
import { VerdictBanner, VerdictChip } from './verdict.tsx';
import { dayWords } from './words.ts';

interface AnswerViewProps {
  readonly answer: ShownAnswer;
  /** The same question asked again, null before that. */
  readonly again: ShownAnswer | null;
  readonly verdicts: Verdicts;
  /** When it was given here, epoch milliseconds; null where it was opened. */
  readonly answeredAt: number | null;
  readonly busy: boolean;
  readonly onAskAgain: () => void;
}

export function AnswerView({
  answer,
  again,
  verdicts,
  answeredAt,
  busy,
  onAskAgain,
}: AnswerViewProps): ReactNode {
  const shown = verdicts.of(answer.answer_id, answer.trust);
  const { verdict } = shown;
  const sources = useMemo(() => numberSources(answer), [answer]);
  const turned = verdict !== null && (verdict.findings_state === 'WARN' || verdict.findings_state === 'FAIL');
  return (
    <article className="answer" aria-label="Answer">
      <h2 className="asked">
        {answer.q}{' '}
        <span className="muted">{answer.as_of === null ? '' : `as known on ${dayWords(answer.as_of)}`}</span>
      </h2>
      <VerdictBanner shown={shown} lastLiveAt={verdicts.lastLiveAt} answeredAt={answeredAt}>
        {turned && again === null && (
          <button type="button" onClick={onAskAgain} aria-disabled={busy}>
            {busy ? 'Asking again…' : 'See what changed'}
          </button>
        )}
      </VerdictBanner>
      {again !== null && <Changed before={answer} now={again} verdicts={verdicts} />}
      <Body answer={answer} />
      {answer.sentences.map((sentence) => (
        <CitedSentence
          key={sentence.text}
          sentence={sentence}
          sources={sources}
          beliefs={answer.beliefs}
          verdict={shown.currency === 'current' ? verdict : null}
        />
      ))}
      {answer.confidence !== null && <Confidence confidence={answer.confidence} />}
      <Passages passages={answer.passages} />
      <EvidenceCards sources={sources} />
      <OtherSide answer={answer} />
      <CheckedFor answer={answer} />
      <LookedAt answer={answer} />
      <footer className="answer-foot">
        <p className="facts">
          Corpus {answer.corpus.name}, snapshot <code>{answer.corpus.snapshot}</code>, mode {answer.mode}. The
          receipt was checked before this answer was shown.
        </p>
        <Downloads key={answer.answer_id} answerId={answer.answer_id} />
        <SaveForm key={answer.answer_id} answer={answer} />
      </footer>
    </article>
  );
}

function Body({ answer }: { readonly answer: ShownAnswer }): ReactNode {
  if (answer.summary === '') {
    return <p className="summary">No source here supports an answer to this question, so none is given.</p>;
  }
  const repeated = answer.sentences.some((sentence) => sentence.text === answer.summary);
  return repeated ? null : <p className="summary">{answer.summary}</p>;
}

interface ChangedProps {
  readonly before: ShownAnswer;
  readonly now: ShownAnswer;
  readonly verdicts: Verdicts;
}

/** The old answer beside the one that the same question gets now. */
function Changed({ before, now, verdicts }: ChangedProps): ReactNode {
  if (before.answer_id === now.answer_id) {
    return <p className="changed-same">Asked again, the engine gives this very answer.</p>;
  }
  return (
    <section className="changed" aria-label="What changed">
      <Side title="Before" answer={before} verdicts={verdicts} />
      <Side title="Asked again now" answer={now} verdicts={verdicts} />
    </section>
  );
}

interface SideProps {
  readonly title: string;
  readonly answer: ShownAnswer;
  readonly verdicts: Verdicts;
}

function Side({ title, answer, verdicts }: SideProps): ReactNode {
  const shown = verdicts.of(answer.answer_id, answer.trust);
  const domains = [...numberSources(answer).values()].map(({ artefact }) => artefact.domain);
  return (
    <div className="side">
      <h3>{title}</h3>
      {shown.verdict !== null && <VerdictChip shown={shown} recorded={shown.verdict.findings_state} />}
      <p className="summary">{answer.summary === '' ? 'No answer.' : answer.summary}</p>
      <p className="facts">{domains.length === 0 ? 'No sources' : domains.join(' · ')}</p>
      {answer.beliefs.map((belief) => (
        <p key={belief.claim} className="facts">
          When answered: {belief.state}, confidence {belief.effective_confidence}
        </p>
      ))}
    </div>
  );
}

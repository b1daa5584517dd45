/** One sentence of an answer with its numbered sources: each shows its words at once, and a click shows them in their document. */
import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';
import { sayAnswer } from '../catalogues/answer.ts';
import { useTravel } from '../place-context.ts';
import type { Sentence, ShownTrust } from '../trpc.ts';
import { isQuestioned, langOf, type NumberedSource } from './sources.ts';

interface CitedSentenceProps {
  readonly sentence: Sentence;
  readonly sources: ReadonlyMap<string, NumberedSource>;
  /** Null where its currency is unknown: then nothing is marked. */
  readonly verdict: ShownTrust | null;
}

export function CitedSentence({ sentence, sources, verdict }: CitedSentenceProps): ReactNode {
  return (
    <p className="sentence" dir="auto" lang={langOf(sentence, sources)}>
      {sentence.text}
      {/* Keeps the first pill on the line of the last word. */}
      {'\u00a0'}
      <Tooltip.Provider delay={0}>
        {sentence.citations.map((citation) => {
          const source = sources.get(citation.artefact_id);
          if (source === undefined) return null;
          const questioned = isQuestioned(verdict, sentence.claims, citation.artefact_id);
          const key = `${citation.artefact_id}:${citation.start}`;
          return <Pill key={key} source={source} quote={citation.quote} isQuestioned={questioned} />;
        })}
      </Tooltip.Provider>
    </p>
  );
}

interface PillProps {
  readonly source: NumberedSource;
  readonly quote: string;
  readonly isQuestioned: boolean;
}

function Pill({ source: { number, artefact }, quote, isQuestioned: questioned }: PillProps): ReactNode {
  const { place, replace } = useTravel();
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        className="pill"
        data-questioned={questioned}
        aria-pressed={place.source === number}
        aria-label={sayAnswer(questioned ? 'sourceQuestioned' : 'source', { number })}
        onClick={() => replace({ ...place, panel: 'evidence', source: number })}
      >
        {number}
        {questioned && '!'}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Positioner side="bottom" sideOffset={6} className="hover">
          <Tooltip.Popup className="hover-card">
            <q dir="auto" lang={artefact.lang ?? undefined}>
              {quote}
            </q>
            <span className="facts" dir="auto" lang={artefact.lang ?? undefined}>
              {artefact.title} · {artefact.domain}
            </span>
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

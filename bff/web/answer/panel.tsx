/** What an answer rests on: its passages in their documents, what counts against it, why it is believed, and its proof. */
import { Tabs } from '@base-ui/react/tabs';
import { lazy, type ReactNode, Suspense } from 'react';
import { PANELS } from '../address.ts';
import { sayAnswer } from '../catalogues/answer.ts';
import { useTravel } from '../place-context.ts';
import type { ShownAnswer } from '../trpc.ts';
import { Against, againstOf } from './against.tsx';
import { Evidence } from './evidence.tsx';
import type { NumberedSource } from './sources.ts';
import { WhyPanel } from './why.tsx';

const Proof = lazy(() => import('./proof.tsx'));

interface PanelProps {
  readonly answer: ShownAnswer;
  readonly sources: ReadonlyMap<string, NumberedSource>;
}

export function Panel({ answer, sources }: PanelProps): ReactNode {
  const { place, replace } = useTravel();
  const against = againstOf(answer).length;
  const show = (value: unknown): void => {
    replace({ ...place, panel: PANELS.find((one) => one === value) ?? null });
  };
  return (
    <Tabs.Root
      className="panel"
      data-open={place.panel !== null}
      value={place.panel ?? 'evidence'}
      onValueChange={show}
      render={<section aria-label={sayAnswer('restsOn')} />}
    >
      <Tabs.List className="tabs">
        {PANELS.map((name) => (
          <Tabs.Tab key={name} value={name} className="tab" onClick={() => show(name)}>
            {sayAnswer(`panel.${name}`)}
            {name === 'against' && against > 0 && <span className="count">{against}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <button type="button" className="quiet sheet-close" onClick={() => show(null)}>
        {sayAnswer('close')}
      </button>
      <Tabs.Panel value="evidence" className="tab-panel">
        <Evidence answer={answer} sources={sources} />
      </Tabs.Panel>
      <Tabs.Panel value="against" className="tab-panel">
        <Against answer={answer} />
      </Tabs.Panel>
      <Tabs.Panel value="why" className="tab-panel">
        <WhyPanel answer={answer} />
      </Tabs.Panel>
      <Tabs.Panel value="proof" className="tab-panel">
        <Suspense fallback={<p className="facts">{sayAnswer('loadingVerifier')}</p>}>
          <Proof key={answer.answer_id} answerId={answer.answer_id} />
        </Suspense>
      </Tabs.Panel>
    </Tabs.Root>
  );
}

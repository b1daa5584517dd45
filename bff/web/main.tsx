import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { readPlace } from './address.ts';
import { App, loadAnswerPage } from './app.tsx';
import { speakFirst } from './catalogues/chosen-language.ts';
import { sayShell } from './catalogues/shell.ts';
import { queries } from './trpc.ts';
import { askFirst } from './use-answer.ts';
import './style.css';

const SharedPage = lazy(() => import('./answer/shared-page.tsx'));

const [, shared] = /^\/shared\/([\w.-]+)$/.exec(window.location.pathname) ?? [];
const root = document.getElementById('page');
if (root === null) throw new Error('index.html has no #page');

function draw(at: HTMLElement): void {
  createRoot(at).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        {/* Who reads by a link has no session, no lists and no stream: only that answer. */}
        {shared === undefined ? (
          <App />
        ) : (
          <Suspense fallback={<p className="waiting">{sayShell('loading')}</p>}>
            <SharedPage token={shared} />
          </Suspense>
        )}
      </QueryClientProvider>
    </StrictMode>,
  );
}

if (shared === undefined && askFirst(queries, readPlace(window.location.search))) {
  // Drawn later, and without it the page says that it is loading.
  void loadAnswerPage().catch(() => undefined);
}
// Who reads another language sees no English first.
void speakFirst().then(() => draw(root));

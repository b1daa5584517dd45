/** What the page shows is in its address, so that a reload, a bookmark and the back button bring it back. */

export interface PageAddress {
  readonly q: string;
  /** `YYYY-MM-DD`, null for today. */
  readonly asOf: string | null;
  readonly corpus: string | null;
  /** The answer on the screen, null before the first. */
  readonly answer: string | null;
}

const FIRST_QUESTION = 'How many moons does Saturn have?';

export function readPageAddress(): PageAddress {
  const query = new URLSearchParams(window.location.search);
  return {
    q: query.get('q') ?? FIRST_QUESTION,
    asOf: query.get('as_of'),
    corpus: query.get('corpus'),
    answer: query.get('answer'),
  };
}

export function pushPageAddress({ q, asOf, corpus, answer }: PageAddress): void {
  const query = new URLSearchParams({ q });
  if (asOf !== null) query.set('as_of', asOf);
  if (corpus !== null) query.set('corpus', corpus);
  if (answer !== null) query.set('answer', answer);
  const next = `?${query}`;
  if (next !== window.location.search) window.history.pushState(null, '', next);
}

/** One turn of the corpus, as it happened. */
export const turn = {
  heading: 'Watch one turn',
  nothing: 'Nothing in this corpus has changed yet. Ask a question, and its answer will say when it does.',
  holds: '✓ {verdict}',
  holdsNoMore: '✕ {verdict}',
  newDocument: '{day}: a new document says',
  today: 'Today',
  open: 'Open this answer',
} as const;

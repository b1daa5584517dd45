/** The first page. */
export const home = {
  heading: 'Answers that know when they stop being true.',
  lead: 'Each answer quotes its documents, and its verdict follows the evidence: when that changes, the answer says so.',
  deeds: 'See how it works',
  watchTurn: 'Watch one turn',
  checkReceipt: 'Check a receipt',
  explore: 'Explore the claims',
  addDocuments: 'Add your documents',
  noCorpus: 'There is no corpus “{corpus}” here.',
  goToCorpus: 'Ask {corpus} instead',
  try: 'Try',
  changedIn: 'changed {month}',
  valuesSince: '{count} values since {year}',
} as const;

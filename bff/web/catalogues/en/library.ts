/** The rail: history and saved answers. */
export const library = {
  rail: 'History and saved answers',
  newAsk: '+ Ask',
  history: 'History',
  nothingAsked: 'Nothing asked yet.',
  asKnownOn: 'as known on {day}',
  olderHistory: 'Show older history',
  saved: 'Saved',
  openLibrary: 'Library',
  nothingSaved: 'Nothing saved yet.',
  olderSaved: 'Show older saved answers',
  remove: 'Remove',
  removeThis: 'Remove “{title}”',
} as const;

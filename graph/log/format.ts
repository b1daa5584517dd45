/** The store's log is of a format that this program does not read. Nothing of the store was changed. */
export class OtherLogFormat extends Error {
  readonly code = 'other_log_format';
}

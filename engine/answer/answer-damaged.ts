/** Thrown where the stored bytes of an answer or its receipt no longer match the log. */
import { StoreCorrupted } from '../../graph/store/store.ts';

export class AnswerDamaged extends StoreCorrupted {
  /** Which of its bytes: they are gone, or have another hash. */
  readonly what: 'answer' | 'receipt';

  /** @param id of the answer or of the receipt @param seq of the log's entry that names the hash */
  constructor(what: AnswerDamaged['what'], id: string, seq: number) {
    super(`the bytes of ${what} ${id} do not match the log`, seq);
    this.what = what;
  }
}

/** A message for the caller, which shows nothing of the damaged bytes. */
export function damageWords({ what }: AnswerDamaged): string {
  return `the stored ${what} no longer matches its hash in the log, so it is not shown: restore the store's bytes`;
}

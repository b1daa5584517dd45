import type { AnswerMode } from './answer.ts';
import type { CorpusView } from '../view.ts';

/** A question with its defaults filled in. */
export interface AskRequest {
  /** Not empty; at most 2,000 characters. */
  readonly q: string;
  /** 1 to 50. */
  readonly k: number;
  readonly mode: AnswerMode;
  /** ISO 8601 duration that narrows the mode's window; null: the mode's own. */
  readonly maxSnapshotAge: string | null;
  readonly view: CorpusView;
}

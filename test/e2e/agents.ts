import { runJson, type Settings } from './adduce-process.ts';

/** A capability token as `adduce keys mint --json` shows it. */
export interface Agent {
  readonly token: string;
  readonly token_id: string;
  /** Its actor root: each mint has one of its own. */
  readonly actor: string;
}

/** An agent with full standing that may write evidence. */
export function mintAgent(settings: Settings): Promise<Agent> {
  return runJson(['keys', 'mint', '--cap', 'svc.evidence', '--standing', '1000'], settings);
}

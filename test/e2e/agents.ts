import { runJson, type Settings } from './adduce-process.ts';

/** A capability token as `adduce keys mint --json` shows it. */
export interface Agent {
  readonly token: string;
  readonly token_id: string;
  /** Its actor root: each mint has one of its own. */
  readonly actor: string;
}

/** An agent with full standing that may write evidence, or what else is named. */
export function mintAgent(settings: Settings, capabilities = ['svc.evidence']): Promise<Agent> {
  const granted = capabilities.flatMap((capability) => ['--cap', capability]);
  return runJson(['keys', 'mint', ...granted, '--standing', '1000'], settings);
}

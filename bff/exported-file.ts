/** Files about answers that a visitor asked for, to keep and to hand on. */
import type { Desk, Visitor } from './desk.ts';
import { refuse } from './refusal.ts';

export interface ExportedFile {
  /** Media type. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** As it is saved. */
  readonly name: string;
}

/** The answer's id. @throws {BffRefusal} 404 for an answer that the visitor never asked for, 429 past the limit */
export async function ownAnswer(desk: Desk, visitor: Visitor, answerId: string): Promise<string> {
  await desk.limits.read(visitor.user);
  const [own] = await desk.records.ownAnswers(visitor.user, [answerId]);
  if (own !== undefined) return own;
  throw refuse(404, 'NotFound', 'missing:answer', 'There is no such answer in your history.');
}

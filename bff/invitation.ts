/** Invitations: an operator or a curator makes one for an organisation, and visitors who bring it become members until it ends. */
import { z } from 'zod';
import { role } from './roles.ts';
import { readSignedText, signText } from './signed-text.ts';

const PURPOSE = 'invitation';

const invitationFacts = z.strictObject({
  org: z.string().min(1).max(128),
  /** Of those who join by it; absent: the usual one. */
  role: role.optional(),
  /** Epoch milliseconds. */
  issued: z.int(),
  /** Epoch milliseconds. */
  expires: z.int(),
});
export type Invitation = z.infer<typeof invitationFacts>;

export function writeInvitation(key: Uint8Array, invitation: Invitation): string {
  return signText(key, PURPOSE, invitation);
}

/** Null for an invitation that has expired or that this server did not make. @param now epoch milliseconds */
export function readInvitation(key: Uint8Array, text: string, now: number): Invitation | null {
  const facts = invitationFacts.safeParse(readSignedText(key, PURPOSE, text));
  return facts.success && facts.data.expires > now ? facts.data : null;
}

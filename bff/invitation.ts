/** Invitations: an operator makes one for an organisation, a visitor who brings it becomes a member. */
import { z } from 'zod';
import { readSignedText, signText } from './signed-text.ts';

const PURPOSE = 'invitation';

const invitationFacts = z.strictObject({
  org: z.string().min(1).max(128),
  /** Epoch milliseconds. */
  expires: z.int(),
});

/** @param expires epoch milliseconds */
export function writeInvitation(key: Uint8Array, org: string, expires: number): string {
  return signText(key, PURPOSE, { org, expires });
}

/** The organisation; null for an invitation that has expired or that this server did not make. @param now epoch ms */
export function readInvitation(key: Uint8Array, invitation: string, now: number): string | null {
  const facts = invitationFacts.safeParse(readSignedText(key, PURPOSE, invitation));
  return facts.success && facts.data.expires > now ? facts.data.org : null;
}

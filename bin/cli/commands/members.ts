import { mkdir } from 'node:fs/promises';
import { writeInvitation } from '../../../bff/invitation.ts';
import type { Role } from '../../../bff/roles.ts';
import { openSessionKey } from '../../../bff/session-key.ts';
import { addMilliseconds, parseDuration } from '../../../graph/time.ts';
import { checkOrg } from '../check-org.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { missing, usage } from '../failure.ts';
import { openExistingRecords } from '../open-records.ts';
import { SYSTEM_CLOCK } from '../system-clock.ts';
import { tableLines } from '../table.ts';

const MAX_TTL_MS = 365 * 86_400_000;

/** `adduce members invite ORG`: a link to the page; anybody who has it may use it until it expires. */
export async function invite(
  { settings, output }: CommandContext,
  { org, ttl, role }: { readonly org: string; readonly ttl: string; readonly role: Role },
): Promise<ExitCode> {
  checkOrg('ORG', org);
  const ms = parseDuration(ttl);
  if (ms === null || ms === 0 || ms > MAX_TTL_MS) {
    throw usage(
      `--ttl is ${JSON.stringify(ttl)}: it accepts an ISO 8601 duration of at most P365D, such as P1D`,
    );
  }
  await mkdir(settings.dataFolder, { recursive: true });
  const issued_at = SYSTEM_CLOCK.now();
  const expires_at = addMilliseconds(issued_at, ms);
  const key = await openSessionKey(settings.dataFolder);
  const [issued, expires] = [Date.parse(issued_at), Date.parse(expires_at)];
  const invitation = writeInvitation(key, { org, role, issued, expires });
  const base = settings.publicUrl?.replace(/\/+$/, '') ?? `http://${settings.host}:${settings.port}`;
  const link = `${base}/#invitation=${encodeURIComponent(invitation)}`;
  output.result({ org, role, invitation, link, expires_at }, [
    link,
    `for members of ${org} with the role of ${role}, until ${expires_at}`,
  ]);
  return EXIT.ok;
}

/** `adduce members list ORG`. */
export async function listMembers({ settings, output }: CommandContext, org: string): Promise<ExitCode> {
  checkOrg('ORG', org);
  await using records = await openExistingRecords(settings);
  const members = (await records?.members(org)) ?? [];
  const listed = members.map(({ user_id, joined_at, role }) => ({
    user: user_id,
    role,
    joined_at: new Date(joined_at).toISOString(),
  }));
  const rows = listed.map(({ user, role, joined_at }) => [user, role, joined_at]);
  output.result({ org, members: listed }, tableLines(rows));
  return EXIT.ok;
}

/** `adduce members remove ORG USER`: ends the organisation's invitations too, or the user could rejoin by one. */
export async function removeMember(
  { settings, output }: CommandContext,
  { org, user }: { readonly org: string; readonly user: string },
): Promise<ExitCode> {
  checkOrg('ORG', org);
  await using records = await openExistingRecords(settings);
  const now = () => Date.parse(SYSTEM_CLOCK.now());
  const change = { org_id: org, user_id: user, at: now() };
  if (records === null || !(await records.removeMember(change))) {
    throw missing('missing:member', `${JSON.stringify(user)} is no member of ${org}`);
  }
  // Also those that the user made, still a curator, before the removal was committed.
  await records.endInvitations(org, now() + 1);
  output.result({ org, user, removed: true }, [
    `${user} is no member of ${org} any more; earlier invitations to ${org} have ended`,
  ]);
  return EXIT.ok;
}

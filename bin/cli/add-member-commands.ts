/** `adduce members invite|list|remove`. */
import type { Command } from 'commander';
import { ROLES, type Role, USUAL_ROLE } from '../../bff/roles.ts';
import { usage } from './failure.ts';
import { contextOf, newCommand, type OnExit } from './new-command.ts';

const DEFAULT_TTL = 'P1D';

export function addMemberCommands(program: Command, onExit: OnExit): void {
  const members = program
    .command('members')
    .description('which visitors of the page belong to an organisation');
  newCommand(members, 'invite <org>', 'make an invitation: a link to the page, by which visitors join')
    .option('--ttl <duration>', 'how long it can be used', DEFAULT_TTL)
    .option('--role <role>', `what they may do there: ${ROLES.join(', ')}`, roleOf, USUAL_ROLE)
    .action(async (org: string, { ttl, role, ...options }) => {
      const { invite } = await import('./commands/members.ts');
      onExit(await invite(await contextOf(options), { org, ttl, role }));
    });
  newCommand(members, 'list <org>', 'its members, the first to join first').action(
    async (org: string, options) => {
      const { listMembers } = await import('./commands/members.ts');
      onExit(await listMembers(await contextOf(options), org));
    },
  );
  newCommand(members, 'remove <org> <user>', 'end a membership, at once also in a running server').action(
    async (org: string, user: string, options) => {
      const { removeMember } = await import('./commands/members.ts');
      onExit(await removeMember(await contextOf(options), { org, user }));
    },
  );
}

function roleOf(text: string): Role {
  const role = ROLES.find((one) => one === text);
  if (role !== undefined) return role;
  throw usage(`--role is ${JSON.stringify(text)}: it accepts ${ROLES.join(', ')}`);
}

/** `adduce members invite|list|remove`. */
import type { Command } from 'commander';
import { contextOf, newCommand, type OnExit } from './new-command.ts';

const DEFAULT_TTL = 'P1D';

export function addMemberCommands(program: Command, onExit: OnExit): void {
  const members = program
    .command('members')
    .description('which visitors of the page belong to an organisation');
  newCommand(members, 'invite <org>', 'make an invitation: a link to the page, by which visitors join')
    .option('--ttl <duration>', 'how long it can be used', DEFAULT_TTL)
    .action(async (org: string, { ttl, ...options }) => {
      const { invite } = await import('./commands/members.ts');
      onExit(await invite(await contextOf(options), { org, ttl }));
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

/** `adduce entitlements list|enable|disable`. */
import type { Command } from 'commander';
import { contextOf, newCommand, type OnExit } from './new-command.ts';

export function addEntitlementCommands(program: Command, onExit: OnExit): void {
  const entitlements = program
    .command('entitlements')
    .description('what the page lets an organisation do: shared history, trust reports');
  newCommand(entitlements, 'list [org]', 'every feature, and whether an organisation has it').action(
    async (org: string | undefined, options) => {
      const { listEntitlements } = await import('./commands/entitlements.ts');
      onExit(await listEntitlements(await contextOf(options), org));
    },
  );
  addSwitch(entitlements, onExit, 'enable', true);
  addSwitch(entitlements, onExit, 'disable', false);
}

function addSwitch(entitlements: Command, onExit: OnExit, verb: string, enabled: boolean): void {
  newCommand(
    entitlements,
    `${verb} <org> <feature>`,
    `${verb} a feature, also beside a running server`,
  ).action(async (org: string, feature: string, options) => {
    const { switchEntitlement } = await import('./commands/entitlements.ts');
    onExit(await switchEntitlement(await contextOf(options), { org, feature, enabled }));
  });
}

import { checkMint } from '../../../engine/keys/create-key-service.ts';
import type { MintTokenRequest } from '../../../engine/keys/keys.ts';
import { checkOrg } from '../check-org.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { granted, missing, usage } from '../failure.ts';
import { openKeyService } from '../open-key-service.ts';

/** `adduce keys mint --cap …`: the token is shown this once. */
export async function mintToken(
  { settings, output }: CommandContext,
  request: MintTokenRequest,
): Promise<ExitCode> {
  // The arguments are checked before a store or a key is made.
  const checked = checkMint(request);
  if (!checked.ok) throw usage(checked.refusal.message);
  await using opened = await openKeyService(settings);
  const minted = granted(await opened.service.mintToken(request));
  const { token, token_id, actor, capabilities, expires_at } = minted;
  output.result(minted, [
    token,
    `token ${token_id} of ${actor}, until ${expires_at}: ${capabilities.join(', ')}`,
  ]);
  return EXIT.ok;
}

/** `adduce keys mint --engine --org NAME`: the key is shown this once; the store keeps its hash. */
export async function mintEngineKey({ settings, output }: CommandContext, org: string): Promise<ExitCode> {
  checkOrg('--org', org);
  await using opened = await openKeyService(settings);
  const minted = await opened.service.mintKey(org);
  output.result(minted, [minted.key, `key ${minted.key_id} of ${minted.org}`]);
  return EXIT.ok;
}

/** `adduce keys revoke ID`: ends a token or an engine key, within a second also in a running server. */
export async function revokeKey({ settings, output }: CommandContext, keyId: string): Promise<ExitCode> {
  await using opened = await openKeyService(settings);
  if (!(await opened.service.revoke(keyId))) {
    throw missing('missing:key', `there is no key ${keyId}`);
  }
  output.result({ key_id: keyId, revoked: true }, [`${keyId} is revoked`]);
  return EXIT.ok;
}

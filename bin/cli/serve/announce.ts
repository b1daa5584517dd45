import type { Output } from '../output.ts';
import type { Settings } from '../settings.ts';
import { hintLine, modelHint } from './model-hint.ts';

/** Prints the addresses: one line for programs, then lines for people. */
export function announce(output: Output, settings: Settings, url: string): void {
  const reached = settings.publicUrl?.replace(/\/+$/, '') ?? url;
  const body = '{\\"q\\": \\"How many moons does Saturn have?\\"}';
  output.result({ listening: url, page: `${reached}/`, graphql: `${reached}/graphql` }, [
    `listening on ${url}`,
    `page      ${reached}/`,
    `GraphiQL  ${reached}/graphql`,
    // Double quotes, so that the line works in every shell.
    `try       curl -s ${reached}/v1/answers -H "content-type: application/json" -d "${body}"`,
    ...signInLines(settings, reached),
    ...modeLines(settings),
    ...hintLines(settings),
  ]);
}

function signInLines({ signIn }: Settings, reached: string): string[] {
  if (signIn === null) return [];
  return [`sign-in   by ${signIn.issuer}, whose client needs the redirect URL ${reached}/auth/callback`];
}

function hintLines({ embedder }: Settings): string[] {
  const hint = modelHint(embedder);
  return hint === null ? [] : [hintLine(hint)];
}

function modeLines({ engineAuth, enforce, publicUrl, ratePerMinute, trustedProxies }: Settings): string[] {
  const isBehindProxy = publicUrl !== null && trustedProxies === null;
  return [
    ...(engineAuth === 'open'
      ? ['open mode: answers need no key (ADDUCE_ENGINE_AUTH=required asks for one)']
      : []),
    ...(isBehindProxy && ratePerMinute !== null
      ? [
          `all callers without a key share ${ratePerMinute} requests a minute (ADDUCE_TRUSTED_PROXIES tells them apart)`,
        ]
      : []),
    ...(isBehindProxy
      ? ['all visitors of the page share the limits of one address (ADDUCE_TRUSTED_PROXIES tells them apart)']
      : []),
    ...(enforce === 'off' ? ['capabilities of tokens are not checked (RCX_ENFORCE=off)'] : []),
  ];
}

/** Files that anybody gets: the operations that this server has, for programs and for people, and the verifier of receipts. */
import { sha256Hex } from '../../graph/digest.ts';
import { describeApi } from '../openapi/describe-api.ts';
import { PAGE_POLICY, renderPage } from '../openapi/render-page.ts';
import type { OperationContract } from '../wire/operation.ts';
import { digestedFile, type PublicFile, publicFile } from './public-file.ts';
import { type GatewayRefusal, refuse } from './refusals.ts';
import type { RestConfig } from './rest-config.ts';

const NOT_BUILT = refuse(
  'upstream:unavailable',
  'the verifier of this version was not built here: its service log says why, and the repository of this version builds it',
).refusal;

/** By path: a file, or why there is none now. */
export type PublicFiles = ReadonlyMap<string, PublicFile | GatewayRefusal>;

export function publicFiles(
  contracts: readonly OperationContract[],
  { version, verifier = null }: Pick<RestConfig, 'version' | 'verifier'>,
): PublicFiles {
  const description = describeApi(contracts, version);
  const page = publicFile('text/html; charset=utf-8', renderPage(description), {
    'content-security-policy': PAGE_POLICY,
    'referrer-policy': 'no-referrer',
  });
  return new Map([
    ['/openapi.json', publicFile('application/json', JSON.stringify(description))],
    ['/docs', page],
    ['/verify.mjs', verifier === null ? NOT_BUILT : digestedFile('text/javascript; charset=utf-8', verifier)],
    ['/verify.mjs.sha256', verifier === null ? NOT_BUILT : sumFile(verifier)],
  ]);
}

/** As `sha256sum --check` reads it. */
function sumFile(verifier: string): PublicFile {
  return publicFile(
    'text/plain; charset=utf-8',
    `${sha256Hex(new TextEncoder().encode(verifier))}  verify.mjs\n`,
  );
}

/** Files that anybody gets: the operations that this server has, for programs and for people, and the verifier of receipts. */
import { sha256Hex } from '../../graph/digest.ts';
import { prepareSchemas } from '../openapi/component-schemas.ts';
import { describeApi } from '../openapi/describe-api.ts';
import type { ApiDocument } from '../openapi/open-api.ts';
import { PAGE_POLICY, renderPage } from '../openapi/render-page.ts';
import type { GatewayConfig } from '../operations/gateway-config.ts';
import { digestedFile, type PublicFile, publicFile } from '../operations/public-file.ts';
import { type GatewayRefusal, refuse } from '../refusal/refusals.ts';
import type { OperationContract } from '../wire/operation.ts';

const NOT_BUILT = refuse(
  'upstream:unavailable',
  'the verifier of this version was not built here: its service log says why, and the repository of this version builds it',
).refusal;

/** By path: a function that gives the file, made at its first request, or the reason why there is none now. */
export type PublicFiles = ReadonlyMap<string, () => Promise<PublicFile | GatewayRefusal>>;

export function publicFiles(
  contracts: readonly OperationContract[],
  { version, verifier = null }: Pick<GatewayConfig, 'version' | 'verifier'>,
): PublicFiles {
  const description = once(async () => {
    await prepareSchemas(contracts);
    return describeApi(contracts, version);
  });
  const verifierFile = (file: (text: string) => PublicFile) =>
    once(async () => (verifier === null ? NOT_BUILT : file(verifier)));
  return new Map([
    ['/openapi.json', once(async () => publicFile('application/json', JSON.stringify(await description())))],
    ['/docs', once(async () => pageOf(await description()))],
    ['/verify.mjs', verifierFile((text) => digestedFile('text/javascript; charset=utf-8', text))],
    ['/verify.mjs.sha256', verifierFile(sumFile)],
  ]);
}

/** A start does not wait for files that few ask for. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function pageOf(description: ApiDocument): PublicFile {
  return publicFile('text/html; charset=utf-8', renderPage(description), {
    'content-security-policy': PAGE_POLICY,
    'referrer-policy': 'no-referrer',
  });
}

/** As `sha256sum --check` reads it. */
function sumFile(verifier: string): PublicFile {
  return publicFile(
    'text/plain; charset=utf-8',
    `${sha256Hex(new TextEncoder().encode(verifier))}  verify.mjs\n`,
  );
}

/** GET /openapi.json and GET /docs: the operations that this server has, for programs and for people. */
import { describeApi } from '../openapi/describe-api.ts';
import { PAGE_POLICY, renderPage } from '../openapi/render-page.ts';
import type { OperationContract } from '../wire/operation.ts';
import { type PublicFile, publicFile } from './public-file.ts';

/** By path. */
export function publicFiles(
  contracts: readonly OperationContract[],
  version: string,
): ReadonlyMap<string, PublicFile> {
  const description = describeApi(contracts, version);
  const page = publicFile('text/html; charset=utf-8', renderPage(description), {
    'content-security-policy': PAGE_POLICY,
    'referrer-policy': 'no-referrer',
  });
  return new Map([
    ['/openapi.json', publicFile('application/json', JSON.stringify(description))],
    ['/docs', page],
  ]);
}

/** GET /openapi.json: the description of the operations that this server has (contract: "Versioning"). */
import { describeApi } from '../openapi/describe-api.ts';
import type { OperationContract } from '../wire/operation.ts';
import { type PublicFile, publicFile } from './public-file.ts';

/** The public files by path. */
export function publicFiles(
  contracts: readonly OperationContract[],
  version: string,
): ReadonlyMap<string, PublicFile> {
  const description = describeApi(contracts, version);
  return new Map([['/openapi.json', publicFile('application/json', JSON.stringify(description))]]);
}

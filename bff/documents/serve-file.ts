/** `PUT /api/uploads/:id/files?name=…`: one file, as it comes; every other body is read to its end first. */
import type { BffContext, Visitor } from '../bff-context.ts';
import { parseInput } from '../input.ts';
import { json, refusalResponse } from '../reply.ts';
import { addFile, fileInput } from './add-documents.ts';

const FILE = /^\/api\/uploads\/([\w-]{1,64})\/files$/;

export function isFileUpload({ method }: Pick<Request, 'method'>, pathname: string): boolean {
  return method === 'PUT' && FILE.test(pathname);
}

/** Every failure is a reply. */
export async function serveFile(bff: BffContext, visitor: Visitor, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const [, id = ''] = FILE.exec(pathname) ?? [];
  try {
    const { name } = parseInput(fileInput, Object.fromEntries(searchParams), 'query');
    return json(201, await addFile(bff, visitor, { id, name, body: request.body ?? nothing() }));
  } catch (error) {
    return refusalResponse(error, bff);
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** A file from the server onto the reader's disk; a refusal is shown and never saved. */
import { sayAnswer } from './catalogues/answer.ts';
import { sayServer } from './catalogues/say-server.ts';

/** How long the browser may take to begin saving the file. */
const HANDED_OVER_MS = 60_000;

/** @returns the name that it is saved under @throws {Error} whose message is for the reader */
export async function saveFile(path: string): Promise<string> {
  const response = await fetch(path).catch(() => {
    throw new Error(sayAnswer('fileLost'));
  });
  if (!response.ok) throw new Error(await refusalOf(response));
  const blob = await response.blob().catch(() => {
    throw new Error(sayAnswer('fileLost'));
  });
  const name = nameOf(response);
  handOver(blob, name);
  return name;
}

/** The server's own words, `{error: {message}}`, in the page's language. */
async function refusalOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const message = member(member(body, 'error'), 'message');
  return typeof message === 'string' ? sayServer(message) : sayAnswer('fileNotSent');
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The server names every file. */
function nameOf(response: Response): string {
  const [, name] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  if (name === undefined) throw new Error(sayAnswer('fileNotSent'));
  return name;
}

/** Saves what the page itself holds. */
export function handOver(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), HANDED_OVER_MS);
}

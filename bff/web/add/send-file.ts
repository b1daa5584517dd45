/** Sends one file; XMLHttpRequest, since `fetch` does not say how much of a body was sent. */

import { sayServer } from '../catalogues/say-server.ts';
import { sayShell } from '../catalogues/shell.ts';

/** The server leaves the file out, and says why. */
export class FileSkipped extends Error {
  override readonly name = 'FileSkipped';
}

/** The server does not know the upload: it has started again since, or nobody has asked for an hour. */
export class UploadForgotten extends Error {}

export const FORGOTTEN = 'missing:upload';

export interface SentFile {
  readonly id: string;
  readonly name: string;
  readonly file: File;
  readonly signal: AbortSignal;
  readonly onSent: (bytes: number) => void;
}

const SKIPPED = /^skipped:/;

/** @throws {FileSkipped} for this file alone @throws {UploadForgotten} @throws {Error} whose message is for the reader */
export function sendFile({ id, name, file, signal, onSent }: SentFile): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = new XMLHttpRequest();
    sent.open('PUT', `/api/uploads/${id}/files?name=${encodeURIComponent(name)}`);
    sent.upload.onprogress = ({ loaded }) => onSent(loaded);
    sent.onload = () => (sent.status === 201 ? resolve() : reject(refusalOf(sent.responseText)));
    sent.onerror = () => reject(new Error(sayShell('uploadLost')));
    sent.onabort = () => reject(new Error('cancelled'));
    signal.addEventListener('abort', () => sent.abort(), { once: true });
    if (signal.aborted) reject(new Error('cancelled'));
    else sent.send(file);
  });
}

interface Refused {
  readonly error?: { readonly reason?: string; readonly message?: string; readonly next_step?: string };
}

function refusalOf(text: string): Error {
  const { reason = '', message, next_step } = errorIn(text);
  const said = message === undefined ? sayShell('fileRefused') : sayServer(message);
  const words = next_step === undefined ? said : `${said} ${sayServer(next_step)}`;
  if (reason === FORGOTTEN) return new UploadForgotten(words);
  return SKIPPED.test(reason) ? new FileSkipped(words) : new Error(words);
}

function errorIn(text: string): NonNullable<Refused['error']> {
  try {
    // The server's own shape of a refusal; what lacks it has no words.
    return (JSON.parse(text) as Refused).error ?? {};
  } catch {
    return {};
  }
}

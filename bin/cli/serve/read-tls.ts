/** The certificate that the service speaks TLS with, checked before anything listens. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { type CommandFailure, usage } from '../failure.ts';
import type { TlsFiles } from '../settings.ts';

/** Both in PEM. */
export interface TlsPair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

type Name = 'ADDUCE_TLS_CERT' | 'ADDUCE_TLS_KEY';

/**
 * @param now RFC 3339
 * @throws {CommandFailure} that names the variable of a file that cannot be read, is no certificate or key, has expired
 *   or is not valid yet, or does not belong to the other
 */
export async function readTls({ certFile, keyFile }: TlsFiles, now: string): Promise<TlsPair> {
  const wrongCert = (fault: string) => wrong('ADDUCE_TLS_CERT', certFile, fault);
  const wrongKey = (fault: string) => wrong('ADDUCE_TLS_KEY', keyFile, fault);
  const cert = await contentOf(certFile, wrongCert);
  const key = await contentOf(keyFile, wrongKey);
  const certificate = attempt(
    () => new X509Certificate(cert),
    () => wrongCert('it holds no certificate in PEM'),
  );
  const privateKey = attempt(
    () => createPrivateKey(key),
    () => wrongKey('it holds no private key in PEM, or one with a passphrase'),
  );
  checkPair(certificate, privateKey, { now, wrongCert, wrongKey });
  // The library reports other faults, such as a key that is too short.
  attempt(
    () => createSecureContext({ cert, key }),
    (fault) => wrongCert(`it cannot be used: ${fault instanceof Error ? fault.message : String(fault)}`),
  );
  return { cert, key };
}

interface Judging {
  readonly now: string;
  readonly wrongCert: (fault: string) => CommandFailure;
  readonly wrongKey: (fault: string) => CommandFailure;
}

function checkPair(certificate: X509Certificate, key: KeyObject, judging: Judging): void {
  const { now, wrongCert, wrongKey } = judging;
  const { validFromDate, validToDate } = certificate;
  const at = Date.parse(now);
  if (at > validToDate.getTime()) throw wrongCert(`it expired at ${validToDate.toISOString()}`);
  if (at < validFromDate.getTime()) throw wrongCert(`it is valid from ${validFromDate.toISOString()} only`);
  if (!certificate.checkPrivateKey(key)) throw wrongKey('it is not the key of the certificate');
}

async function contentOf(path: string, wrongFile: Judging['wrongCert']): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw wrongFile(`it cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function attempt<T>(make: () => T, failure: (fault: unknown) => CommandFailure): T {
  try {
    return make();
  } catch (fault) {
    throw failure(fault);
  }
}

function wrong(name: Name, path: string, fault: string): CommandFailure {
  return usage(`${name} is ${JSON.stringify(path)}: ${fault}`);
}

/** Self-signed certificates (RFC 5280) made where a test needs one: as much DER as that takes. */
import { generateKeyPairSync, sign } from 'node:crypto';

export interface CertificatePair {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

const DAY_MS = 86_400_000;
const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));
const COMMON_NAME = '550403';
const SUBJECT_ALT_NAME = '551d11';

/** For localhost and 127.0.0.1, on a P-256 key. Valid from a day before `from` until `days` after it. */
export function makeCertificate({ from = new Date(), days = 2 } = {}): CertificatePair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(
    element(0x31, sequence(objectId(COMMON_NAME), element(0x0c, Buffer.from('localhost')))),
  );
  const names = sequence(element(0x82, Buffer.from('localhost')), element(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = sequence(sequence(objectId(SUBJECT_ALT_NAME), element(0x04, names)));
  const toBeSigned = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(from.getTime() - DAY_MS), time(from.getTime() + days * DAY_MS)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    element(0xa3, extensions),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const der = sequence(toBeSigned, ECDSA_WITH_SHA256, element(0x03, Buffer.from([0]), signature));
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  };
}

function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return element(0x30, ...parts);
}

function objectId(hex: string): Buffer {
  return element(0x06, Buffer.from(hex, 'hex'));
}

/** UTCTime, to the second. */
function time(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/^..|[-:T]|\.\d+/g, '');
  return element(0x17, Buffer.from(text));
}

/**
 * The first part of `npm run describe`: writes the SHA-256 of verify.mjs, as it is built now, wherever it is named. Reports
 * and pages take it from the first of the files.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { buildVerifier } from '../../../../bin/cli/verifier/build-verifier.ts';
import { sha256Hex } from '../../../../graph/digest.ts';
import { NAMING, namedIn } from './named-digest.ts';

const digest = sha256Hex(new TextEncoder().encode(await buildVerifier()));
for (const file of NAMING) {
  const text = await readFile(file, 'utf8');
  const named = namedIn(text);
  if (named !== digest) await writeFile(file, text.replaceAll(named, digest));
}

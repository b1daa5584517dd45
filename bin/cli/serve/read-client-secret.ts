import type { SignInOptions } from '../../../bff/sign-in/open-sign-in.ts';
import { usage } from '../failure.ts';
import { readBounded } from '../read-bounded.ts';
import type { SignInSettings } from '../sign-in-settings.ts';

const MAX_BYTES = 4_096;
const SECRET = /^[ -~]{1,1024}$/;

/**
 * The settings of sign-in with the client's secret, from its file where that is named. A line break at the file's end is none
 * of it.
 * @throws {CommandFailure} that names the variable of a file that cannot be read or holds no secret
 */
export async function readClientSecret({
  clientSecretFile,
  ...signIn
}: SignInSettings): Promise<SignInOptions> {
  if (clientSecretFile === null) return signIn;
  const bytes = await readBounded(clientSecretFile, MAX_BYTES).catch((error: Error) => {
    throw usage(`ADDUCE_OIDC_CLIENT_SECRET_FILE: ${error.message}`);
  });
  const clientSecret = new TextDecoder().decode(bytes).replace(/\r?\n$/, '');
  if (SECRET.test(clientSecret)) return { ...signIn, clientSecret };
  throw usage(`ADDUCE_OIDC_CLIENT_SECRET_FILE: ${clientSecretFile} holds no secret in one line of ASCII`);
}

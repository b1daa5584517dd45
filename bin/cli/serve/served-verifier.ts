import { VERIFIER_SHA256 } from '../../../gateway/verifier-digest.ts';
import { sha256Hex } from '../../../graph/digest.ts';
import { buildVerifier } from '../verifier/build-verifier.ts';

/**
 * verify.mjs as the service serves it; null where it does not build, or not to the bytes that README, reports and
 * pages name. The service runs without it.
 * @param build makes its text
 */
export async function servedVerifier(
  onFault: (fault: unknown) => void,
  build: () => Promise<string> = buildVerifier,
): Promise<string | null> {
  try {
    const text = await build();
    const found = sha256Hex(new TextEncoder().encode(text));
    if (found === VERIFIER_SHA256) return text;
    throw new Error(
      `verify.mjs is not served: it was built to SHA-256 ${found}, this version names ${VERIFIER_SHA256} (npm run describe names it anew)`,
    );
  } catch (fault) {
    onFault(fault);
    return null;
  }
}

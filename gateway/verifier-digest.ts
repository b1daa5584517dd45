/**
 * SHA-256 in hex of the verifier that this version serves as /verify.mjs, built from these sources with this lockfile: what
 * README, trust reports and receipt pages name. `npm run describe` writes it anew.
 */
export const VERIFIER_SHA256 = '33b69ed67bd2aa30bd06a68598b7197ceb66ac292383c4239a5ea16ee758eb62';

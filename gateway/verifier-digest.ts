/**
 * SHA-256 in hex of the verifier that this version serves as /verify.mjs, built from these sources with this lockfile: what
 * README, trust reports and receipt pages name. `npm run describe` writes it anew.
 */
export const VERIFIER_SHA256 = '2546697d70ebd9b8217050b32189b4398d9311159dce5566e3e4ac8324d41310';

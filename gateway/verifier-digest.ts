/**
 * SHA-256 in hex of the verifier that this version serves as /verify.mjs, built from these sources with this lockfile: what
 * README, trust reports and receipt pages name. `npm run describe` writes it anew.
 */
export const VERIFIER_SHA256 = 'a1ad8be43c1151f7b60f3e5cf5569921a8610940e4f4afc3e22a4462768440e7';

/**
 * SHA-256 in hex of the verifier that this version serves as /verify.mjs, built from these sources with this lockfile: what
 * README, trust reports and receipt pages name. `npm run describe` writes it anew.
 */
export const VERIFIER_SHA256 = '83954ee35b4a8ce062f7140f36faa89ebd847627921a231ded69fb26e121f806';

/** Ids as arguments give them: by their prefix only, since an unknown id and one that cannot be answer alike. */
import type { AnswerId, ArtefactId } from '../../../graph/address.ts';

export function isAnswerId(text: string): text is AnswerId {
  return text.startsWith('ans_');
}

export type ClusterId = `cl_c1${string}`;

/** Named after the first claim. */
export function isClusterId(text: string): text is ClusterId {
  return /^cl_c1[a-z2-7]+$/.test(text);
}

export function isArtefactId(text: string): text is ArtefactId {
  return text.startsWith('a1');
}

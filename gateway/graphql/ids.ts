/** Ids as arguments give them: by their prefix only, since an unknown id and one that cannot be answer alike. */
import type { AnswerId, ArtefactId } from '../../graph/address.ts';

export function isAnswerId(text: string): text is AnswerId {
  return text.startsWith('ans_');
}

export function isArtefactId(text: string): text is ArtefactId {
  return text.startsWith('a1');
}

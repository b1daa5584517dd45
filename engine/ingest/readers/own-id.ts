/** Ids of documents whose authors may not choose them freely. Pure. */
import { linkUrl } from './metadata.ts';
import type { ReadDocument } from './read-document.ts';

/** The document with an id that begins with the prefix: a stated one that does not comes behind it. */
export function withOwnId(document: ReadDocument, prefix: string): ReadDocument {
  const { docId: stated, url } = document;
  if (stated.startsWith(prefix)) return document;
  const docId = `${prefix}${stated}`;
  const isLink = url !== stated || linkUrl(url) !== null;
  return { ...document, docId, url: isLink ? url : docId };
}

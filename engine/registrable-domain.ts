import { parse } from 'tldts';

/** The domain of documents that name none: the operator's own files. */
export const LOCAL_DOMAIN = 'localhost';
/** RFC 1035 §2.3.4. */
const MAX_HOST_CHARS = 253;

/**
 * The registrable domain of a host name: what "one publisher" means, so that `www.` and `news.` of one house
 * count once. Public suffixes that companies let out (`github.io`) count as suffixes: their users are not one house.
 * Addresses and single labels stay as they are. A reserved name such as `press.example` keeps its last two labels.
 * Always the host name, or what follows one of its dots: stores find domains by their publishers.
 */
export function registrableDomain(domain: string): string {
  const host = domain.toLowerCase();
  const parsed = parse(host, { allowPrivateDomains: true });
  if (parsed.isIp) return host;
  return parsed.domain ?? host;
}

/**
 * A host name in its one form (lower case, punycode), or null when the text is not a host name alone.
 * @example hostName('Münze.Example') // 'xn--mnze-0ra.example'
 */
export function hostName(text: string): string | null {
  if (text.length > MAX_HOST_CHARS || /[\s/?#@\\]/.test(text)) return null;
  if (text.includes(':') && !text.endsWith(']')) return null;
  const url = URL.parse(`http://${text}/`);
  // A URL may have any number of dots behind its host.
  const host = url?.hostname.replace(/\.+$/, '') ?? '';
  return host === '' ? null : host;
}

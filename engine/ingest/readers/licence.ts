/** The licence of documents that state none. */
export const UNKNOWN_LICENCE = 'LicenseRef-Unknown';

const CREATIVE_COMMONS =
  /^https?:\/\/creativecommons\.org\/licenses\/(by(?:-nc)?(?:-sa|-nd)?)\/(\d\.\d)(?:\/|$)/i;
const PUBLIC_DOMAIN = /^https?:\/\/creativecommons\.org\/publicdomain\/(zero|mark)\/1\.0(?:\/|$)/i;

/**
 * The SPDX id of a licence that a page links to; other text stays as it is stated.
 * @example licenceId('https://creativecommons.org/licenses/by-sa/4.0/') // 'CC-BY-SA-4.0'
 */
export function licenceId(stated: string): string {
  const [, terms, version] = CREATIVE_COMMONS.exec(stated) ?? [];
  if (terms !== undefined) return `CC-${terms.toUpperCase()}-${version}`;
  const [, dedication] = PUBLIC_DOMAIN.exec(stated) ?? [];
  if (dedication === undefined) return stated;
  return dedication.toLowerCase() === 'zero' ? 'CC0-1.0' : 'CC-PDM-1.0';
}

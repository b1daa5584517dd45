/** The licence of documents that state none. */
export const UNKNOWN_LICENCE = 'LicenseRef-Unknown';

const CREATIVE_COMMONS =
  /^https?:\/\/creativecommons\.org\/licenses\/(by(?:-nc)?(?:-sa|-nd)?)\/(\d\.\d)(?:\/|$)/i;
const PUBLIC_DOMAIN = /^https?:\/\/creativecommons\.org\/publicdomain\/(zero|mark)\/1\.0(?:\/|$)/i;

const CREATIVE_COMMONS_ID = /^cc(?:0|-(?:by|pdm)(?:-[a-z]{2})*)-\d\.\d(?:-[a-z]+)?$/i;
const OWN_ID = /^licenseref-/i;

/**
 * The SPDX id of a licence that a page links to or names, in the spelling of the list where that is known by rule: case
 * says nothing in an id (SPDX, annex D). Other text stays as it is stated.
 * @example licenceId('https://creativecommons.org/licenses/by-sa/4.0/') // 'CC-BY-SA-4.0'
 */
export function licenceId(stated: string): string {
  const [, terms, version] = CREATIVE_COMMONS.exec(stated) ?? [];
  if (terms !== undefined) return `CC-${terms.toUpperCase()}-${version}`;
  const [, dedication] = PUBLIC_DOMAIN.exec(stated) ?? [];
  if (dedication === undefined) return spelt(stated.trim());
  return dedication.toLowerCase() === 'zero' ? 'CC0-1.0' : 'CC-PDM-1.0';
}

function spelt(id: string): string {
  if (CREATIVE_COMMONS_ID.test(id)) return id.toUpperCase();
  if (id.toLowerCase() === UNKNOWN_LICENCE.toLowerCase()) return UNKNOWN_LICENCE;
  return id.replace(OWN_ID, 'LicenseRef-');
}

import { hostName, LOCAL_DOMAIN } from '../../registrable-domain.ts';
import { licenceId, UNKNOWN_LICENCE } from './licence.ts';
import type { Parsed } from './read-document.ts';
import { parseStatedDate } from './stated-date.ts';

const MAX_ID_CHARS = 512;
const MAX_URL_CHARS = 2048;
const MAX_TITLE_CHARS = 1024;
const MAX_LICENCE_CHARS = 128;
const LANGUAGE_TAG = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/;
const LINK_SCHEMES = ['http:', 'https:', 'wx:'];

/** What a document states about itself, checked; a member that it leaves out has its default. */
export interface Metadata {
  readonly docId: string;
  readonly url: string;
  /** Null when it is not stated: the reader takes it from the text. */
  readonly title: string | null;
  readonly domain: string;
  readonly licence: string;
  readonly published: string | null;
  readonly observedAt: string | null;
  /** BCP 47 tag; null when it is not stated: then it is detected from the text. */
  readonly lang: string | null;
}

/** Thrown and caught within this file only: the first bad member ends the reading. */
class MemberError extends Error {}

/**
 * Checks the members of a front matter or of a JSON line. Members that nobody here knows are ignored;
 * a known one with a wrong value is refused by name, since a guess would change what the document says of itself.
 * @param fallbackId the id of a document that states none
 */
export function parseMetadata(
  record: Readonly<Record<string, unknown>>,
  fallbackId: string,
): Parsed<Metadata> {
  try {
    return { ok: true, value: readMembers(record, fallbackId) };
  } catch (error) {
    if (!(error instanceof MemberError)) throw error;
    return { ok: false, reason: 'invalid_metadata', detail: error.message };
  }
}

function readMembers(record: Readonly<Record<string, unknown>>, fallbackId: string): Metadata {
  const docId = memberText(record, 'id', MAX_ID_CHARS) ?? fallbackId;
  const url = memberUrl(record);
  const published = memberDate(record, 'published');
  const observed = memberDate(record, 'observed_at') ?? published;
  const licence =
    memberText(record, 'licence', MAX_LICENCE_CHARS) ?? memberText(record, 'license', MAX_LICENCE_CHARS);
  return {
    docId,
    url: url?.href ?? docId,
    title: memberText(record, 'title', MAX_TITLE_CHARS),
    domain: memberDomain(record) ?? domainOf(url),
    licence: licence === null ? UNKNOWN_LICENCE : licenceId(licence),
    published: published?.stated ?? null,
    observedAt: observed?.instant ?? null,
    lang: memberLang(record),
  };
}

/** A member as one line of text; null when it is absent, null or blank. Numbers serve as ids and titles. */
function memberText(
  record: Readonly<Record<string, unknown>>,
  name: string,
  maxChars: number,
): string | null {
  const value = Object.hasOwn(record, name) ? record[name] : null;
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string' && typeof value !== 'number') throw new MemberError(`${name} is not a text`);
  const text = String(value).trim();
  if (text.length > maxChars) throw new MemberError(`${name} is longer than ${maxChars} characters`);
  if (/\p{Cc}/u.test(text) || !text.isWellFormed())
    throw new MemberError(`${name} has characters that no text has`);
  return text === '' ? null : text;
}

function memberUrl(record: Readonly<Record<string, unknown>>): { href: string; hostname: string } | null {
  const text = memberText(record, 'url', MAX_URL_CHARS);
  if (text === null) return null;
  const url = linkUrl(text);
  if (url === null) throw new MemberError('url is not an absolute http, https or wx URL');
  // The text as stated: a parser's spelling of it would not be the publisher's.
  return { href: text, hostname: url.hostname };
}

function memberDate(record: Readonly<Record<string, unknown>>, name: string) {
  const text = memberText(record, name, MAX_ID_CHARS);
  if (text === null) return null;
  const date = parseStatedDate(text);
  if (date === null) throw new MemberError(`${name} is neither a date nor an RFC 3339 timestamp`);
  return date;
}

function memberDomain(record: Readonly<Record<string, unknown>>): string | null {
  const text = memberText(record, 'domain', MAX_ID_CHARS);
  if (text === null) return null;
  const host = hostName(text);
  if (host === null) throw new MemberError('domain is not a host name');
  return host;
}

function memberLang(record: Readonly<Record<string, unknown>>): string | null {
  const text = memberText(record, 'lang', MAX_ID_CHARS);
  if (text !== null && !isLanguageTag(text)) throw new MemberError('lang is not a language tag');
  return text;
}

/** The host of a URL; files without one belong to the operator. */
export function domainOf(url: { readonly hostname: string } | null): string {
  return url === null ? LOCAL_DOMAIN : (hostName(url.hostname) ?? LOCAL_DOMAIN);
}

/** An absolute URL that is safe to show as a link, or null: `javascript:` and `data:` are not. */
export function linkUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url !== null && LINK_SCHEMES.includes(url.protocol) ? url : null;
}

/** Whether the text has the shape of a BCP 47 tag. */
export function isLanguageTag(text: string): boolean {
  return LANGUAGE_TAG.test(text);
}

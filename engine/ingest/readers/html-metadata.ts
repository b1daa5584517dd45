import type { HtmlDocument, HtmlElement } from './html-dom.ts';
import { licenceId, UNKNOWN_LICENCE } from './licence.ts';
import { domainOf, isLanguageTag, linkUrl, type Metadata } from './metadata.ts';
import { parseStatedDate, type StatedDate } from './stated-date.ts';

const MAX_JSON_LD_BLOCKS = 16;
const MAX_JSON_LD_CHARS = 256 * 1024;
const MAX_VALUE_CHARS = 2048;
const MAX_LICENCE_CHARS = 128;
const PUBLISHED_META = [
  'article:published_time',
  'datePublished',
  'dcterms.issued',
  'DC.date.issued',
  'date',
];
const LICENCE_META = ['dcterms.license', 'DC.rights', 'license', 'licence'];

/**
 * The metadata of a page in its links, meta elements and JSON-LD.
 * Unlike a front matter it was not written for this reader: an unreadable value is ignored, never refused.
 */
export function pageMetadata(document: HtmlDocument, name: string): Metadata {
  const linked = linkedData(document);
  const url = pageUrl(document);
  const published = pageDate(document, linked);
  const lang = document.documentElement?.getAttribute('lang')?.trim() ?? '';
  return {
    docId: name,
    url: url?.href ?? name,
    title: pageTitle(document),
    domain: domainOf(url),
    licence: pageLicence(document, linked),
    published: published?.stated ?? null,
    observedAt: published?.instant ?? null,
    lang: isLanguageTag(lang) ? lang : null,
  };
}

function pageTitle(document: HtmlDocument): string | null {
  const headings = [...document.querySelectorAll('h1')];
  const heading = headings.length === 1 ? headings[0]?.textContent : null;
  return firstValue([
    heading,
    metaContent(document, 'og:title'),
    document.querySelector('title')?.textContent,
  ]);
}

function pageUrl(document: HtmlDocument): URL | null {
  const canonical = document.querySelector('link[rel~="canonical"]')?.getAttribute('href');
  const stated = firstValue([canonical, metaContent(document, 'og:url')]);
  return stated === null ? null : linkUrl(stated);
}

function pageDate(document: HtmlDocument, linked: readonly LinkedData[]): StatedDate | null {
  const stated = [
    ...linked.map((item) => item.datePublished),
    ...PUBLISHED_META.map((name) => metaContent(document, name)),
  ];
  for (const value of stated) {
    const date = value === null ? null : parseStatedDate(value);
    if (date !== null) return date;
  }
  return null;
}

function pageLicence(document: HtmlDocument, linked: readonly LinkedData[]): string {
  const link = [...document.querySelectorAll('link[rel~="license"], a[rel~="license"]')][0];
  const stated = firstValue([
    link?.getAttribute('href'),
    ...linked.map((item) => item.license),
    ...LICENCE_META.map((name) => metaContent(document, name)),
  ]);
  if (stated === null) return UNKNOWN_LICENCE;
  const licence = licenceId(stated);
  return licence.length <= MAX_LICENCE_CHARS ? licence : UNKNOWN_LICENCE;
}

function metaContent(document: HtmlDocument, name: string): string | null {
  const selector = `meta[name="${name}"], meta[property="${name}"], meta[itemprop="${name}"]`;
  return firstValue([document.querySelector(selector)?.getAttribute('content')]);
}

/** The members of a JSON-LD item that are read. */
interface LinkedData {
  readonly datePublished: string | null;
  readonly license: string | null;
}

function linkedData(document: HtmlDocument): LinkedData[] {
  const blocks = [...document.querySelectorAll('script[type="application/ld+json"]')];
  return blocks.slice(0, MAX_JSON_LD_BLOCKS).flatMap(linkedItems);
}

function linkedItems(script: HtmlElement): LinkedData[] {
  const json = script.textContent ?? '';
  if (json.length > MAX_JSON_LD_CHARS) return [];
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return [];
  }
  // One item, a list of items, or a map whose `@graph` is the list.
  return [memberOf(value, '@graph') ?? value].flat().map((item) => ({
    datePublished: textOf(memberOf(item, 'datePublished')),
    license: textOf(memberOf(item, 'license')),
  }));
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
  return Reflect.get(value, name);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? firstValue([value]) : null;
}

/** The first value that has words, on one line; a value longer than any real one is ignored. */
function firstValue(values: readonly (string | null | undefined)[]): string | null {
  for (const value of values) {
    const text = value?.replace(/[\s\p{Cc}]+/gu, ' ').trim() ?? '';
    if (text !== '' && text.length <= MAX_VALUE_CHARS) return text;
  }
  return null;
}

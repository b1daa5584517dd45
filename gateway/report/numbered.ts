/** Artefacts by the number that a report gives them, so that a quote and its artefact are found from each other. */
import type { ReportArtefact, TrustReport } from '../../engine/trust-report/trust-report.ts';
import { code, strong, type TextRun, text } from './document.ts';
import { printable, safeHref } from './printable.ts';

export interface Numbered {
  readonly number: number;
  readonly artefact: ReportArtefact;
}

/** In the report's order, from 1. */
export function numbered({ artefacts }: TrustReport): ReadonlyMap<string, Numbered> {
  return new Map(artefacts.map((artefact, index) => [artefact.artefact_id, { number: index + 1, artefact }]));
}

export function placeOf({ number }: Numbered): string {
  return `artefact-${number}`;
}

/** `[3]`, leading to the artefact's row. */
export function pill(one: Numbered): TextRun {
  return { text: `[${one.number}]`, style: 'strong', href: `#${placeOf(one)}` };
}

/** Its title, or its id where it has none. */
export function titleOf({ title, artefact_id, lang }: ReportArtefact): TextRun {
  const shown = printable(title).trim();
  return shown === '' ? code(artefact_id) : { ...strong(shown), ...langOf(lang, shown) };
}

/** The address as text, and as a link where it may be one: so that a printed report has it too. */
export function addressOf({ url }: ReportArtefact): TextRun {
  const href = safeHref(url);
  return href === null ? text(printable(url)) : { text: printable(url), href };
}

/** Titles and quotes in another language than the report's say so. */
export function langOf(lang: string, shown: string): { readonly lang?: string } {
  const isTag = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(lang);
  return !isTag || lang === 'en' || shown === '' ? {} : { lang };
}

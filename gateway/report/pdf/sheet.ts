/** The pages of one document: the position of the next line, and the structure tags (PDF/UA-1). */
import PDFDocument from 'pdfkit';
import type { ReportDocument } from '../document.ts';
import { type FontFace, type FontName, Fonts, sizeIn } from './fonts.ts';
import type { Piece, SetLine } from './set-text.ts';
import { ACCENT, BOTTOM, MARGIN, MUTED, PAGE, type Setting } from './type.ts';

/** An element of the document's structure. */
export type Element = PDFKit.PDFStructureElement;

interface ElementOptions {
  readonly lang?: string | undefined;
  readonly alt?: string;
  readonly scope?: 'Row' | 'Column';
  readonly bbox?: [number, number, number, number];
}

/** Of a line's height, from its top down to the base line. */
const ASCENT = 0.78;

export class Sheet {
  readonly fonts: Fonts;
  /** From the top of the page. */
  y: number = MARGIN.top;
  readonly #pdf: PDFKit.PDFDocument;
  readonly #root: Element;

  constructor(document: ReportDocument, files: ReadonlyMap<FontName, Buffer>) {
    this.#pdf = openPdf(document);
    for (const [name, file] of files) this.#pdf.registerFont(name, file);
    this.fonts = new Fonts(facesOf(this.#pdf, files));
    this.#root = this.#pdf.struct('Document');
    this.#pdf.addStructure(this.#root);
  }

  /** The element goes into the structure where it stands: before anything that comes later. */
  element(type: string, { lang, ...rest }: ElementOptions = {}, parent: Element = this.#root): Element {
    // The package's types know neither `scope` nor options that are left out.
    const options = { ...rest, ...(lang !== undefined && { lang }) } as PDFKit.Mixins.StructureElementOptions;
    const made = this.#pdf.struct(type as 'P', options);
    parent.add(made);
    return made;
  }

  get room(): number {
    return BOTTOM - this.y;
  }

  /** A new page where there is less room than that; false where there was room. */
  need(height: number): boolean {
    if (this.room >= height || this.y === MARGIN.top) return false;
    this.turn();
    return true;
  }

  turn(): void {
    this.#pdf.addPage();
    this.y = MARGIN.top;
  }

  /** Adds an entry to the bookmarks, for what stands at `y`. */
  bookmark(title: string, parent: PDFKit.PDFOutline = this.#pdf.outline): PDFKit.PDFOutline {
    const options = { expanded: true, top: this.y };
    return parent.addItem(title, options as { expanded: boolean });
  }

  /** Names what stands at `y`, for links to it. */
  destination(name: string): void {
    this.#pdf.addNamedDestination(name, 'XYZ', MARGIN.left, this.y - 6, null as never);
  }

  /** Draws a line of text with its top at `y`, as content of the element. */
  draw(line: SetLine, left: number, setting: Setting, element: Element): void {
    for (const group of byLink(line)) {
      const href = group[0]?.span.href;
      if (href === undefined) this.#content(group, left, setting, element, 'P');
      else this.#link(group, left, setting, element, href);
    }
  }

  #link(pieces: readonly Piece[], left: number, setting: Setting, parent: Element, href: string): void {
    const link = this.element('Link', {}, parent);
    this.#content(pieces, left, { ...setting, color: ACCENT }, link, 'Link');
    const x = left + Math.min(...pieces.map((piece) => piece.x));
    const end = left + Math.max(...pieces.map((piece) => piece.x + piece.width));
    const isInside = href.startsWith('#');
    const text = pieces.map(({ drawn, actual }) => actual ?? drawn).join('');
    const options = {
      structParent: link,
      // A String object is written as a string of PDF, not as a name.
      Contents: new String(isInside ? `To artefact ${text}` : href),
    } as unknown as PDFKit.Mixins.AnnotationOption;
    const box = [x, this.y, end - x, setting.leading] as const;
    if (isInside) this.#pdf.goTo(...box, href.slice(1), options);
    else this.#pdf.link(...box, href, options);
    // At once, while its annotation is on this page.
    link.end();
  }

  #content(pieces: readonly Piece[], left: number, setting: Setting, element: Element, tag: string): void {
    const content = this.#pdf.markStructureContent(tag);
    for (const piece of pieces) this.#piece(piece, left, setting);
    this.#pdf.endMarkedContent();
    element.add(content);
  }

  #piece({ span, font, drawn, actual, x }: Piece, left: number, setting: Setting): void {
    const { lang } = span;
    const isSpan = actual !== null || lang !== undefined;
    if (isSpan) {
      this.#pdf.markContent('Span', {
        ...(lang !== undefined && { lang }),
        ...(actual !== null && { actual }),
      });
    }
    if (drawn !== '') this.#glyphs(drawn, font, left + x, setting, colorOf(span.style, setting));
    if (isSpan) this.#pdf.endMarkedContent();
  }

  #glyphs(text: string, font: FontName, x: number, { size, leading }: Setting, color: string): void {
    const baseline = this.y + (leading - size) / 2 + size * ASCENT;
    this.#pdf.font(font, sizeIn(font, size)).fillColor(color);
    this.#pdf.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
  }

  /** A filled box without meaning for a screen reader. */
  box(x: number, y: number, [width, height]: readonly [number, number], color: string): void {
    this.#pdf.markContent('Artifact', { type: 'Layout' });
    this.#pdf.rect(x, y, width, height).fill(color);
    this.#pdf.endMarkedContent();
  }

  /** Text that repeats other text of the document, without meaning for a screen reader. */
  ornament(line: SetLine, left: number, setting: Setting): void {
    this.#pdf.markContent('Artifact', { type: 'Layout' });
    for (const piece of line) this.#piece({ ...piece, actual: null }, left, setting);
    this.#pdf.endMarkedContent();
  }

  /** Dark squares of a side as one figure. */
  squares(places: readonly (readonly [number, number])[], side: number, left: number, alt: string): void {
    const height = (Math.max(0, ...places.map(([, row]) => row)) + 1) * side;
    const bbox: [number, number, number, number] = [left, this.y, left + height, this.y + height];
    const figure = this.element('Figure', { alt, bbox });
    const content = this.#pdf.markStructureContent('Figure');
    for (const [column, row] of places) {
      this.#pdf.rect(left + column * side, this.y + row * side, side, side);
    }
    this.#pdf.fill('#000000');
    this.#pdf.endMarkedContent();
    figure.add(content);
  }

  /** Adds a foot to each page and returns the bytes; nothing can be drawn afterwards. */
  async finish(foot: (page: number, pages: number) => SetLine, setting: Setting): Promise<Buffer> {
    const chunks: Buffer[] = [];
    this.#pdf.on('data', (chunk: Uint8Array) => chunks.push(Buffer.from(chunk)));
    const done = new Promise<void>((resolve, reject) => {
      this.#pdf.on('end', resolve).on('error', reject);
    });
    const { count } = this.#pdf.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#pdf.switchToPage(page);
      this.y = PAGE.height - MARGIN.bottom / 2 - setting.leading / 2;
      this.ornament(foot(page + 1, count), MARGIN.left, setting);
    }
    this.#root.end();
    this.#pdf.end();
    await done;
    return Buffer.concat(chunks);
  }
}

/**
 * Declares that the file is PDF/UA-1. The package's own option does so too, but adds to each font a list of its
 * glyphs that lacks the parts of composed ones.
 */
const UNIVERSAL_ACCESS = `<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
  <pdfuaid:part>1</pdfuaid:part>
</rdf:Description>`;

function openPdf({ title, subject, at }: ReportDocument): PDFKit.PDFDocument {
  const pdf = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    // Lines are placed one by one: the package must not break or reverse them.
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    bufferPages: true,
    // The file's id follows from these: no clock and no randomness.
    info: {
      Title: title,
      Subject: subject,
      Creator: 'Adduce',
      Producer: 'Adduce',
      CreationDate: new Date(at),
    },
  });
  pdf.appendXML(UNIVERSAL_ACCESS);
  return pdf;
}

/** pdfkit's record of the current font, which its types do not show. */
interface OpenFont {
  readonly _font: { readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

function facesOf(
  pdf: PDFKit.PDFDocument,
  files: ReadonlyMap<FontName, Buffer>,
): ReadonlyMap<FontName, FontFace> {
  const faces = [...files.keys()].map((name): [FontName, FontFace] => {
    const { font } = (pdf.font(name) as unknown as OpenFont)._font;
    const covers = (codePoint: number) => font.hasGlyphForCodePoint(codePoint);
    return [name, { covers, width: (text, size) => pdf.font(name, size).widthOfString(text) }];
  });
  return new Map(faces);
}

function byLink(line: SetLine): Piece[][] {
  const groups: Piece[][] = [];
  for (const piece of line) {
    const group = groups.at(-1);
    if (group?.[0]?.span.href === piece.span.href && group !== undefined) group.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

function colorOf(style: string | undefined, { color }: Setting): string {
  return style === 'muted' ? MUTED : color;
}

/**
 * The fonts of a report on paper, embedded: Source Sans for Latin, Greek and Cyrillic, DejaVu for much of the rest,
 * and a visible box for a character that no font has, with the text itself for screen readers and copying.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const FILES = {
  regular: '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  strong: '@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf',
  wide: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  wideStrong: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  mono: 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
} as const;
export type FontName = keyof typeof FILES;

/** In which order the fonts of a style are asked for a character. */
const CHAINS = {
  plain: ['regular', 'wide'],
  strong: ['strong', 'wideStrong', 'wide'],
  code: ['mono', 'wide'],
} as const satisfies Readonly<Record<string, readonly FontName[]>>;
export type FontStyle = keyof typeof CHAINS;

/** DejaVu is drawn larger than Source Sans at the same size. */
const SCALES: Readonly<Record<FontName, number>> = {
  regular: 1,
  strong: 1,
  wide: 0.87,
  wideStrong: 0.87,
  mono: 0.87,
};

/** Drawn for a character that no font has. */
export const REPLACEMENT = '□';
const REPLACEMENT_FONT: FontName = 'wide';
/** Marks without a shape of their own, such as joiners: where no font knows them, nothing is lost. */
const SHAPELESS = /^[\p{Default_Ignorable_Code_Point}]$/u;

let loaded: Promise<ReadonlyMap<FontName, Buffer>> | null = null;

/** Read once per process. */
export function loadFonts(): Promise<ReadonlyMap<FontName, Buffer>> {
  loaded ??= readFonts();
  return loaded;
}

async function readFonts(): Promise<ReadonlyMap<FontName, Buffer>> {
  const { resolve } = createRequire(import.meta.url);
  // `FILES` has these keys and no others.
  const names = Object.keys(FILES) as FontName[];
  const files = await Promise.all(names.map((name) => readFile(resolve(FILES[name]))));
  return new Map(names.map((name, index) => [name, files[index] ?? Buffer.alloc(0)]));
}

/** A font as one document has it. */
export interface FontFace {
  covers(codePoint: number): boolean;
  /** In points. */
  width(text: string, size: number): number;
}

export interface Glyphs {
  readonly font: FontName;
  /** What is drawn. */
  readonly text: string;
  /** Whether it stands for other text. */
  readonly isReplaced: boolean;
}

/** The fonts of one document. */
export class Fonts {
  readonly #faces: ReadonlyMap<FontName, FontFace>;
  readonly #chosen = new Map<string, Glyphs>();

  constructor(faces: ReadonlyMap<FontName, FontFace>) {
    this.#faces = faces;
  }

  /** The font that has all of a cluster, and the text to draw; empty for a mark that has no shape in any font. */
  choose(cluster: string, style: FontStyle): Glyphs {
    const key = `${style} ${cluster}`;
    const known = this.#chosen.get(key);
    if (known !== undefined) return known;
    const glyphs = this.#search(cluster, style);
    this.#chosen.set(key, glyphs);
    return glyphs;
  }

  #search(cluster: string, style: FontStyle): Glyphs {
    const whole = this.#fontOf(cluster, style);
    if (whole !== null) return { font: whole, text: cluster, isReplaced: false };
    const seen = [...cluster].filter((character) => !SHAPELESS.test(character)).join('');
    const rest = seen === '' ? REPLACEMENT_FONT : this.#fontOf(seen, style);
    if (rest !== null) return { font: rest, text: seen, isReplaced: false };
    return { font: REPLACEMENT_FONT, text: REPLACEMENT, isReplaced: true };
  }

  #fontOf(cluster: string, style: FontStyle): FontName | null {
    const points = [...cluster].map((character) => character.codePointAt(0) ?? 0);
    const has = (name: FontName) => points.every((point) => this.#faces.get(name)?.covers(point));
    return CHAINS[style].find(has) ?? null;
  }

  width(text: string, font: FontName, size: number): number {
    return this.#faces.get(font)?.width(text, sizeIn(font, size)) ?? 0;
  }
}

/** The size at which a font looks as large as the text font at `size`. */
export function sizeIn(font: FontName, size: number): number {
  return size * SCALES[font];
}

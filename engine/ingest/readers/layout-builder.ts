import { rowText } from '../../reading/document/cells.ts';
import type { Block, BlockKind, Layout } from '../../reading/document/layout.ts';
import { MAX_SECTIONS, MAX_TEXT_CHARS, type ReadSection } from './read-document.ts';
import { sectionsOf } from './sections.ts';

const NONE = -1;
/** Kinds that lead in a list, a table or code that follows. */
const LEADS_IN: ReadonlySet<BlockKind> = new Set(['paragraph', 'quote', 'term', 'item']);
/** Kinds that follow the line before them directly; others are set apart by a blank line. */
const TIGHT: ReadonlySet<BlockKind> = new Set(['item', 'row']);

interface OpenList {
  readonly leadIn: number;
  /** First block of the open item. */
  item: number;
}

/** A document as a reader leaves it: its text with the blocks and sections in it. */
export interface BuiltText {
  readonly text: string;
  readonly layout: Layout;
  readonly sections: readonly ReadSection[];
}

/** Collects the text of a document block by block. Readers say what opens and closes; what leads in is found here. */
export class LayoutBuilder {
  readonly #parts: string[] = [];
  readonly #blocks: Block[] = [];
  /** Headings above the next block, outermost first. */
  #headings: number[] = [];
  readonly #lists: OpenList[] = [];
  #quotes = 0;
  #term = NONE;
  #sections = 0;
  #length = 0;
  #overflowed = false;

  /** Whether a bound on text or sections was passed; what came after it is left out, so the document is refused. */
  get overflowed(): boolean {
    return this.#overflowed;
  }

  get isEmpty(): boolean {
    return this.#blocks.length === 0;
  }

  get inList(): boolean {
    return this.#lists.length > 0;
  }

  /** @param level 1 to 6 */
  heading(text: string, level: number): void {
    if (text === '') return;
    this.#sections += 1;
    if (this.#sections > MAX_SECTIONS) this.#overflowed = true;
    this.#headings = this.#headings.filter((index) => (this.#blocks[index]?.level ?? 0) < level);
    this.#term = NONE;
    const index = this.#add('heading', text, { level });
    if (index !== NONE) this.#headings.push(index);
  }

  /** Running text: an item where one has just begun, a quote inside a quote. */
  paragraph(text: string): void {
    const list = this.#lists.at(-1);
    if (list === undefined) {
      this.#add(this.#quotes > 0 ? 'quote' : 'paragraph', text, { leadIn: this.#term });
    } else if (list.item === NONE) {
      list.item = this.#add('item', text, { level: this.#lists.length, leadIn: list.leadIn });
    } else this.#add('paragraph', text, { leadIn: list.item });
  }

  /** What a definition defines: it leads in what follows, up to {@link endTerm}, the next term or heading. */
  term(text: string): void {
    this.#term = NONE;
    this.#term = this.#add('term', text, {});
  }

  endTerm(): void {
    this.#term = NONE;
  }

  code(text: string): void {
    this.#add('code', text, { leadIn: this.#before() });
  }

  navigation(text: string): void {
    this.#add('navigation', text, {});
  }

  openQuote(): void {
    this.#quotes += 1;
  }

  closeQuote(): void {
    this.#quotes -= 1;
    this.#term = NONE;
  }

  openList(): void {
    this.#lists.push({ leadIn: this.#before(), item: NONE });
  }

  beginItem(): void {
    const list = this.#lists.at(-1);
    if (list !== undefined) list.item = NONE;
  }

  closeList(): void {
    this.#lists.pop();
  }

  /** @param header cells of the head row; null for a table without one */
  table(header: readonly string[] | null, rows: Iterable<readonly string[]>): void {
    const before = this.#before();
    const head = header === null ? NONE : this.#add('header', rowText(header), { leadIn: before });
    const leadIn = head === NONE ? before : head;
    let apart = head === NONE;
    for (const row of rows) {
      const index = this.#add('row', rowText(row), { leadIn, apart });
      if (index !== NONE) apart = false;
    }
  }

  /** First heading of level 1, else a heading that begins the document: its title where it states none. */
  titleHeading(): string | null {
    const [first] = this.#blocks;
    const top = this.#blocks.find(({ kind, level }) => kind === 'heading' && level === 1);
    const heading = top ?? (first?.kind === 'heading' ? first : undefined);
    return heading === undefined ? null : this.#parts.join('').slice(heading.start, heading.end);
  }

  /** @param title heads the section before the first heading */
  finish(title: string): BuiltText {
    const text = this.#parts.join('');
    return { text, layout: this.#blocks, sections: sectionsOf(text, this.#blocks, title) };
  }

  /** The block that leads in what opens here: that of the open item, else the last one where it can. */
  #before(): number {
    const list = this.#lists.at(-1);
    if (list !== undefined) return list.item === NONE ? list.leadIn : list.item;
    const last = this.#blocks.at(-1);
    return last !== undefined && LEADS_IN.has(last.kind) ? this.#blocks.length - 1 : this.#term;
  }

  #gapBefore(kind: BlockKind, apart: boolean): string {
    const last = this.#blocks.at(-1);
    if (last === undefined) return '';
    return (TIGHT.has(kind) && !apart) || last.kind === 'term' ? '\n' : '\n\n';
  }

  #add(
    kind: BlockKind,
    words: string,
    { level = 0, leadIn = NONE, apart = false }: { level?: number; leadIn?: number; apart?: boolean },
  ): number {
    const text = words.trim();
    if (text === '' || this.#overflowed) return NONE;
    const gap = this.#gapBefore(kind, apart);
    if (this.#length + gap.length + text.length > MAX_TEXT_CHARS) {
      this.#overflowed = true;
      return NONE;
    }
    const start = this.#length + gap.length;
    this.#length = start + text.length;
    this.#parts.push(gap, text);
    const heading = this.#headings.at(-1) ?? NONE;
    return this.#blocks.push({ kind, start, end: this.#length, level, heading, leadIn }) - 1;
  }
}

import { MAX_SECTIONS, MAX_TEXT_CHARS, type ReadSection } from './read-document.ts';

/**
 * Collects the lines of a document and the spans of its sections.
 * Paragraphs are set apart by a blank line, lines of one list or table are not.
 */
export class TextBuilder {
  readonly #parts: string[] = [];
  readonly #marks: { heading: string; start: number }[] = [];
  #length = 0;
  #overflowed = false;

  /** Whether a bound on text or sections was passed; what came after it is left out, so the document is refused. */
  get overflowed(): boolean {
    return this.#overflowed;
  }

  /** Begins a section whose text starts with the heading itself. */
  heading(text: string): void {
    if (text === '') return;
    if (this.#marks.length >= MAX_SECTIONS) {
      this.#overflowed = true;
      return;
    }
    const start = this.#append(text, '\n\n');
    this.#marks.push({ heading: text, start });
  }

  paragraph(text: string): void {
    if (text !== '') this.#append(text, '\n\n');
  }

  /** A list item or table row: follows the line before it directly. */
  line(text: string): void {
    if (text !== '') this.#append(text, '\n');
  }

  /** The text with its sections; text before the first heading is a section under the document's title. */
  finish(title: string): { text: string; sections: ReadSection[] } {
    const text = this.#parts.join('');
    const marks = this.#marks[0]?.start === 0 ? this.#marks : [{ heading: title, start: 0 }, ...this.#marks];
    const sections = marks.map(({ heading, start }, index) => ({
      heading,
      start,
      end: trimmedEnd(text, start, marks[index + 1]?.start ?? text.length),
    }));
    return { text, sections };
  }

  #append(text: string, gap: string): number {
    const before = this.#length === 0 ? '' : gap;
    if (this.#length + before.length + text.length > MAX_TEXT_CHARS) {
      this.#overflowed = true;
      return this.#length;
    }
    const start = this.#length + before.length;
    this.#parts.push(before, text);
    this.#length = start + text.length;
    return start;
  }
}

function trimmedEnd(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && text[last - 1] === '\n') last -= 1;
  return last;
}

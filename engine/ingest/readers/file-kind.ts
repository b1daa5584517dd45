/** Which reader a file is for, without loading the readers. */
const KINDS = {
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'markdown',
  html: 'html',
  htm: 'html',
  txt: 'text',
  text: 'text',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
} as const;

/** Of the files that a reader knows, without the dot. */
export const READABLE_EXTENSIONS: readonly string[] = Object.keys(KINDS);

export type FileKind = (typeof KINDS)[keyof typeof KINDS];

/** By the file's extension; undefined where no reader knows it. */
export function fileKind(name: string): FileKind | undefined {
  const dot = name.lastIndexOf('.');
  const extension = dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
  return Object.hasOwn(KINDS, extension) ? KINDS[extension as keyof typeof KINDS] : undefined;
}

/** Whether a reader knows the file's extension, so that a folder's other files need not be opened. */
export function isReadable(name: string): boolean {
  return fileKind(name) !== undefined;
}

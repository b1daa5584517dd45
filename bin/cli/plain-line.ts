/** Other people's words on one line: whatever a terminal would obey is left out. */
export function plainLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

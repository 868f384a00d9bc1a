// Markdown without its signs, for a line or two of a list. What is left is text like any other.
const SIGNS: readonly [RegExp, string][] = [
  [/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1'],
  [/<br\s*\/?>/gi, ' '],
  [/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+/gm, ''],
  [/^[ \t|:-]+$/gm, ''],
  [/(\*\*|__|~~|`)/g, ''],
  [/(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])/g, ''],
  [/[ \t]*\|[ \t]*/g, ' · '],
  [/\s+/g, ' '],
  [/(?: · ?){2,}/g, ' · '],
  [/^ ?· | · ?$/g, ''],
];

/** The words of a piece of Markdown, on one line. */
export function plain(markdown: string): string {
  return SIGNS.reduce((text, [sign, instead]) => text.replace(sign, instead), markdown).trim();
}

// Texts that nobody writes, each of the size asked for, and names that nobody has.

export const hostileNames = ['(a+)+', '.*', '\u{1f525}', '\u202e\u2066', 'a ', "a'", 'A&', '你'].map(
  (piece) => piece.repeat(200).slice(0, 200),
);

/** A capitalised name for each number. */
export function madeUpName(number: number): string {
  let name = '';
  for (let rest = number + 1000; rest > 0; rest = Math.floor(rest / 16))
    name += `${'bcdfghklmnprstvz'[rest % 16]}${'aeiou'[rest % 5]}`;
  return `${name[0]?.toUpperCase()}${name.slice(1)}x`;
}

const shapes: Record<string, string | ((at: number) => string)> = {
  prose: 'Zentia Cloud is better than Qorvia, but slow. See https://x.example/a.\n\n1. **Qorvia** – good\n\n',
  'one line': 'Zentia Cloud is better than Qorvia and ',
  'no spaces': 'Qorvia',
  'one letter': 'a',
  spaces: ' ',
  stars: '*',
  emphasis: 'a*a*',
  brackets: '[',
  links: '[a](',
  'a few open links': `[a](${'x'.repeat(126)}`,
  'open tags': `<a b="${'x'.repeat(124)}`,
  'code marks': (at) => `${'`'.repeat((at % 30) + 1)}${'x'.repeat(100)} `,
  pipes: '|',
  'table rows': (at) => (at ? '| Qorvia | good |\n' : '| a | b |\n|-|-|\n'),
  'many tables': 'a|b\n-|-\nc|d\n\n',
  quotes: '>',
  'quotes in quotes': (at) => `${'>'.repeat(at % 40)} a\n`,
  'lists in lists': (at) => `${'  '.repeat(at % 200)}- a\n`,
  'lists in a line': '1. ',
  items: '- x\n',
  'bold heads': (at) => `- **${madeUpName(at)}** is good\n`,
  headings: (at) => `# ${madeUpName(at)}\n`,
  paragraphs: 'x\n\n',
  names: (at) => `we like ${madeUpName(at)} a lot, `,
  rows: 'Aaa and Bbb or ',
  comparisons: (at) => `${madeUpName(at)} is better than ${madeUpName(at + 7)} as well as `,
  'URL in parentheses': (at) => (at ? ')' : 'https://x.example/('),
  URLs: (at) => `https://x${at}.example/a?b=${at} `,
  citations: '\ue200',
  html: '<b>x',
  emoji: '\u{1f525}',
  accents: 'e\u0301',
  'long ligatures': '\ufdfa',
  Chinese: '你好世界我们推荐这个品牌',
  Thai: 'สวัสดี',
  Arabic: 'وال',
  'zero width': 'a\u200b',
  bidi: '\u202e\u2066',
  'lone surrogates': '\ud800',
  ...Object.fromEntries(hostileNames.map((name, at) => [`hostile name ${at}`, name])),
};

/** All shapes at one size. */
export function hostileTexts(size: number): { name: string; text: string }[] {
  return Object.entries(shapes).map(([name, shape]) => {
    if (typeof shape === 'string')
      return { name, text: shape.repeat(Math.ceil(size / shape.length)).slice(0, size) };
    const pieces: string[] = [];
    for (let at = 0, length = 0; length < size; at++) length += pieces[pieces.push(shape(at)) - 1]!.length;
    return { name, text: pieces.join('').slice(0, size) };
  });
}

// A sentence as a line that patterns of the lexicon are matched against.
import type { Lexicon } from './lexicon.ts';
import type { Token } from './sentences.ts';

const UNSAID = new Set([',', ':', '(', ')', '%', '/', '=', '–']);

/** The words of a sentence in one line, entities as `E`, with the way back to the tokens. */
export class Line {
  /** Where in the line the words begin, which tokens they are, and which patterns may match. */
  readonly starts: number[] = [];
  readonly tokens: number[] = [];
  readonly cues: number;
  readonly #words: string[] = [];
  readonly #gap: string;
  #line: string | undefined;

  constructor(lexicon: Lexicon, tokens: readonly Token[]) {
    let cues = lexicon.cues.always;
    let length = 0;
    for (let i = 0; i < tokens.length; i++) {
      const word = tokens[i]?.word ?? '';
      cues |= tokens[i]?.sense.cues ?? 0;
      // Without spaces a comma is what parts two names.
      if (word.length === 1 && UNSAID.has(word) && !(word === ',' && lexicon.gap === '')) continue;
      this.starts.push(length);
      this.tokens.push(i);
      this.#words.push(word);
      length += word.length + lexicon.gap.length;
    }
    this.cues = cues;
    this.#gap = lexicon.gap;
  }

  /** Most sentences have no word that a pattern needs: their line is never put together. */
  get line(): string {
    this.#line ??= this.#words.join(this.#gap);
    return this.#line;
  }
}

/** The token that begins at a place of the line. */
export const tokenAt = (words: Line, at: number): number | undefined =>
  words.tokens[words.starts.indexOf(at)];

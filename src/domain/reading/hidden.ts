// What Markdown shows but no reader reads as text: citation marks, labels of sources, bare URLs.
import { EDGE } from './canvas.ts';

/** A number, or a host that labels its own link after some text, is a citation mark and not a name. */
export function isCitation(label: string, url: string, before: string): boolean {
  const bare = label.replace(/[*_`[\]]/g, '').trim();
  if (/^\^?\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*$/.test(bare) || bare.startsWith('^')) return true;
  if (!url) return false;
  if (/^(?:sources?|link|quelle|fuente|fonte|出典|来源|cite)$/i.test(bare)) return true;
  if (/^https?:\/\//i.test(bare)) return true;
  return before !== '' && before !== EDGE && before !== '\n' && isOwnHost(bare, url);
}

function isOwnHost(label: string, url: string): boolean {
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(label)) return false;
  const host = /^(?:https?:)?\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  const own = label.toLowerCase().replace(/^www\./, '');
  return host === own || host.endsWith(`.${own}`);
}

/** Bare URLs and the citation marks of the agents. */
export const UNSEEN =
  /https?:\/\/[^\s<>"“”，。、）】」|]+|www\.[^\s<>"“”，。、）】」|]+|【\d[^【】\n]{0,80}】|\ue200[^\ue200\ue201\n]{0,300}\ue201|:contentReference\[[^\]\n]{0,80}\](?:\{[^}\n]{0,80}\})?/gi;

/** What a text has that has any of these: most have none. */
export const MAY_BE_UNSEEN = /:\/\/|www\.|[【\ue200]|:content/i;

const AFTER_URL = new Set('.,;:!?\'"*_~»');
const AFTER_PAREN = new Set('.,;:!?');

/** A URL at the end of a sentence does not own the full stop, nor a parenthesis that opens before it. */
export function trimUrl(match: string): string {
  if (!/^[hw]/i.test(match)) return match;
  let end = trimmedEnd(match, match.length, AFTER_URL);
  let unopened = 0;
  for (let i = 0; i < end; i++) unopened += match[i] === ')' ? 1 : match[i] === '(' ? -1 : 0;
  for (; unopened > 0 && match[end - 1] === ')'; unopened--) end = trimmedEnd(match, end - 1, AFTER_PAREN);
  return match.slice(0, end);
}

function trimmedEnd(text: string, from: number, marks: ReadonlySet<string>): number {
  let end = from;
  while (end > 0 && marks.has(text.charAt(end - 1))) end--;
  return end;
}

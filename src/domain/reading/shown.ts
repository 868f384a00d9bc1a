// The text between the nodes as a reader sees it: without bare URLs and citation marks, HTML by what it shows.
import { show, showInstead } from './canvas.ts';
import { matchesOf } from './cues.ts';
import { MAY_BE_UNSEEN, trimUrl, UNSEEN } from './hidden.ts';
import { breaksLine, decodeEntity, isBoldTag, readTag } from './html.ts';
import type { Walk } from './walk.ts';

/** Keeps a URL that the answer shows or links to, by where it stands. */
export function addUrl(walk: Walk, url: string, title: string, at: number): void {
  walk.urls.push({ url, title, at });
}

/** Shows the text since the last child, without bare URLs and citation marks. */
export function flush(walk: Walk, to: number): void {
  if (walk.inline === 0 || walk.muted > 0 || to <= walk.pos) return;
  const gap = walk.source.slice(walk.pos, to);
  if (!MAY_BE_UNSEEN.test(gap)) {
    show(walk, walk.source, walk.pos, to);
    walk.pos = to;
    return;
  }
  let at = walk.pos;
  for (const match of matchesOf(UNSEEN, gap)) {
    const start = walk.pos + match.index;
    const url = trimUrl(match[0]);
    show(walk, walk.source, at, start);
    at = start + url.length;
    if (/^[hw]/i.test(url)) addUrl(walk, url, '', start);
    if (/^www\.[^/?#]+$/i.test(url)) at = start;
    if (at === start) {
      show(walk, walk.source, start, start + url.length);
      at = start + url.length;
    }
  }
  show(walk, walk.source, at, to);
  walk.pos = to;
}

/** An HTML tag: its link, its line break, its bold text. */
export function showTag(walk: Walk, from: number, to: number): void {
  const tag = readTag(walk.source.slice(from, to));
  if (/^https?:/i.test(tag.href)) addUrl(walk, tag.href, '', from);
  if (breaksLine(tag.name)) showInstead(walk, '\n', from, to);
  if (!isBoldTag(tag.name)) return;
  if (!tag.closing) walk.boldStarts.push(walk.length);
  else if (walk.boldStarts.length > 0)
    walk.bolds.push({ start: walk.boldStarts.pop() ?? 0, end: walk.length });
}

/** A stretch of HTML: its tags by what they show, its text with entities decoded. */
export function showHtml(walk: Walk, from: number, to: number): void {
  let at = from;
  while (at < to) {
    const open = walk.source.indexOf('<', at);
    const stop = open < 0 || open >= to ? to : open;
    showHtmlText(walk, at, stop);
    if (stop === to) return;
    const close = walk.source.indexOf('>', stop);
    if (close < 0 || close >= to) return;
    showTag(walk, stop, close + 1);
    at = close + 1;
  }
}

function showHtmlText(walk: Walk, from: number, to: number): void {
  let at = from;
  for (const match of walk.source.slice(from, to).matchAll(/&#?\w{1,31};/g)) {
    const start = from + match.index;
    show(walk, walk.source, at, start);
    showInstead(walk, decodeEntity(match[0]), start, start + match[0].length);
    at = start + match[0].length;
  }
  show(walk, walk.source, at, to);
}

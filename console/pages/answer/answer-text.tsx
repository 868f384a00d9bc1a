// The answer as Markdown, with the names marked that the metrics counted. Nothing in it is loaded or run.
import { createContext, memo, useContext, useMemo } from 'react';
import Markdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { words } from '../../words/answer.ts';
import classes from './answer-text.module.css';
import marks from './marks.module.css';
import { markSpans, type Span, spansOf } from './marks.ts';
import { type Mention, mentionId } from './mention.ts';
import { isReadable, tame, webAddress } from './tame.ts';

type Given = { source: string; mentions: readonly Mention[] };

const MentionsContext = createContext<readonly Mention[]>([]);
const InLink = createContext(false);

export default memo(function AnswerText({ source, mentions }: Given) {
  // Markdown forgets this mark of the byte order, so that all places behind it would be one off.
  const isMarked = source.startsWith('\uFEFF');
  const text = isMarked ? source.slice(1) : source;
  const spans = useMemo(() => moved(spansOf(mentions), isMarked ? -1 : 0), [mentions, isMarked]);
  const plugins = useMemo<Options['remarkPlugins']>(
    () => [remarkGfm, tame, [markSpans, { source: text, spans }]],
    [text, spans],
  );
  return (
    <MentionsContext value={mentions}>
      {isReadable(text) ? (
        <div className={classes.text} dir="auto">
          <Markdown
            remarkPlugins={plugins}
            remarkRehypeOptions={FOOTNOTES}
            urlTransform={addressOf}
            components={components}
          >
            {text}
          </Markdown>
        </div>
      ) : (
        <Plain text={text} spans={spans} />
      )}
    </MentionsContext>
  );
});

const moved = (spans: readonly Span[], by: number): Span[] =>
  spans.map(({ start, end, mention }) => ({ start: start + by, end: end + by, mention }));

const FOOTNOTES = {
  footnoteLabel: words.footnotes,
  footnoteLabelTagName: 'h3',
  footnoteLabelProperties: {},
  footnoteBackLabel: words.back_to,
};

const FOOTNOTE = /^#user-content-fn(?:ref)?-/;
const addressOf = (url: string) => (FOOTNOTE.test(url) ? url : (webAddress(url) ?? ''));

type ScrollGiven = { label: string; children: React.ReactNode };

/** A block that scrolls by itself can be reached by key; its arrows do not turn the page. */
function Scroll({ label, children }: ScrollGiven) {
  const keep = (event: React.KeyboardEvent) => {
    if (event.key.startsWith('Arrow')) event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no group of form fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
    <div role="group" className={classes.scroll} aria-label={label} tabIndex={0} onKeyDown={keep}>
      {children}
    </div>
  );
}

const components: Components = {
  a: ({ href, children, node: _, ...rest }) => {
    if (!href) return <span>{children}</span>;
    if (href.startsWith('#'))
      return (
        <a href={href} {...rest}>
          {children}
        </a>
      );
    return (
      <a href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
        {'data-image' in rest && <span className={classes.image}>{words.image}: </span>}
        <InLink value>{children}</InLink>
      </a>
    );
  },
  // No picture is ever fetched; the tree has none left.
  img: ({ alt }) => <span>{alt}</span>,
  input: ({ checked }) => <span>{checked ? '☑' : '☐'}</span>,
  table: ({ children }) => (
    <Scroll label={words.table}>
      <table>{children}</table>
    </Scroll>
  ),
  pre: ({ children }) => (
    <Scroll label={words.code}>
      <pre>{children}</pre>
    </Scroll>
  ),
  mark: ({ children, node }) => (
    <Mark at={Number(node?.properties.dataMention)} isRest={node?.properties.dataRest === 'yes'}>
      {children}
    </Mark>
  ),
};

type MarkGiven = { at: number; isRest?: boolean; children: React.ReactNode };

/** A name at a place that counted: the line below it says of what kind, the card that it opens says the rest. */
function Mark({ at, isRest = false, children }: MarkGiven) {
  const mention = useContext(MentionsContext)[at];
  const isInLink = useContext(InLink);
  if (mention === undefined) return children;
  return (
    <mark
      className={marks.mark}
      data-mention={at}
      data-entity={mention.entity}
      {...(!isInLink && !isRest && { tabIndex: 0, 'aria-describedby': mentionId(at) })}
    >
      {children}
    </mark>
  );
}

/** A text as it is, marks and all. */
function Plain({ text, spans }: { text: string; spans: readonly Span[] }) {
  let from = 0;
  const parts = spans.map((span) => {
    const before = text.slice(from, span.start);
    from = span.end;
    return { ...span, before };
  });
  return (
    <>
      <p className={classes.note}>{words.long}</p>
      <div className={classes.plain} dir="auto">
        {parts.map(({ before, start, end, mention }) => (
          <span key={start}>
            {before}
            <Mark at={mention}>{text.slice(start, end)}</Mark>
          </span>
        ))}
        {text.slice(from)}
      </div>
    </>
  );
}

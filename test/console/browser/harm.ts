// What must never come of texts that others wrote.
import type { Json, Visitor } from './kit.ts';

/** What no text of others may bring into the page; run where texts are shown. */
export function harmIn(box: Json): string[] {
  const { document } = globalThis as Json;
  const found: string[] = [];
  for (const one of (box ?? document.querySelector('main')).querySelectorAll('*')) {
    const name = one.tagName.toLowerCase();
    if (
      /^(?:script|iframe|object|embed|base|link|meta|style|img|image|video|audio|math|template)$/.test(name)
    )
      found.push(one.outerHTML);
    for (const { name: attribute } of one.attributes)
      if (/^(?:on.*|(?:form)?action|srcdoc|ping)$/i.test(attribute)) found.push(one.outerHTML);
    const href = one.getAttribute('href');
    if (href === null || href.startsWith('/') || href.startsWith('#')) continue;
    const isSafe =
      /^https?:\/\//.test(href) &&
      one.target === '_blank' &&
      one.rel === 'noopener noreferrer nofollow' &&
      name === 'a';
    if (!isSafe) found.push(one.outerHTML);
  }
  return found;
}

/** Remembers violations of the page's policy, dialogs and new windows. */
export async function watch({ page, context }: Visitor): Promise<string[]> {
  const harm: string[] = [];
  page.on('dialog', (dialog) => {
    harm.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('page', (other) => harm.push(`window: ${other.url()}`));
  await page.exposeFunction('tell', (what: string) => harm.push(what));
  await page.addInitScript(() => {
    const { document, tell } = globalThis as Json;
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }: Json) =>
      tell(`policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  return harm;
}

// Headers of every response. A table: helmet builds its headers anew for each request, which cost 10 µs of 26.

/** For JSON: nothing may be loaded, framed or stored. */
export const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': policy({
    'default-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  }),
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** For the reference page: scripts, styles and requests of this machine alone. */
export const pageHeaders = {
  'cache-control': 'no-cache',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': policy({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  }),
};

/** For the console's page. Its component library writes style elements, each with this response's nonce. */
export function consoleHeaders(nonce: string): Record<string, string> {
  return {
    'cache-control': 'no-cache',
    // Share links are for those who were given them.
    'x-robots-tag': 'noindex',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': policy({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': `'self' 'nonce-${nonce}'`,
      'img-src': "'self' data:",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    }),
  };
}

/** For files whose names change with their content. */
export const assetHeaders = { 'cache-control': 'public, max-age=31536000, immutable' };

function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

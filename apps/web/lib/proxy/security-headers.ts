/** The allowed scripts and sources of our pages. Scripts need the response's nonce. */
export function contentSecurityPolicy({
  nonce,
  imageOrigins,
  mediaOrigins,
  isDevelopment,
  widget,
  frameOrigins,
}: {
  nonce: string;
  imageOrigins: readonly string[];
  /** The origins of recordings, besides our own. */
  mediaOrigins: readonly string[];
  isDevelopment: boolean;
  /** For the page in OBS and on other sites: the origin of its connections, besides our own. */
  widget?: { readonly connectTo: string } | undefined;
  /** The embedded video players: in OBS, and for a moderator's preview (decision 0227). */
  frameOrigins: readonly string[];
}): string {
  // React's development build needs eval for its error stacks; the production build does not.
  const development = isDevelopment ? " 'unsafe-eval'" : '';
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development}`,
    `style-src-elem 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // Attributes cannot run code, and React writes sizes and positions into them.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' blob: data: ${imageOrigins.join(' ')}`.trim(),
    "font-src 'self'",
    `connect-src 'self' ${widget?.connectTo ?? ''}`.trim(),
    `media-src 'self' blob: ${mediaOrigins.join(' ')}`.trim(),
    "worker-src 'self' blob:",
    `frame-src ${frameOrigins.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${widget ? '*' : "'none'"}`,
  ].join('; ');
}

export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
} as const;

/** Only over https: browsers ignore it on plain http anyway. */
export const strictTransport = ['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const;

/** Returns the allowed scripts and sources of our pages. Scripts need the response's nonce. */
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
  /** The origins of recordings, in addition to our own. */
  mediaOrigins: readonly string[];
  isDevelopment: boolean;
  /** For pages that other sites may embed, such as in OBS: the origin that they connect to, in addition to our own. */
  widget?: { readonly connectTo: string } | undefined;
  /** The origins of embedded video players in OBS and in a moderator's preview (decision 0227). */
  frameOrigins: readonly string[];
}): string {
  // Only React's development build needs eval, for its error stacks.
  const development = isDevelopment ? " 'unsafe-eval'" : '';
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development}`,
    `style-src-elem 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // Style attributes cannot run code, and React writes sizes and positions into them.
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

/** Sent only over https, because browsers ignore it on plain http. */
export const strictTransport = ['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const;

import { config } from '../config.ts';

const YEAR_MS = 31_536_000_000;

/** Names the security or support contact, which is required: https://www.rfc-editor.org/rfc/rfc9116 */
export function securityTxt(): Response {
  const { SECURITY_CONTACT, SUPPORT_URL, webUrl } = config();
  const contact = SECURITY_CONTACT || SUPPORT_URL;
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  if (!contact) return new Response('Not found\n', { status: 404, headers });
  const lines = [
    `Contact: ${contact}`,
    // The file is generated per request, so it never expires.
    `Expires: ${new Date(Date.now() + YEAR_MS).toISOString()}`,
    'Preferred-Languages: en, ar',
    `Canonical: ${webUrl}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers });
}

import { config } from './config.ts';

const YEAR_MS = 31_536_000_000;

/** Where to report a weakness of this installation: https://www.rfc-editor.org/rfc/rfc9116 */
export function securityTxt(): Response {
  const { webUrl } = config();
  const lines = [
    `Contact: ${webUrl}/support`,
    `Expires: ${new Date(Date.now() + YEAR_MS).toISOString()}`,
    'Preferred-Languages: en, ar',
    `Canonical: ${webUrl}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

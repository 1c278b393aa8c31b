import { z } from 'zod';
import { parseJson } from '../parse-json.ts';

type Headers = Readonly<Record<string, string>>;

const HeaderSet = z.record(z.string().regex(/^[a-z0-9-]+$/), z.string());

/** A set of headers as JSON. Undefined if the variable is empty. */
export const BrowserHeaders = z.string().transform((text, ctx): Headers | undefined => {
  if (text === '') return undefined;
  const read = HeaderSet.safeParse(parseJson(text));
  if (read.success) return read.data;
  ctx.addIssue('must be headers in JSON, with names in small letters: {"accept-language":"en-US"}');
  return z.NEVER;
});

/**
 * The headers of Chrome. Bot protection compares this version with the one in the User-Agent, so change both together.
 */
const chrome: Headers = {
  'sec-ch-ua': '"Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Linux"',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'accept-language': 'en-US,en;q=0.9',
};

/** Returns the headers that a browser sends with every page request. The operator's set replaces ours. */
export const browserHeadersOf = (userAgent: string | undefined, set: Headers | undefined): Headers => ({
  'user-agent': chrome['user-agent'] ?? '',
  ...(set ?? chrome),
  ...(userAgent ? { 'user-agent': userAgent } : {}),
});

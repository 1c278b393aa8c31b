import { z } from 'zod';
import { config } from '../config.ts';
import { isSameOrigin } from '../proxy/same-origin.ts';
import { securityHeaders } from '../proxy/security-headers.ts';
import { readCookie, TOKEN_COOKIE } from '../proxy/session-cookies.ts';
import { askApi } from '../server-api.ts';
import { renderMarkdown } from './render.ts';

const Asked = z.object({ markdown: z.string().max(100_000) });
/** The size of the longest content in a script with three bytes per letter, plus escapes. */
const MOST_BYTES = 512 * 1024;
const Me = z.object({ isStaff: z.boolean(), isDev: z.boolean() });

/** Renders Markdown for editors as readers will see it, so browsers do not load the renderer. */
export async function previewMarkdown(request: Request): Promise<Response> {
  if (!isSameOrigin(request, config().webUrl)) return refuse(403);
  const token = readCookie(request, TOKEN_COOKIE);
  if (!token) return refuse(401);
  // Rendering costs as much as a hundred page views, so only editors may request it.
  const me = Me.safeParse(await askApi(request, '/@me', { token })).data;
  if (!me?.isStaff && !me?.isDev) return refuse(403);
  const body = await request.arrayBuffer();
  if (body.byteLength > MOST_BYTES) return refuse(413);
  const asked = Asked.safeParse(readJson(new TextDecoder().decode(body)));
  if (!asked.success) return refuse(400);
  const { html } = await renderMarkdown(asked.data.markdown);
  return Response.json({ html }, { headers });
}

const headers = { ...securityHeaders, 'cache-control': 'no-store' };
const refuse = (status: number) => new Response(null, { status, headers });

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

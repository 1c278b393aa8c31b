import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AnyEndpoint, type CallInput, contract, encodeRequest } from '@tally/contract';
import type { Config } from '@tally/kernel';
import { changelog, posts, questions } from './content.ts';

/**
 * Gives a newcomer something to read: posts, answers and a changelog. The simulated owner writes them with the staff's
 * calls. This happens once, so deleted entries stay deleted.
 */
export async function writeDemo(config: Config): Promise<void> {
  const mark = join(config.DATA_DIR, 'demo-is-written');
  if (existsSync(mark)) return;
  // Written first, so a start after a failure does not report existing entries.
  await writeFile(
    mark,
    'Posts, answers and a changelog were written. Without this file, the next start writes them again.\n',
  );
  const token = await logIn(config);
  const send = <E extends AnyEndpoint>(call: E, input: CallInput<E>) => ask(config, encodeRequest(call, input), token);
  const author = { authorName: config.SITE_NAME, authorIcon: `${config.webUrl}/icon.svg` };
  // The posts are in order, and the last one is the newest.
  for (const post of posts) await send(contract.blog.addBlog, { body: { ...post, ...author, isPublic: true } });
  for (const body of questions) await send(contract.faq.addFaq, { body });
  await send(contract.news.addNews, { body: { ...changelog, date: new Date(), isPublic: true } });
  await send(contract.session.logOut, {});
}

/** Logs in as a person does on the simulated Discord's page. */
async function logIn(config: Config): Promise<string> {
  const wish = {
    client_id: config.discord.clientId,
    redirect_uri: `${config.webUrl}/login/callback`,
    scope: 'identify email guilds guilds.join',
  };
  const agreed = await fetch(`http://127.0.0.1:${config.SIM_PORT}/control/discord/authorise`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wish),
  });
  const { location } = (await agreed.json()) as { location: string };
  const code = new URL(location).searchParams.get('code') ?? '';
  const session = await ask(config, encodeRequest(contract.session.logIn, { query: { code } }));
  return (session as { customToken: string }).customToken;
}

async function ask(config: Config, request: ReturnType<typeof encodeRequest>, token?: string): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${config.API_PORT}${request.path}`, {
    method: request.method,
    body: request.body ?? null,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  });
  const { data, error } = (await answer.json()) as { data?: unknown; error?: unknown };
  if (!answer.ok) throw new Error(`${request.method} ${request.path}: ${String(error)}`);
  return data;
}

import { sendCommands, sendEndpoint } from '@tally/server/boot/interactions';
import { nightCity, type TestApi, testApi } from './api.ts';

/** Sets up a program whose commands Discord knows and sends over HTTP, with Night City as its server. */
export async function chatApi(env: Readonly<Record<string, string>> = {}): Promise<TestApi> {
  const api = await testApi({ isWorking: true, env: { PLANS: 'unlimited', DISCORD_INTERACTIONS: 'http', ...env } });
  await sendCommands(api.ctx);
  await sendEndpoint(api.ctx);
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  return api;
}

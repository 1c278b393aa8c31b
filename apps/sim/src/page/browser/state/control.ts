import type { Chat } from '../../../actions.ts';
import { change, getState, say } from './store.ts';
import type { Message, Outcome, SimState } from './wire.ts';

export class Refused extends Error {}

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`/control/${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  const answer: unknown = await response.json();
  if (response.ok) return answer;
  const said = typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : null;
  throw new Refused(typeof said === 'string' ? said : `The simulator answered ${response.status}.`);
}

/** Runs an action, and shows its refusal in place. */
export async function attempt<Result>(run: () => Promise<Result>): Promise<Result | null> {
  try {
    return await run();
  } catch (error) {
    say(error instanceof Error ? error.message : 'That did not work.', true);
    return null;
  }
}

// The types below match `control/README.md`, because the simulator and its page are one program.
export const act = async (world: string, action: string, body: object = {}): Promise<boolean> =>
  (await attempt(() => call('POST', `${world}/${action}`, body))) !== null;

/** Adds a new person to a server. With `pending` they must accept its rules first. */
export async function bringSomebody(guildId: string, pending: boolean): Promise<void> {
  const name = `newcomer${Math.floor(Math.random() * 1_000_000)}`;
  const user = await attempt(() => call('POST', 'discord/add-user', { username: name, global_name: 'Newcomer' }));
  if (!user) return;
  await act('discord', 'join', { guild_id: guildId, user_id: (user as { id: string }).id, pending });
}

export const readChat = async (world: string, who: string): Promise<Chat | null> =>
  (await attempt(() => call('POST', `${world}/chat-lines`, { who }))) as Chat | null;

export const fetchState = async (): Promise<SimState> => (await call('GET', 'state')) as SimState;

export const moveClock = (ms: number): Promise<unknown> => attempt(() => call('POST', 'clock', { advance: ms }));
export const addFault = (rule: object): Promise<unknown> => attempt(() => call('POST', 'faults', rule));
export const removeFaults = (id?: string): Promise<unknown> =>
  attempt(() => call('DELETE', id === undefined ? 'faults' : `faults?id=${encodeURIComponent(id)}`));
export const resetWorlds = (): Promise<unknown> => attempt(() => call('POST', 'reset', {}));

const PAGE_OF_MESSAGES = 50;

/** The number of changes received per channel. */
const changes = new Map<string, number>();
export const noteChange = (channelId: string): unknown => changes.set(channelId, (changes.get(channelId) ?? 0) + 1);

/** If an event arrives during a request, its response may lack the event, so the request is repeated. */
export async function loadMessages(channelId: string, before?: string): Promise<void> {
  const heard = changes.get(channelId);
  const body = { channel_id: channelId, limit: PAGE_OF_MESSAGES, ...(before ? { before } : {}) };
  const answer = await attempt(() => call('POST', 'discord/messages', body));
  if (!answer) return;
  const { messages } = answer as { messages: Message[] };
  const older = messages.toReversed();
  change((now) => {
    const kept = before ? (now.messages.get(channelId) ?? []) : [];
    const isAll = messages.length < PAGE_OF_MESSAGES;
    return {
      messages: new Map(now.messages).set(channelId, [...older, ...kept]),
      complete: isAll ? new Set([...now.complete, channelId]) : now.complete,
    };
  });
  if (!before && changes.get(channelId) !== heard) await loadMessages(channelId);
}

/** Sends a press, select, command or modal. An app answers each with one outcome. */
export async function interact(action: string, body: object, key = action): Promise<Outcome | null> {
  change((now) => ({ waiting: new Set([...now.waiting, key]) }));
  const answer = await attempt(() => call('POST', `discord/${action}`, body));
  change((now) => ({ waiting: new Set([...now.waiting].filter((one) => one !== key)) }));
  if (!answer) return null;
  const outcome = answer as Outcome;
  if (outcome.outcome === 'failed') say(outcome.reason ?? 'The app did not answer in time.', true);
  if (outcome.modal) change({ modal: { interactionId: outcome.interaction_id, modal: outcome.modal } });
  return outcome;
}

export async function suggest(body: object): Promise<readonly { name: string; value: string | number }[]> {
  const answer = await attempt(() => call('POST', 'discord/autocomplete', body));
  return answer ? ((answer as { choices?: { name: string; value: string | number }[] }).choices ?? []) : [];
}

export async function refreshState(): Promise<void> {
  const sim = await attempt(fetchState);
  if (!sim) return;
  change({ sim, clockOffset: Date.parse(sim.now) - Date.now() });
  const { channelId, userId } = getState();
  if (channelId === null || userId === null) chooseFirst();
}

/** Chooses a visitor's start: the place in the URL, or else the most likely channel for posts on the first server. */
function chooseFirst(): void {
  const was = getState();
  const discord = was.sim?.worlds.discord;
  const guild = discord?.guilds.find(({ id }) => id === was.guildId) ?? discord?.guilds[0];
  if (!discord || !guild) return;
  const text = guild.channels.filter((channel) => channel.type === 0 || channel.type === 5);
  const first = text.find((one) => /alert|live|notif/i.test(one.name ?? '')) ?? text[0];
  const channel = text.find(({ id }) => id === was.channelId) ?? first;
  const userId = was.userId ?? discord.demo_user_id ?? guild.owner_id;
  change({ guildId: guild.id, channelId: channel?.id ?? null, userId });
}

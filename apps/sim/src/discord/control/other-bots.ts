import { z } from 'zod';
import { type Control, ControlError } from '../../world.ts';
import type { Core } from '../discord.ts';
import type { Draft } from '../rules/message.ts';
import { makeUser } from '../state/make.ts';
import type { Guild, User } from '../state/types.ts';
import { joinGuild } from '../work/members.ts';
import { createMessage, Flag } from '../work/messages.ts';
import { action, channelOf, guildOf, Id } from './ask.ts';
import { shown } from './talk.ts';

interface OtherBot {
  readonly id: string;
  readonly name: string;
  /** True if the bot posts over a webhook, under the name of the creator. */
  readonly isWebhook?: true;
  /** `who` is a login. */
  readonly draft: (who: string) => Draft;
}

const twitch = (who: string): string => `https://www.twitch.tv/${who}`;
const watch = (id: string): string => `https://www.youtube.com/watch?v=${id}`;
const text = (content: string): { readonly type: 10; readonly content: string } => ({ type: 10, content });
const container = (...components: readonly object[]): Draft => ({
  flags: Flag.IS_COMPONENTS_V2,
  components: [{ type: 17, components }],
});

/** Other bots on servers, with the messages that their public sources show. */
const otherBots: Readonly<Record<string, OtherBot>> = {
  streamcord: {
    id: '375805687529209857',
    name: 'Streamcord',
    draft: (who) => ({
      content: `<https://twitch.tv/${who}> is now live on Twitch!`,
      embeds: [
        {
          color: 0x91_46_ff,
          author: { name: `${who} is now live on Twitch!`, url: twitch(who) },
          title: '**Just playing**',
          description: `Playing Celeste for 12 viewers\n[Watch Stream](https://streamcord.tv/link/${who}/a1b2)`,
        },
      ],
    }),
  },
  yagpdb: {
    id: '204255221017214977',
    name: 'YAGPDB.xyz',
    draft: (who) => ({ content: `**${who}** is live now and playing **Celeste**!\n${twitch(who)}` }),
  },
  'yagpdb-videos': {
    id: '204255221017214977',
    name: 'YAGPDB.xyz',
    draft: (who) => ({ content: `**Somebody** uploaded a new youtube video!\n${watch(who)}` }),
  },
  'yagpdb-feed': {
    id: '204255221017214977',
    name: 'YAGPDB.xyz',
    draft: (who) => container(text('# New Articles Published'), text(`### [A film](${watch(who)})`)),
  },
  mee6: {
    id: '159985870458322944',
    name: 'MEE6',
    draft: (who) => ({ content: `Hey @everyone, ${who} is now live on ${twitch(who)} ! Go check it out!` }),
  },
  red: {
    id: '830000000000000004',
    name: 'Red',
    draft: (who) => ({
      embeds: [
        {
          color: 0x64_41_a4,
          title: 'Just playing',
          url: twitch(who),
          author: { name: who },
          footer: { text: 'Playing: Celeste' },
        },
      ],
    }),
  },
  monitorss: {
    id: '268478587651358721',
    name: 'MonitoRSS',
    draft: (who) => ({ content: `New: ${watch(who)}` }),
  },
  gisellebot: {
    id: '356831787445387285',
    name: 'GiselleBot',
    isWebhook: true,
    draft: (who) => ({ content: `We are live! <${twitch(who)}>` }),
  },
  'carl-bot': {
    id: '235148962103951360',
    name: 'Carl-bot',
    draft: (who) => ({ content: `kick.com/${who} is on!` }),
  },
};

export const OTHER_BOTS = Object.keys(otherBots) as [string, ...string[]];

const Post = z.object({
  channel_id: Id,
  bot: z.enum(OTHER_BOTS),
  /** Logins or ids of videos, separated by spaces. Their posts alternate. */
  who: z.string().min(1).max(2_000),
  count: z.number().int().min(1).max(2_000).default(1),
  /** The server owner's own words. `{link}` and `{name}` are replaced. */
  content: z.string().max(2_000).optional(),
  role_id: Id.optional(),
  is_v2: z.boolean().default(false),
});

export const otherBotControls = (core: Core): Record<string, Control> => ({
  'other-bot': action(Post, (asked) => {
    const bot = otherBots[asked.bot] as OtherBot;
    const channel = channelOf(core, asked.channel_id);
    if (channel.guildId === undefined) throw new ControlError(409, 'Other bots post in servers');
    const author = memberFor(core, guildOf(core, channel.guildId), bot);
    const names = asked.who.trim().split(/\s+/);
    const messages = Array.from({ length: asked.count }, (_, place) => {
      const who = names[place % names.length] as string;
      return createMessage(core, {
        channel,
        authorId: author.id,
        draft: draftOf(bot, who, asked),
        mayMentionEveryone: true,
        ...(bot.isWebhook ? { webhook: { id: WEBHOOK, name: who, avatar: null } } : {}),
      });
    });
    return { messages: messages.slice(-50).map((message) => shown(core, message)) };
  }),
});

const WEBHOOK = '356831787445380000';

function draftOf(bot: OtherBot, who: string, asked: z.output<typeof Post>): Draft {
  const usual = bot.draft(who);
  const link = JSON.stringify(usual).match(/https:\/\/www\.[^\s"<>)\\]+/)?.[0] ?? who;
  const own = asked.content?.replaceAll('{link}', link).replaceAll('{name}', who);
  const ping = asked.role_id ? `<@&${asked.role_id}> ` : '';
  if (asked.is_v2) return container(text(`${ping}${own ?? `${who}: ${link}`}`));
  if (own !== undefined) return { content: `${ping}${own}` };
  return { ...usual, ...(ping === '' ? {} : { content: `${ping}${usual.content ?? ''}` }) };
}

function memberFor(core: Core, guild: Guild, { id, name }: OtherBot): User {
  const user = core.state.users.get(id) ?? makeUser(core.state, { id, username: name, bot: true });
  joinGuild(core, guild, user);
  return user;
}

/**
 * Posts of other bots, as Discord sends them. They follow the bots' public features and templates of server owners.
 * They were collected after the reader was written, and the reader is not tuned to them.
 */
export interface HeldOut {
  readonly sender: string;
  readonly message: Record<string, unknown>;
  /** The URLs of the creators, or of their videos, that the post announces. */
  readonly leadsTo: readonly string[];
}

const logins = ['pixelmarta', 'old_kettle', 'nine_lives_ivo', 'Brassmonk', 'tundrafox', 'sofia_speedruns', 'captnblau'];
const handles = ['@harbourlights', '@TinyWorkshop', '@deep.sea.diaries', '@numbernerd', '@bakesbyjo'];
const channelIds = ['UCq3vTrW0uKzYd5m8NhXb1Lg', 'UC_7Hs2dPwe9RkJtQxM4cVaA'];
const videoIds = ['dK3-9xWq_Zs', 'A1b2C3d4E5f', '_zYxWvUtSrQ', 'h7G6f5D4s3A', 'Qw-Er_Ty1Ui'];
const slugs = ['moonharbour', 'big_ed', 'la-nena', 'rust-uncle'];
const games = ['Celeste', 'Just Chatting', 'Baldur’s Gate 3', 'Pokémon Crystal'];
const titles = ['any% until I win', 'chill & chat ☕', '**NEW** season | !drops', 'day 4: https://example.com/rules'];

let serial = 0;
const at = <T>(list: readonly T[], place: number): T => list[place % list.length] as T;

export function message(bot: { id: string; name: string }, more: Record<string, unknown>): Record<string, unknown> {
  serial += 1;
  const id = String(1_300_000_000_000_000_000n + BigInt(serial) * 4_194_304_000n);
  const author = { id: bot.id, username: bot.name, discriminator: '0000', global_name: null, avatar: null, bot: true };
  return {
    id,
    type: 0,
    channel_id: '700000000000000001',
    author,
    content: '',
    embeds: [],
    attachments: [],
    components: [],
    mentions: [],
    mention_roles: [],
    mention_everyone: false,
    pinned: false,
    tts: false,
    flags: 0,
    timestamp: new Date(1_790_000_000_000 + serial * 3_600_000).toISOString(),
    edited_timestamp: null,
    ...more,
  };
}

export const webhook = (name: string, more: Record<string, unknown>) =>
  message({ id: '811111111111111111', name }, { webhook_id: '811111111111111111', ...more });

const unfurled = (url: string) => ({ type: 'video', url, title: 'A page', author: { name: 'X', url: 'https://kick.com/wrong_one' } });

type Maker = (place: number) => Omit<HeldOut, 'sender'>;

const streamcord = { id: '375805687529209857', name: 'Streamcord' };
const twitch = (login: string) => `https://www.twitch.tv/${login.toLowerCase()}`;

const makers: Record<string, Maker> = {
  Streamcord(place) {
    const login = at(logins, place);
    const link = place % 3 === 0 ? `https://streamcord.tv/link/${login}/x8k2` : `https://twitch.tv/${login}`;
    const embed = {
      type: 'rich',
      color: 0x91_46_ff,
      author: { name: `${login} is now live on Twitch!`, url: link },
      title: `**${at(titles, place)}**`,
      url: link,
      description: `Playing ${at(games, place)} for ${place * 17} viewers\n[Watch Stream](${link})`,
      image: { url: `https://static-cdn.jtvnw.net/previews-ttv/live_user_${login}-1920x1080.jpg` },
    };
    const contents = [
      `<https://twitch.tv/${login}> is now live on Twitch!`,
      `<@&710000000000000002> ${login} started — come by <${link}>`,
      '@everyone our favourite is on!',
      `🔴 LIVE 🔴 ${link}`,
    ];
    const content = at(contents, place);
    const embeds = place % 4 === 3 ? [] : [embed];
    return { message: message(streamcord, { content, embeds, mention_roles: content.includes('<@&') ? ['710000000000000002'] : [] }), leadsTo: [twitch(login)] };
  },
  YAGPDB(place) {
    const bot = { id: '204255221017214977', name: 'YAGPDB.xyz' };
    const login = at(logins, place);
    const id = at(videoIds, place);
    const watch = `https://www.youtube.com/watch?v=${id}`;
    const front = at(['', 'Hey @everyone ', 'Hey <@&710000000000000003> '], place);
    const cases: readonly (readonly [Record<string, unknown>, readonly string[]])[] = [
      [{ content: `${front}**${login}** is live now!\nhttps://www.twitch.tv/${login}` }, [twitch(login)]],
      [{ content: `${front}**${login}** is live now and playing **${at(games, place)}**!\nhttps://www.twitch.tv/${login}`, embeds: [unfurled(twitch(login))] }, [twitch(login)]],
      [{ content: `${front}**Tiny Workshop** uploaded a new youtube video!\n${watch}` }, [watch]],
      [{ content: `${front}**Tiny Workshop** started a livestream now!\n${watch}`, embeds: [unfurled(watch)] }, [watch]],
      [{ content: `${front}**Tiny Workshop** is going to be live soon!\n${watch}` }, [watch]],
      [{ content: `**${login}** has gone offline. Catch the VOD here: https://www.twitch.tv/videos/2277${place}0011` }, []],
      [
        {
          flags: 32_768,
          components: [
            {
              type: 17,
              components: [
                { type: 10, content: '# New Articles Published' },
                { type: 9, components: [{ type: 10, content: `### [A film about tools](${watch})` }], accessory: { type: 11, media: { url: 'https://i.ytimg.com/x.jpg' } } },
              ],
            },
          ],
        },
        [watch],
      ],
    ];
    const [more, leadsTo] = at(cases, place);
    return { message: message(bot, more), leadsTo };
  },
  MEE6(place) {
    const login = at(logins, place);
    const handle = at(handles, place);
    const contents: readonly (readonly [string, readonly string[]])[] = [
      [`Hey @everyone, ${login} is now live on https://www.twitch.tv/${login} ! Go check it out!`, [twitch(login)]],
      [`${login} ist jetzt live! Schaut rein: https://www.twitch.tv/${login}`, [twitch(login)]],
      [`📺 New upload from ${handle}: https://www.youtube.com/${handle}`, [`https://www.youtube.com/${handle.toLowerCase()}`]],
      [`(${login}) → twitch.tv/${login}.`, [twitch(login)]],
    ];
    const [content, leadsTo] = at(contents, place);
    const embeds = place % 2 === 0 ? [unfurled('https://www.twitch.tv/someone_else')] : [];
    return { message: message({ id: '159985870458322944', name: 'MEE6' }, { content, embeds }), leadsTo };
  },
  Red(place) {
    const bot = { id: '830000000000000004', name: 'OurRed' };
    const login = at(logins, place);
    const id = at(videoIds, place);
    if (place % 3 === 2) {
      const url = `https://youtube.com/watch?v=${id}`;
      const embed = { type: 'rich', color: 0x92_55_a5, title: at(titles, place), url, author: { name: 'Number Nerd' } };
      return { message: message(bot, { content: 'Number Nerd is live!', embeds: [embed] }), leadsTo: [`https://www.youtube.com/watch?v=${id}`] };
    }
    const embed = {
      type: 'rich',
      color: 0x64_41_a4,
      title: at(titles, place),
      url: `https://www.twitch.tv/${login}`,
      author: { name: login },
      footer: { text: `Playing: ${at(games, place)}` },
      fields: [{ name: 'Followers', value: '1203' }, { name: 'Total views', value: '99' }],
    };
    return { message: message(bot, { content: `@here, ${login} is live!`, embeds: [embed] }), leadsTo: [twitch(login)] };
  },
  MonitoRSS(place) {
    const bot = { id: '268478587651358721', name: 'MonitoRSS' };
    const id = at(videoIds, place);
    const watch = `https://www.youtube.com/watch?v=${id}`;
    const cases: readonly Record<string, unknown>[] = [
      { content: `**${at(titles, place)}** ${watch}&feature=feed` },
      { embeds: [{ type: 'rich', title: 'New film', url: watch, description: 'My other places: https://www.tiktok.com/@elsewhere and https://www.twitch.tv/elsewhere' }] },
      { content: `Neues Video! https://youtu.be/${id}?si=abcdef` },
      { content: `Short: https://www.youtube.com/shorts/${id}` },
      { flags: 32_768, components: [{ type: 10, content: '## New video' }, { type: 1, components: [{ type: 2, style: 5, label: 'Watch', url: watch }] }] },
    ];
    return { message: message(bot, at(cases, place)), leadsTo: [watch] };
  },
  GiselleBot(place) {
    const login = at(logins, place);
    const slug = at(slugs, place);
    const isKick = place % 2 === 1;
    const name = isKick ? slug : login;
    const url = isKick ? `https://kick.com/${slug}` : `https://www.twitch.tv/${login}`;
    const content = at([`${name} is live: ${url}`, `[${name}](${url}) is streaming ${at(games, place)}`, `**LIVE** <${url}?tt_medium=live>`], place);
    return { message: webhook(name, { content }), leadsTo: [url.toLowerCase()] };
  },
  Pingcord(place) {
    const id = at(channelIds, place);
    const login = at(logins, place);
    const bot = { id: '282286160494067712', name: 'Pingcord' };
    const rich = (url: string) => [{ type: 'rich', title: 'Live now', url, author: { name: 'Somebody', url } }];
    const cases: readonly (readonly [Record<string, unknown>, readonly string[]])[] = [
      [{ content: '<@&710000000000000005> is live!', mention_roles: ['710000000000000005'], embeds: rich(`https://www.youtube.com/channel/${id}`) }, [`https://www.youtube.com/channel/${id}`]],
      [{ embeds: rich(`https://www.twitch.tv/${login}`), components: [{ type: 1, components: [{ type: 2, style: 5, label: 'Watch Stream', url: `https://www.twitch.tv/${login}` }] }] }, [twitch(login)]],
      [{ content: `https://www.tiktok.com/@${login.toLowerCase()}/live` }, [`https://www.tiktok.com/@${login.toLowerCase()}`]],
    ];
    const [more, leadsTo] = at(cases, place);
    return { message: message(bot, more), leadsTo };
  },
  'Carl-bot'(place) {
    const slug = at(slugs, place);
    const bot = { id: '235148962103951360', name: 'Carl-bot' };
    const contents: readonly (readonly [string, readonly string[]])[] = [
      [`<@&710000000000000006> **${slug}** just went live on Kick!!! kick.com/${slug}`, [`https://kick.com/${slug}`]],
      [`go go go ➡️https://kick.com/${slug}⬅️`, [`https://kick.com/${slug}`]],
      [`||https://kick.com/${slug}|| 👀`, [`https://kick.com/${slug}`]],
      [`${slug} on rumble: https://rumble.com/c/${slug}`, [`https://rumble.com/c/${slug}`]],
    ];
    const [content, leadsTo] = at(contents, place);
    return { message: message(bot, { content, mention_roles: content.includes('<@&') ? ['710000000000000006'] : [] }), leadsTo };
  },
  Dyno(place) {
    const login = at(logins, place);
    const bot = { id: '155149108183695360', name: 'Dyno' };
    const embed = { type: 'rich', title: `${login} is live`, description: at([`Watch at https://m.twitch.tv/${login}`, `> [click me](https://twitch.tv/${login} "stream")`, `twitch.tv/${login}/ — ${at(titles, place)}`], place), fields: [{ name: 'Rules', value: 'https://example.com/rules' }] };
    return { message: message(bot, { embeds: [embed] }), leadsTo: [twitch(login)] };
  },
  NotifyMe(place) {
    const bot = { id: '840000000000000009', name: 'NotifyMe' };
    const handle = at(handles, place);
    const login = at(logins, place);
    const cases: readonly (readonly [Record<string, unknown>, readonly string[]])[] = [
      [{ content: `${handle} posted!`, embeds: [{ type: 'rich', title: 'Video', url: `https://www.youtube.com/${handle}` }] }, [`https://www.youtube.com/${handle.toLowerCase()}`]],
      [{ flags: 32_768, components: [{ type: 17, components: [{ type: 10, content: `### ${login}` }, { type: 9, components: [{ type: 10, content: 'is live' }], accessory: { type: 2, style: 5, label: 'Open', url: `https://www.twitch.tv/${login}` } }] }] }, [twitch(login)]],
      [{ content: 'Server boosted! Thank you, see https://www.twitch.tv/directory and https://twitch.tv/settings' }, []],
      [{ content: `${login} & ${handle}: https://twitch.tv/${login} https://youtube.com/${handle}` }, [twitch(login), `https://www.youtube.com/${handle.toLowerCase()}`]],
    ];
    const [more, leadsTo] = at(cases, place);
    return { message: message(bot, more), leadsTo };
  },
};

const EACH = 24;

export const heldOut: readonly HeldOut[] = Object.entries(makers).flatMap(([sender, make]) =>
  Array.from({ length: EACH }, (_, place) => ({ sender, ...make(place) })),
);

import { type HeldOut, message, webhook } from './other-posts.ts';

/**
 * Sixty more posts, each written by hand after the reader was finished. They cover other languages, owners' own
 * templates, several embeds, tracking parameters, masked links, and posts without a creator.
 */
const bots = {
  Streamcord: { id: '375805687529209857', name: 'Streamcord' },
  YAGPDB: { id: '204255221017214977', name: 'YAGPDB.xyz' },
  MEE6: { id: '159985870458322944', name: 'MEE6' },
  Red: { id: '830000000000000044', name: 'hausbot' },
  MonitoRSS: { id: '268478587651358721', name: 'MonitoRSS' },
  Pingcord: { id: '282286160494067712', name: 'Pingcord' },
  'Carl-bot': { id: '235148962103951360', name: 'Carl-bot' },
  Dyno: { id: '155149108183695360', name: 'Dyno' },
  NotifyMe: { id: '840000000000000019', name: 'NotifyMe' },
} as const;

type Post = readonly [sender: keyof typeof bots, more: Record<string, unknown>, ...leadsTo: string[]];

const said = (content: string) => ({ content });
const rich = (embed: Record<string, unknown>) => ({ type: 'rich', ...embed });
const button = (label: string, url: string) => ({ type: 2, style: 5, label, url });
const v2 = (...components: readonly object[]) => ({ flags: 32_768, components: [{ type: 17, components }] });
const text = (content: string) => ({ type: 10, content });
const tw = (login: string) => `https://www.twitch.tv/${login}`;
const yt = (id: string) => `https://www.youtube.com/watch?v=${id}`;

const posts: readonly Post[] = [
  // Streamcord posts that use the owners' own templates.
  ['Streamcord', said('¡@everyone la **Reina_Del_Caos** está en directo! 🎉 Pásate 👉 https://twitch.tv/Reina_Del_Caos'), tw('reina_del_caos')],
  ['Streamcord', { content: 'Ao vivo agora!', embeds: [rich({ color: 0x91_46_ff, author: { name: 'zecapagodinhu is now live on Twitch!', url: 'https://twitch.tv/zecapagodinhu' }, title: '**[+18] resenha**', description: 'Playing GTA V for 88 viewers\n[Watch Stream](https://twitch.tv/zecapagodinhu)' })] }, tw('zecapagodinhu')],
  ['Streamcord', { content: '<@&710000000000000022>', embeds: [rich({ title: 'Поехали!', url: 'https://streamcord.tv/link/medved_live/Zz91', description: '[Смотреть](https://streamcord.tv/link/medved_live/Zz91)' })] }, tw('medved_live')],
  ['Streamcord', said('今から配信します！ https://www.twitch.tv/neko_no_te です。'), tw('neko_no_te')],
  ['Streamcord', { embeds: [rich({ title: 'Jetzt live', description: 'Schaut bei [Knolle](<https://www.twitch.tv/knolle_zockt?sr=a>) vorbei' })] }, tw('knolle_zockt')],
  ['Streamcord', { content: '', embeds: [rich({ description: 'Two of ours are on!', fields: [{ name: 'First', value: 'https://twitch.tv/finn_m' }, { name: 'Second', value: '**[here](https://m.twitch.tv/mira_k/)**' }] })] }, tw('finn_m'), tw('mira_k')],
  ['Streamcord', said('Thanks for adding Streamcord! Docs: https://docs.streamcord.io and https://www.twitch.tv/p/en/legal/')],
  // YAGPDB.
  ['YAGPDB', said('**patati** est en live maintenant !\nhttps://www.twitch.tv/patati'), tw('patati')],
  ['YAGPDB', said('Hey <@&710000000000000023> **Ofenrohr** uploaded a new youtube video!\nhttps://www.youtube.com/watch?v=Zx_09-aBcDe&ab_channel=Ofenrohr'), yt('Zx_09-aBcDe')],
  ['YAGPDB', v2(text('# New Articles Published'), text(`### [第12話](${yt('qW3-rT5yU7i')})\n-# YouTube`)), yt('qW3-rT5yU7i')],
  ['YAGPDB', said('**lolo** has gone offline. Catch the VOD here: https://www.twitch.tv/videos/2300119911')],
  ['YAGPDB', said('Level up! <@100000000000000009> reached level 7, see https://yagpdb.xyz/lb/1')],
  ['YAGPDB', said('**The Kiln** started a livestream now!\nhttps://youtu.be/Pp0_o9-I8uY?si=KJh7_2'), yt('Pp0_o9-I8uY')],
  // MEE6.
  ['MEE6', said('Hej @everyone, slumrare är live nu på https://www.twitch.tv/slumrare ! Kom in!'), tw('slumrare')],
  ['MEE6', said('Właśnie wystartował **BabciaGra** ▶ https://kick.com/babciagra 🔥🔥'), 'https://kick.com/babciagra'],
  ['MEE6', { content: 'Yayın başladı! https://www.twitch.tv/karga_tr', embeds: [{ type: 'video', url: 'https://www.twitch.tv/karga_tr', title: 'karga_tr - Twitch', author: { name: 'x', url: 'https://www.twitch.tv/wrong_person' } }] }, tw('karga_tr')],
  ['MEE6', said('بث مباشر الآن: https://www.youtube.com/@SaqrGaming/live'), 'https://www.youtube.com/@saqrgaming'],
  ['MEE6', said('새 영상! https://youtube.com/shorts/-AbCdEfGhI1?feature=share'), yt('-AbCdEfGhI1')],
  ['MEE6', said('Bienvenue <@100000000000000010> ! Lis https://discord.com/channels/1/2 et https://mee6.xyz/i/x')],
  ['MEE6', said('LIVE: [click here to watch](https://www.twitch.tv/nine_tails?utm_source=discord&utm_medium=bot) now'), tw('nine_tails')],
  // Red.
  ['Red', { content: '@everyone, Ida is live!', embeds: [rich({ color: 0x64_41_a4, title: 'zen garden', url: 'https://www.twitch.tv/IdaPlant', author: { name: 'IdaPlant' }, footer: { text: 'Playing: Cozy Grove' } })] }, tw('idaplant')],
  ['Red', { content: 'Der Graf is live!', embeds: [rich({ color: 0x92_55_a5, title: 'Frühschoppen', url: 'https://youtube.com/watch?v=gRaF_-12345', author: { name: 'Der Graf' } })] }, yt('gRaF_-12345')],
  ['Red', { embeds: [rich({ title: 'Picarto: someone', url: 'https://picarto.tv/someone', author: { name: 'someone' } })] }],
  ['Red', { embeds: [rich({ color: 0x64_41_a4, title: 'raid night', url: 'http://twitch.tv/guildmaster9', author: { name: 'guildmaster9', url: null } })] }, tw('guildmaster9')],
  // MonitoRSS.
  ['MonitoRSS', said('🎬 **Nueva receta**\nhttps://www.youtube.com/watch?app=desktop&v=ReCeTa_0-1A&pp=ygUE'), yt('ReCeTa_0-1A')],
  ['MonitoRSS', { embeds: [rich({ title: 'Folge 301', url: yt('FoLge301__x'), description: 'Kanal: https://www.youtube.com/@andererkanal Twitter: https://x.com/abc', author: { name: 'Der Podcast' } })] }, yt('FoLge301__x')],
  ['MonitoRSS', { flags: 32_768, components: [text('## Video baru'), { type: 1, components: [button('Tonton', 'https://youtu.be/BaRu_vid-01')] }] }, yt('BaRu_vid-01')],
  ['MonitoRSS', said('Blog: https://example.org/post?u=https://twitch.tv/not_linked_here')],
  ['MonitoRSS', said('Rumble upload: https://rumble.com/v6abc1d-the-long-night.html?e9s=src_v1_ucp'), 'https://rumble.com/v6abc1d-the-long-night.html'],
  ['MonitoRSS', { embeds: [rich({ title: 'A', url: yt('aaaaaaaaaa1') }), rich({ title: 'B', url: yt('bbbbbbbbbb2') })] }, yt('aaaaaaaaaa1'), yt('bbbbbbbbbb2')],
  // Pingcord.
  ['Pingcord', { content: '<@&710000000000000024> Sora is live!', embeds: [rich({ title: '【歌枠】', url: yt('soRa_uta-00'), author: { name: 'Sora Ch.', url: 'https://www.youtube.com/channel/UCp6993wxpyDPHUpavwDFqgg' } })] }, 'https://www.youtube.com/channel/UCp6993wxpyDPHUpavwDFqgg'],
  ['Pingcord', { content: 'New TikTok!', embeds: [rich({ title: 'dance', url: 'https://www.tiktok.com/@la.nina_bailes/video/7300000000000000001?is_from_webapp=1' })] }, 'https://www.tiktok.com/@la.nina_bailes'],
  ['Pingcord', { components: [{ type: 1, components: [button('Watch Stream', 'https://www.twitch.tv/popout/ovelha/chat'), button('Vote', 'https://top.gg/bot/1')] }], content: 'ovelha is live!' }, tw('ovelha')],
  ['Pingcord', said('https://vm.tiktok.com/ZMabc12de/'), 'https://vm.tiktok.com/ZMabc12de'],
  ['Pingcord', { embeds: [rich({ title: 'New tweet', url: 'https://x.com/someone/status/1', description: 'clip: https://clips.twitch.tv/BraveLamp-aB_1' })] }, 'https://clips.twitch.tv/BraveLamp-aB_1'],
  ['Pingcord', said('Weekly top: https://www.twitch.tv/directory/following https://www.youtube.com/feed/trending')],
  // Carl-bot.
  ['Carl-bot', said('**{user}** ist live → https://www.twitch.tv/herr_specht/about'), tw('herr_specht')],
  ['Carl-bot', { embeds: [rich({ title: 'EN VIVO', url: 'https://kick.com/elmuelle?ref=carl', description: 'ven' })] }, 'https://kick.com/elmuelle'],
  ['Carl-bot', said('`https://kick.com/tick_tock`'), 'https://kick.com/tick_tock'],
  ['Carl-bot', said('Reminder: stream rules at https://kick.com/terms-of-service and https://kick.com/categories')],
  ['Carl-bot', said('Clip of the week! https://www.twitch.tv/owlbert/clip/FunnyOwl-Qq1?filter=clips'), 'https://clips.twitch.tv/FunnyOwl-Qq1'],
  ['Carl-bot', { content: '', embeds: [rich({ author: { name: 'Mo', url: 'https://rumble.com/user/MoTalks' }, title: 'Mo is live', description: 'https://rumble.com/' })] }, 'https://rumble.com/user/motalks'],
  ['Carl-bot', said('(https://twitch.tv/paren_thesis)'), tw('paren_thesis')],
  // Dyno.
  ['Dyno', { embeds: [rich({ description: '**Emma** streamt gerade!\n↳ https://www.twitch.tv/emma__b__', thumbnail: { url: 'https://static-cdn.jtvnw.net/x.png' } })] }, tw('emma__b__')],
  ['Dyno', said('on air‼️ <https://www.twitch.tv/zoltan_hu>‼️'), tw('zoltan_hu')],
  ['Dyno', { embeds: [rich({ title: 'Tonight', description: '1. https://twitch.tv/one_a\n2. https://twitch.tv/two_b\n3. https://twitch.tv/three_c\n4. https://twitch.tv/four_d' })] }, tw('one_a'), tw('two_b'), tw('three_c'), tw('four_d')],
  ['Dyno', said('Moderation: <@100000000000000012> was warned for posting twitch.tv links')],
  ['Dyno', said('Wir sind live 👉twitch.tv/BierUndBrezn👈'), tw('bierundbrezn')],
  // NotifyMe and other bots whose formats are not public.
  ['NotifyMe', v2(text('### kaito_ch さんが配信中'), { type: 1, components: [button('見る', 'https://www.twitch.tv/kaito_ch?tt_content=x')] }), tw('kaito_ch')],
  ['NotifyMe', v2({ type: 9, components: [text('**Nuit Blanche** est en ligne')], accessory: button('Regarder', 'https://kick.com/nuit-blanche') }), 'https://kick.com/nuit-blanche'],
  ['NotifyMe', { embeds: [rich({ title: 'Vídeo novo', url: 'https://m.youtube.com/watch?v=VidNovo-_01&t=0s' })] }, yt('VidNovo-_01')],
  ['NotifyMe', { embeds: [rich({ author: { name: 'tiktok', url: 'https://tiktok.com/@hund.und.herrchen/live' } })] }, 'https://www.tiktok.com/@hund.und.herrchen'],
  ['NotifyMe', said('Premium expired. Renew at https://notifyme.example/renew?next=https://kick.com/fake')],
  ['NotifyMe', said('https://www.twitch.tv/videos/2300119912?filter=archives VOD is up'), 'https://www.twitch.tv/videos/2300119912'],
  ['NotifyMe', said('https://www.youtube.com/live/LiVe_id-012?si=x'), yt('LiVe_id-012')],
];

const hooks: readonly (readonly [name: string, more: Record<string, unknown>, ...leadsTo: string[]])[] = [
  ['Frau Holle', said('Es schneit! https://www.twitch.tv/frauholle'), tw('frauholle')],
  ['río_seco', { embeds: [rich({ title: 'Directo', url: 'https://www.twitch.tv/rio_seco' })] }, tw('rio_seco')],
  ['Ads', said('Sponsor: https://example.com/?r=twitch.tv/nobody')],
  ['kuma', { content: 'くま is live', embeds: [rich({ author: { name: 'kuma', url: 'https://kick.com/kuma' }, url: 'https://example.com' })] }, 'https://kick.com/kuma'],
  ['Two Places', said('Live on https://kick.com/two-places and https://www.youtube.com/@TwoPlaces/streams'), 'https://kick.com/two-places', 'https://www.youtube.com/@twoplaces'],
];

export const morePosts: readonly HeldOut[] = [
  ...posts.map(([sender, more, ...leadsTo]) => ({ sender, message: message(bots[sender], more), leadsTo })),
  ...hooks.map(([name, more, ...leadsTo]) => ({ sender: 'GiselleBot', message: webhook(name, more), leadsTo })),
];

import type { Locale } from '@tally/contract';

export interface Words {
  readonly live: string;
  readonly ended: string;
  readonly video: string;
  readonly premiere: string;
  readonly clip: string;
  readonly vod: string;
  readonly category: string;
  readonly duration: string;
  readonly peak: string;
  readonly average: string;
  readonly categories: string;
  readonly clipper: string;
  readonly recording: string;
  readonly download: string;
  readonly watch: string;
  readonly channel: string;
  readonly open: string;
  readonly welcome: string;
  readonly leave: string;
  readonly birthday: string;
  readonly winner: string;
  readonly letter: string;
}

/** The words of the default messages. Words in braces are placeholders. */
export const words: Readonly<Record<Locale, Words>> = {
  'en-US': {
    live: '**{streamer}** is live on {platform}',
    ended: '{streamer} was live',
    video: '**{streamer}** has a new video on {platform}',
    premiere: '**{streamer}** premieres a video on {platform}: {premieres}',
    clip: 'A new clip of **{streamer}**',
    vod: 'The recording of **{streamer}** is ready',
    category: 'Category',
    duration: 'Duration',
    peak: 'Most viewers',
    average: 'Average viewers',
    categories: 'Categories',
    clipper: 'Clipped by',
    recording: 'Watch recording',
    download: 'Download',
    watch: 'Watch stream',
    channel: 'Open channel',
    open: 'Watch',
    welcome: 'Welcome to **{server}**, {member}! We are {count} now.',
    leave: '**{member_name}** has left **{server}**. We are {count} now.',
    birthday: '🎂 Happy birthday, {member}!',
    winner: 'Congratulations {winners}: you won **{prize}**. {claim}',
    letter: 'You won **{prize}** on {server}. {claim} {own_giveaways_url}',
  },
  'ar-SA': {
    live: '**{streamer}** في بث مباشر الآن على {platform}',
    ended: 'كان {streamer} في بث مباشر',
    video: 'فيديو جديد من **{streamer}** على {platform}',
    premiere: 'عرض أول لفيديو من **{streamer}** على {platform}: {premieres}',
    clip: 'مقطع جديد من **{streamer}**',
    vod: 'تسجيل **{streamer}** جاهز',
    category: 'الفئة',
    duration: 'المدة',
    peak: 'أعلى عدد مشاهدين',
    average: 'متوسط المشاهدين',
    categories: 'الفئات',
    clipper: 'قصّه',
    recording: 'شاهد التسجيل',
    download: 'تنزيل',
    watch: 'شاهد البث',
    channel: 'افتح القناة',
    open: 'شاهد',
    welcome: 'أهلًا بك في **{server}** يا {member}! أصبح عددنا {count}.',
    leave: 'غادر **{member_name}** سيرفر **{server}**. أصبح عددنا {count}.',
    birthday: '🎂 عيد ميلاد سعيد يا {member}!',
    winner: 'تهانينا {winners}: لقد فزتم بـ **{prize}**. {claim}',
    letter: 'لقد فزت بـ **{prize}** في {server}. {claim} {own_giveaways_url}',
  },
};

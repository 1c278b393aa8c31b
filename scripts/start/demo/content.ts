import { readFileSync } from 'node:fs';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8').trim();

/** What is written into the demo world: all of it is true of the program, so it may be read as an introduction. */
export const posts = [
  {
    identifier: 'why-it-says-why',
    title: 'Why every message says why',
    content: read('why-it-says-why.md'),
    tags: ['Notifications'],
    isPinned: false,
  },
  {
    identifier: 'a-draw-you-can-repeat',
    title: 'A draw that you can repeat',
    content: read('a-draw-you-can-repeat.md'),
    tags: ['Giveaways'],
    isPinned: false,
  },
  {
    identifier: 'a-tour-of-the-simulated-world',
    title: 'A tour of the simulated world',
    content: read('a-tour.md'),
    tags: ['Getting started'],
    isPinned: true,
  },
];

export const changelog = {
  identifier: 'welcome',
  title: 'The first changelog',
  changes: [
    'New: Notifications from Kick, TikTok, YouTube, Twitch and Rumble: one message for each stream, which is edited while it runs and when it ends.',
    'New: A journal for each server that says of every message when it was heard of, when it was posted, and why if it was not.',
    'New: Giveaways whose draw anybody can repeat, with a proof on a page of its own.',
    'New: Teams and media share: viewers send videos onto the stream, and helpers decide what gets there.',
    'Better: A server can keep a copy of its own of streams on Kick, where the streamer agrees.',
    'Fixed: A stream that drops and comes back within the grace stays one message.',
  ],
};

export const questions = [
  {
    question: 'How fast is a message posted after a stream has begun?',
    answer:
      'Within seconds of our hearing of it. Kick, Twitch and YouTube tell us; TikTok and Rumble are asked, every half minute to a minute. The journal of your server shows both times for each message.',
  },
  {
    question: 'Why was nothing posted when my streamer went live?',
    answer:
      'Open **Journal** in the menu of your server. Each line has a reason: quiet hours, a filter, a missing permission, or a channel that was deleted. What can be mended has a button that mends it.',
  },
  {
    question: 'Nobody was pinged. What is wrong?',
    answer:
      'Only the role that you chose as ping role is pinged. If that role cannot be mentioned by everyone, the bot needs **Mention @everyone, @here and All Roles** in that channel. The settings say so below the role.',
  },
  {
    question: 'How do I write my own message?',
    answer:
      'Open **Messages** of your server, choose the kind, and press **Write your own**. Press a placeholder to put it where the caret is; the preview beside it is what will be posted.',
  },
  {
    question: 'Can one streamer have a message that differs from all others?',
    answer:
      'Yes. Open the streamer in the list and change what shall differ: channel, ping role, words, picture. Everything else follows the settings of the server.',
  },
  {
    question: 'Which permissions does the bot need?',
    answer:
      'In the channel it posts to: **View Channel**, **Send Messages** and **Embed Links**. Features such as roles or starboards need more, and their pages say what is missing. It never asks for Administrator.',
  },
  {
    question: 'How do I keep messages away at night?',
    answer:
      'Open **Manage Server** and switch on **Keep quiet at night**. You choose whether what happens meanwhile is skipped or held for the morning.',
  },
  {
    question: 'How do I know that a giveaway was fair?',
    answer:
      'Every ended giveaway has a proof page. It lists who took part, by a code that each person has on their receipt, and your own browser repeats the draw there. One changed byte turns it red.',
  },
  {
    question: 'How do I get a role to those who are live?',
    answer:
      'For members who stream on Twitch, open **Auto Twitch Live Role** and choose the role. For one streamer whom you follow, choose **Live role** in their settings. The role is taken when the stream has ended; one that somebody had by hand is never taken.',
  },
  {
    question: 'How do I get all my data, or have it deleted?',
    answer:
      'Open **Settings**. **Download everything** makes one file of all that is stored about you; **Delete my account** removes it, and says before what goes with it.',
  },
];

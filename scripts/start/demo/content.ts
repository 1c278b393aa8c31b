import { readFileSync } from 'node:fs';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8').trim();

/** The texts of the demo world. They describe the real program, so they also serve as an introduction. */
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
    'New: Notifications from Kick, Twitch, YouTube and other platforms. Each stream has one message, which is edited while it runs and when it ends.',
    'New: A journal for each server. It shows when each message was detected and posted, or why it was not.',
    'New: Giveaways with a draw that anyone can repeat, and a public proof page.',
    'New: Teams and media share. Viewers request videos for the stream, and helpers approve them.',
    'Better: A server can save its own copy of Kick streams, if the streamer agrees.',
    'Fixed: A stream that drops and returns within the grace stays one message.',
  ],
};

export const questions = [
  {
    question: 'How soon after the start of a stream is the message posted?',
    answer:
      "Within seconds of the platform telling us. Kick, Twitch and YouTube push to us. We check other platforms every 30 to 60 seconds. Your server's journal shows the times of each message.",
  },
  {
    question: 'Why was nothing posted when my streamer went live?',
    answer:
      "Open **Journal** in your server's menu. Each row shows its reason: quiet hours, a filter, a missing permission, or a deleted channel. If you can fix it, the fix is one click away.",
  },
  {
    question: 'Why was no one pinged?',
    answer:
      'A message pings only the ping role you chose. If not everyone can mention that role, the bot needs **Mention @everyone, @here and All Roles** in that channel. The settings show this below the role.',
  },
  {
    question: 'How do I write my own message?',
    answer:
      "Open your server's **Messages**, choose a kind, and press **Write your own**. Press a placeholder to insert it at the cursor. The preview shows exactly what will be posted.",
  },
  {
    question: 'Can one streamer have a different message?',
    answer:
      "Yes. Open the streamer in the list and change what you want to be different: channel, ping role, text or picture. Everything else follows the server's settings.",
  },
  {
    question: 'Which permissions does the bot need?',
    answer:
      'In the channels it posts to, it needs **View Channel**, **Send Messages** and **Embed Links**. Features such as roles or starboards need more, and their pages show what is missing. It never asks for Administrator.',
  },
  {
    question: 'How do I stop messages at night?',
    answer:
      'Open **Manage Server** and switch on **Keep quiet at night**. You choose whether what happens meanwhile is skipped or held for the morning.',
  },
  {
    question: 'How can I check that a giveaway was fair?',
    answer:
      'Every ended giveaway has a proof page. It lists the entrants by the codes on their receipts, and your own browser repeats the draw. A single changed byte turns it red.',
  },
  {
    question: 'How do I give live members a role?',
    answer:
      'For members who stream on Twitch, open **Auto Twitch Live Role** and choose the role. For one streamer whom you follow, choose **Live role** in their settings. The role is taken when the stream has ended; one that somebody had by hand is never taken.',
  },
  {
    question: 'How do I get all my data, or have it deleted?',
    answer:
      'Open **Settings**. **Download everything** makes one file of all that is stored about you; **Delete my account** removes it, and says before what goes with it.',
  },
];

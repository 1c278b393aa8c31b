import type { Texts } from '../index.ts';

export const votes = {
  never: 'لم تصوّت بعد.',
  again: 'انتهى مفعول صوتك الأخير. يمكنك التصويت مجددًا الآن.',
  valid: 'صوتك محسوب. يمكنك التصويت مجددًا {when}.',
  startReminding: 'ذكّرني',
  stopReminding: 'أوقف التذكير',
  reminderOn: 'سنخبرك عندما تستطيع التصويت من جديد.',
  reminderOff: 'لن نذكّرك بعد الآن.',
  reminderTitle: 'يمكنك التصويت مجددًا',
  reminder: 'انتهى مفعول صوتك الأخير لصالح {name}. شكرًا لك على كل صوت.',
  reminderMessage: 'يمكنك التصويت لصالح {name} من جديد: {url}\nأنت من طلب هذا التذكير، ويمكنك إيقافه بالأمر `/vote`.',
  somebodyVoted: 'صوت جديد',
} satisfies Texts['votes'];

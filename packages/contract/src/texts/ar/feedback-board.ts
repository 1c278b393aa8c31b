import type { Texts } from '../index.ts';

export const feedbackBoard = {
  added: 'أُضيف إلى اللوحة.',
  removed: 'حُذف.',
  commented: 'أُضيف تعليقك.',
  decided: 'حُفظ، وسيُخبَر من يريدونه.',
  merged: 'صارا واحدًا.',
  planned: 'مخطط له: {title}',
  started: 'قيد البناء: {title}',
  done: 'أُنجز: {title}',
  declined: 'رُفض: {title}',
  reopened: 'فُتح من جديد: {title}',
  staffTitle: 'جديد على اللوحة، من {name}',
  staffButton: 'انظر',
} satisfies Texts['feedbackBoard'];

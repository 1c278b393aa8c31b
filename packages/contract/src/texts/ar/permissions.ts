import type { Texts } from '../index.ts';

export const permissions = {
  Administrator: 'مسؤول',
  ManageGuild: 'إدارة الخادم',
  ManageRoles: 'إدارة الأدوار',
  ManageChannels: 'إدارة القنوات',
  ManageMessages: 'إدارة الرسائل',
  ManageNicknames: 'إدارة الألقاب',
  ManageWebhooks: 'إدارة الويب هوك',
  ViewChannel: 'عرض القناة',
  SendMessages: 'إرسال الرسائل',
  SendMessagesInThreads: 'إرسال الرسائل في السلاسل',
  CreatePublicThreads: 'إنشاء سلاسل عامة',
  EmbedLinks: 'تضمين الروابط',
  AttachFiles: 'إرفاق الملفات',
  ReadMessageHistory: 'قراءة سجل الرسائل',
  AddReactions: 'إضافة التفاعلات',
  MentionEveryone: 'الإشارة إلى الجميع وكل الرتب',
  PinMessages: 'تثبيت الرسائل',
  Connect: 'الاتصال',
  CreateGuildExpressions: 'إنشاء التعبيرات',
  CreateInstantInvite: 'إنشاء دعوة',
} satisfies Texts['permissions'];

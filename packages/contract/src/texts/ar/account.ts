import type { Texts } from '../index.ts';

export const account = {
  updated: 'تم تحديث بيانات المستخدم بنجاح',
  deleted: 'تم حذف حسابك وكل ما يتعلق به.',
} satisfies Texts['account'];

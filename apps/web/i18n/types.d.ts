import type { Messages } from './homes.ts';
import type { Locale } from './locales.ts';

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}

'use client';

import { type Locale, languages } from '../i18n/locales.ts';

/**
 * A native select in the system's face: it works everywhere, weighs nothing, and naming a language does not load its
 * font. The cookie is read by the server on the next page.
 */
export function LanguageChoice({ label, locale }: { label: string; locale: Locale }) {
  return (
    <select
      aria-label={label}
      defaultValue={locale}
      onChange={(event) => chooseLanguage(event.target.value)}
      className="h-control cursor-pointer rounded-control border border-line bg-surface px-2.5 font-[system-ui] text-body text-text hover:border-control/60"
    >
      {languages.map((language) => (
        <option key={language.value} value={language.value} lang={language.value}>
          {language.name}
        </option>
      ))}
    </select>
  );
}

export function chooseLanguage(value: string): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // oxlint-disable-next-line unicorn/no-document-cookie -- the cookie store is not there on plain http
  document.cookie = `locale=${value}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  window.location.reload();
}

'use client';

import { useState } from 'react';
import { LOCALE_COOKIE } from '../../i18n/locale.ts';
import { type Locale, languages } from '../../i18n/locales.ts';
import { writeCookie } from '../../lib/browser/write-cookie.ts';
import { readAddress } from '../../lib/paths/addresses.ts';

/**
 * A native select in the system font, which needs no script, and shows language names without loading their fonts. The
 * server reads the cookie for the next page.
 */
export function LanguageChoice({ label, locale, isLoggedIn }: { label: string; locale: Locale; isLoggedIn: boolean }) {
  const [isSaving, setSaving] = useState(false);
  const choose = async (value: Locale) => {
    setSaving(true);
    if (isLoggedIn) await keepWithAccount(value);
    chooseLanguage(value);
  };
  return (
    <select
      aria-label={label}
      defaultValue={locale}
      disabled={isSaving}
      onChange={(event) => {
        const chosen = languages.find((language) => language.value === event.target.value);
        if (chosen) void choose(chosen.value);
      }}
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

/**
 * Loaded on demand, because public pages do not need it. Returns false if the account could not store the language,
 * which the page still uses.
 */
async function keepWithAccount(value: Locale): Promise<boolean> {
  try {
    const { saveOwnLanguage } = await import('../me.ts');
    await saveOwnLanguage(value);
    return true;
  } catch {
    return false;
  }
}

export function chooseLanguage(value: string): void {
  writeCookie(LOCALE_COOKIE, value, { days: 365 });
  const { locale, path } = readAddress(window.location.pathname);
  // A language in the URL would override the choice, so the new URL contains none.
  if (locale) window.location.assign(path + window.location.search + window.location.hash);
  else window.location.reload();
}

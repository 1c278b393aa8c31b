// @ts-check
// Runs in the reader's browser, as it stands here. Without it the page is complete but can not be searched.

const root = document.documentElement;
const themeKey = 'theme';

function readTheme() {
  try {
    return localStorage.getItem(themeKey);
  } catch {
    // Storage may be switched off; then the system's theme is used.
    return null;
  }
}

/** @param {string} theme */
function showTheme(theme) {
  root.dataset.theme = theme;
  try {
    localStorage.setItem(themeKey, theme);
  } catch {
    // The theme is shown anyway, but not remembered.
    return;
  }
}

const saved = readTheme();
if (saved === 'light' || saved === 'dark') root.dataset.theme = saved;

document.getElementById('theme')?.addEventListener('click', () => {
  const isDark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : !window.matchMedia('(prefers-color-scheme: light)').matches;
  showTheme(isDark ? 'light' : 'dark');
});

const search = /** @type {HTMLInputElement} */ (document.getElementById('search'));
const found = /** @type {HTMLElement} */ (document.getElementById('found'));

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const section of document.querySelectorAll('section')) {
    let isAnyShown = false;
    for (const entry of section.querySelectorAll('details')) {
      const text = entry.dataset.words ?? '';
      entry.hidden = !words.every((word) => text.includes(word));
      isAnyShown ||= !entry.hidden;
      if (!entry.hidden && section.id !== 'schemas') count += 1;
    }
    section.hidden = !isAnyShown;
  }
  found.textContent = `${count} calls`;
}

search.addEventListener('input', filter);

/** A link to a call or a schema opens it. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
window.addEventListener('hashchange', openTarget);
openTarget();

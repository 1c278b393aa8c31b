/** Somebody pastes the address of the channel. */
export const nameIn = (text: string): string =>
  text
    .trim()
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/^.*[/@]/, '');

import type { Locator, Page } from 'playwright';
import { unsavedChanges } from './visitor.ts';

/** A person's actions on a page. Counts each key or tap, and the letters of texts separately. */
export interface Hands {
  readonly name: 'keyboard' | 'touch';
  readonly press: (target: Locator) => Promise<void>;
  readonly write: (target: Locator, text: string) => Promise<void>;
  /** Chooses an option in a select with search. */
  readonly pick: (choice: Locator, text: string) => Promise<void>;
  /** Opens a page of the site through the palette, or through a phone's menu. */
  readonly go: (name: string) => Promise<void>;
  readonly save: () => Promise<void>;
  readonly used: () => { readonly presses: number; readonly letters: number };
}

const MOST_STEPS = 150;
const pressedWithSpace = new Set(['switch', 'checkbox', 'radio']);

/** A person without a pointer, who uses only Tab, Enter, Space and the palette. */
export function keyboard(page: Page): Hands {
  let [presses, letters] = [0, 0];
  const key = async (name: string) => {
    presses += 1;
    await page.keyboard.press(name);
  };
  const type = async (text: string) => {
    letters += text.length;
    await page.keyboard.type(text);
  };
  const isReached = (target: Locator) =>
    target.evaluate((element) => element.contains(element.ownerDocument.activeElement));
  const isSkipLink = () => page.evaluate<boolean>(`document.activeElement?.matches('a[href="#content"]')`);
  async function reach(target: Locator): Promise<void> {
    await target.waitFor();
    const isInContent = await target.evaluate((element) => element.closest('#content') !== null);
    for (let step = 0; step < MOST_STEPS; step += 1) {
      if (await isReached(target)) return;
      await key(isInContent && (await isSkipLink()) ? 'Enter' : 'Tab');
    }
    throw new Error(`Tab does not lead to ${target.toString()}`);
  }
  const press = async (target: Locator) => {
    await reach(target);
    await key(pressedWithSpace.has((await target.getAttribute('role')) ?? '') ? 'Space' : 'Enter');
  };
  return {
    name: 'keyboard',
    press,
    async write(target, text) {
      await reach(target);
      await type(text);
    },
    async pick(choice, text) {
      await press(choice);
      await page.getByRole('option', { name: text }).first().waitFor();
      await type(text);
      await page.getByRole('option', { name: text }).first().waitFor();
      await key('Enter');
    },
    async go(name) {
      await key('Control+k');
      const palette = page.getByRole('dialog');
      await palette.getByRole('combobox').waitFor();
      await type(name);
      await palette.getByRole('option', { name, selected: true }).first().waitFor();
      await key('Enter');
    },
    async save() {
      await key('Control+s');
      await unsavedChanges(page).waitFor({ state: 'hidden' });
    },
    used: () => ({ presses, letters }),
  };
}

/** A person who uses a phone with a thumb. */
export function touch(page: Page): Hands {
  let [presses, letters] = [0, 0];
  const press = async (target: Locator) => {
    presses += 1;
    await target.tap();
  };
  return {
    name: 'touch',
    press,
    async write(target, text) {
      letters += text.length;
      await press(target);
      await page.keyboard.type(text);
    },
    async pick(choice, text) {
      await press(choice);
      await press(page.getByRole('option', { name: text }).first());
    },
    async go(name) {
      await press(page.getByRole('button', { name: 'Open the menu' }));
      await press(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name }).first());
    },
    async save() {
      await press(unsavedChanges(page).getByRole('button', { name: /^Save/ }));
      await unsavedChanges(page).waitFor({ state: 'hidden' });
    },
    used: () => ({ presses, letters }),
  };
}

import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { type Stack, type StackOptions, startStack } from './stack.ts';
import { openBrowser, type Visitor, type VisitorOptions, visit } from './visitor.ts';

export interface House {
  /** The stack, which exists once the tests have started. */
  readonly stack: Stack;
  /** The token of the owner, who is the first person to log in while Discord is simulated. */
  readonly ownerToken: string;
  /** Opens a page, or none yet, as a person with a separate browser. It closes after the test. */
  readonly open: (path: string | null, options?: VisitorOptions) => Promise<Visitor>;
}

interface Place {
  readonly stack: Stack;
  readonly browser: Browser;
  readonly ownerToken: string;
}

async function openPlace(options?: StackOptions): Promise<Place> {
  const [stack, browser] = await Promise.all([startStack(options), openBrowser()]);
  return { stack, browser, ownerToken: await stack.logIn() };
}

async function close({ stack, browser }: Place): Promise<void> {
  await browser.close();
  await stack.close();
}

/** A start costs as much as a dozen pages, so this stack runs until the worker of the files ends. */
// oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern what a fixture needs
const sharing = test.extend('place', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Place> => {
  const place = await openPlace();
  onCleanup(() => close(place));
  return place;
});

/**
 * Starts a stack and a browser for the tests of one file. Without options, files share them and find leftovers of
 * others. A file therefore creates its own data, and restores global state.
 */
export function useHouse(options?: StackOptions): House {
  let place: Place;
  const visitors: Visitor[] = [];
  if (options) {
    beforeAll(async () => {
      place = await openPlace(options);
    });
    afterAll(() => place && close(place));
  } else {
    sharing.beforeAll(({ place: ofWorker }) => {
      place = ofWorker;
    });
  }
  afterEach(async () => {
    await Promise.all(visitors.splice(0).map((visitor) => visitor.leave()));
  });
  return {
    get stack() {
      return place.stack;
    },
    get ownerToken() {
      return place.ownerToken;
    },
    async open(path, about) {
      const visitor = await visit(place.browser, place.stack, about);
      visitors.push(visitor);
      if (path !== null) await visitor.page.goto(path);
      return visitor;
    },
  };
}

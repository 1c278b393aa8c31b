import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Stack, type StackOptions, startStack } from './stack.ts';
import { openBrowser, type Visitor, type VisitorOptions, visit } from './visitor.ts';

export interface House {
  /** There once the tests run. */
  readonly stack: Stack;
  /** Who logs in first owns it, as long as Discord is simulated. */
  readonly ownerToken: string;
  /** Somebody at a browser of their own, on this page; they leave after the test. */
  readonly open: (path: string, options?: VisitorOptions) => Promise<Visitor>;
}

/** A stack and a browser for the tests of one file. */
export function useHouse(options?: StackOptions): House {
  let stack: Stack;
  let browser: Browser;
  let ownerToken: string;
  const visitors: Visitor[] = [];
  beforeAll(async () => {
    [stack, browser] = await Promise.all([startStack(options), openBrowser()]);
    ownerToken = await stack.logIn();
  });
  afterEach(async () => {
    await Promise.all(visitors.splice(0).map((visitor) => visitor.leave()));
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.close();
  });
  return {
    get stack() {
      return stack;
    },
    get ownerToken() {
      return ownerToken;
    },
    async open(path, about) {
      const visitor = await visit(browser, stack, about);
      visitors.push(visitor);
      await visitor.page.goto(path);
      return visitor;
    },
  };
}

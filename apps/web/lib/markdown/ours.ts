import type { Element, Nodes, Root } from 'hast';

/** The deepest nesting of quotes and lists. Deeper levels are unreadable, and each costs more than the previous one. */
const DEEPEST = 30;
const LEVEL = /^(?:[ \t]{0,3}(?:>|[-*+]|\d{1,9}[.)])[ \t]?|[ \t]{1,4})/;

/** Reduces the markers at the start of each line to a safe number. */
export function cutDepth(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => {
      let rest = line;
      let kept = '';
      for (let level = 0; ; level += 1) {
        const mark = LEVEL.exec(rest)?.[0];
        if (!mark) return kept + rest;
        if (level < DEEPEST) kept += mark;
        rest = rest.slice(mark.length);
      }
    })
    .join('\n');
}

export function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** Yields every element of a text, outer ones before inner ones. */
export function* elementsIn(node: Root | Element): Generator<Element> {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    yield child;
    yield* elementsIn(child);
  }
}

/**
 * External links pass on no search ranking. Pictures must be our own files: a picture from another site would reveal
 * the reader to its owner, so it becomes a link.
 */
export function linksAndPictures(tree: Root): void {
  // Collects the elements first, because the loop changes some.
  const found = [...elementsIn(tree)];
  for (const element of found) {
    if (element.tagName === 'a') element.properties = { ...element.properties, ...ofLink(element) };
    if (element.tagName === 'img') drawPicture(element);
    if (element.tagName === 'table') wrapTable(element);
  }
}

const isOurs = (address: unknown): boolean => typeof address === 'string' && /^(?:#|\/(?!\/))/.test(address);

const ofLink = ({ properties }: Element) => (isOurs(properties['href']) ? {} : { rel: ['nofollow', 'noopener'] });

function drawPicture(element: Element): void {
  const { src, alt } = element.properties;
  if (isOurs(src)) {
    element.properties = { ...element.properties, ...sizeIn(wordIn(src)), loading: 'lazy', decoding: 'async' };
    return;
  }
  element.tagName = 'a';
  element.properties = { href: src, rel: ['nofollow', 'noopener'] };
  element.children = [{ type: 'text', value: wordIn(alt) || wordIn(src) }];
}

/** Reads the size measured during the upload from `/files/content/cat.png#640x480`, so the page does not jump. */
function sizeIn(address: string) {
  const [, src, width, height] = /^([^#]+)#([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(address) ?? [];
  return src === undefined ? {} : { src, width: Number(width), height: Number(height) };
}

/** Makes our own URLs absolute, for readers outside our site. */
export function makeAbsolute(tree: Root, site: string): void {
  for (const { properties } of elementsIn(tree)) {
    for (const name of ['href', 'src']) {
      const address = properties[name];
      if (typeof address === 'string' && /^\/(?!\/)/.test(address)) properties[name] = site + address;
    }
  }
}

/** Wraps a wide table, so it scrolls instead of the page. The keyboard can scroll it too. */
function wrapTable(element: Element): void {
  const table: Element = { ...element };
  element.tagName = 'div';
  // Not a region, because a page may contain many tables and each region needs its own name.
  element.properties = { className: ['wide-table'], tabIndex: 0, role: 'group' };
  element.children = [table];
}

export const wordIn = (property: unknown): string => (typeof property === 'string' ? property : '');
